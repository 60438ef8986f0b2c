// The camera's picture with what the eyes made of that same picture drawn over it.

import { Picture } from "/picture.js";
import { night } from "/play/night.js";
import { contrast, seam } from "/play/words.js";

const LINES = { scrimmage: ["#4db5ff", []], "to gain": ["#ffd400", [10, 6]] };
const TOUCHED = "#ffe14d";
const LABELS_FROM_PX = 420;

export class Video extends Picture {
  constructor(canvas, overlay) {
    super(canvas, overlay);
    this.showsTruth = true;
    this.wanted = new Set();
  }

  resize(size) {
    super.resize(size);
    this.canvas.parentElement.style.setProperty("--ratio", size[0] / size[1]);
  }

  drawTruth() {
    const shown = this.overlay.clientWidth;
    if (!this.head || !shown) return;
    const dense = Math.min(2, devicePixelRatio);
    const [width, height] = [Math.round(shown * dense), Math.round(this.overlay.clientHeight * dense)];
    if (this.overlay.width !== width || this.overlay.height !== height) Object.assign(this.overlay, { width, height });
    const pen = this.overlay.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    const scale = width / this.width;
    // Geometry comes in the camera's pixels, whose centres are whole numbers.
    pen.setTransform(scale, 0, 0, scale, scale / 2, scale / 2);
    const unit = (dense / scale) * Math.min(1, 0.5 + shown / 1900);
    for (const [name, points] of Object.entries(this.head.lines)) drawLine(pen, points, LINES[name], unit);
    const engaged = new Set(night.state?.engaged.flat());
    for (const base of this.head.bases) this.drawBase(pen, base, engaged.has(base.id), unit);
    if (shown >= LABELS_FROM_PX) for (const base of this.head.bases) drawNumber(pen, base, unit);
    for (const box of this.head.hands) drawHand(pen, box, unit);
    this.overlay.dataset.bases = this.head.bases.length;
  }

  drawBase(pen, base, touched, unit) {
    const player = night.players.get(base.id);
    const wanted = this.wanted.has(base.id);
    trace(pen, base.outline);
    pen.closePath();
    pen.lineJoin = "round";
    pen.setLineDash([]);
    const colour = night.about.colours[player.team];
    pen.strokeStyle = touched ? TOUCHED : wanted ? "#fff" : seam(colour);
    pen.lineWidth = (touched || wanted ? 5.6 : 4.4) * unit;
    pen.stroke();
    pen.strokeStyle = colour;
    pen.lineWidth = 2.6 * unit;
    pen.stroke();
    // Away is dashed in white: told apart without its colour.
    if (player.team === "away") {
      pen.strokeStyle = "#fff";
      pen.lineWidth = 1.1 * unit;
      pen.setLineDash([3 * unit, 4 * unit]);
      pen.stroke();
      pen.setLineDash([]);
    }
    if (base.id === night.state?.notice.carrier) ring(pen, base.at, unit);
    front(pen, base, unit);
  }

  // Whose base lies at a place of the screen, or nearest to it.
  playerAt(event) {
    if (!this.head) return null;
    const box = this.overlay.getBoundingClientRect();
    const x = ((event.clientX - box.left) * this.width) / box.width;
    const y = ((event.clientY - box.top) * this.width) / box.width;
    const near = this.head.bases
      .map((base) => ({ id: base.id, away: Math.hypot(base.at[0] - x, base.at[1] - y) }))
      .sort((a, b) => a.away - b.away)[0];
    return near && near.away < this.width / 30 ? near.id : null;
  }
}

function trace(pen, points) {
  pen.beginPath();
  for (let i = 0; i < points.length; i += 2) pen.lineTo(points[i], points[i + 1]);
}

function drawLine(pen, points, [colour, dash], unit) {
  trace(pen, points);
  pen.lineCap = "butt";
  pen.setLineDash([]);
  pen.strokeStyle = "#0007";
  pen.lineWidth = 5 * unit;
  pen.stroke();
  pen.setLineDash(dash.map((v) => v * unit));
  pen.strokeStyle = colour;
  pen.lineWidth = 2.6 * unit;
  pen.stroke();
  pen.setLineDash([]);
}

function ring(pen, [x, y], unit) {
  for (const [colour, width] of [["#000b", 6], ["#fff", 3]]) {
    pen.beginPath();
    pen.arc(x, y, 21 * unit, 0, 7);
    pen.strokeStyle = colour;
    pen.lineWidth = width * unit;
    pen.stroke();
  }
}

function front(pen, { front: [x1, y1, x2, y2], at: [x, y] }, unit) {
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const long = Math.hypot(mx - x, my - y) || 1;
  pen.beginPath();
  pen.moveTo(x1 + (mx - x1) * 0.3, y1 + (my - y1) * 0.3);
  pen.lineTo(mx + ((mx - x) / long) * 7 * unit, my + ((my - y) / long) * 7 * unit);
  pen.lineTo(x2 + (mx - x2) * 0.3, y2 + (my - y2) * 0.3);
  pen.closePath();
  pen.fillStyle = "#fff";
  pen.strokeStyle = "#000b";
  pen.lineWidth = 1.4 * unit;
  pen.stroke();
  pen.fill();
}

function drawNumber(pen, base, unit) {
  const player = night.players.get(base.id);
  const colour = night.about.colours[player.team];
  const [x, y] = base.at;
  pen.font = `700 ${11 * unit}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const words = base.doubtful ? `${player.number}?` : String(player.number);
  const half = pen.measureText(words).width / 2 + 3 * unit;
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(x - half, y - 7.500 * unit, 2 * half, 15 * unit, 3 * unit);
  pen.fill();
  pen.fillStyle = contrast(colour);
  pen.fillText(words, x, y + 0.500 * unit);
}

function drawHand(pen, [left, top, right, bottom], unit) {
  pen.strokeStyle = "#ff5a3c";
  pen.lineWidth = 3 * unit;
  pen.setLineDash([8 * unit, 5 * unit]);
  pen.strokeRect(left, top, right - left, bottom - top);
  pen.setLineDash([]);
  pen.font = `700 ${15 * unit}px system-ui, sans-serif`;
  pen.textAlign = "left";
  pen.fillStyle = "#ff5a3c";
  pen.fillText("HAND", left + 6 * unit, top + 14 * unit);
}
