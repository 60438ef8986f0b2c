// The live picture and the truth drawn over it. Both canvases have the picture's own pixels.

const COLOURS = { home: "#56b4e9", away: "#e69f00", touch: "#f0e442" };

const NAMES_FROM_PX = 560;

function fit(canvas, width, height) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
}

export class Picture {
  constructor(canvas, overlay) {
    this.canvas = canvas;
    this.overlay = overlay;
    this.showsTruth = false;
    this.head = null;
  }

  resize([width, height]) {
    this.width = width;
    this.height = height;
    this.canvas.parentElement.style.aspectRatio = `${width} / ${height}`;
  }

  // How many pixels of the screen the picture fills: more of them need not be sent.
  wantedWidth() {
    const steps = Math.ceil((this.canvas.clientWidth * Math.min(2, devicePixelRatio)) / 160);
    return Math.min(this.width, 160 * steps);
  }

  async show(head, jpeg) {
    const bitmap = await createImageBitmap(jpeg);
    fit(this.canvas, bitmap.width, bitmap.height);
    this.canvas.getContext("2d", { alpha: false }).drawImage(bitmap, 0, 0);
    bitmap.close();
    this.head = head;
    this.drawTruth();
  }

  setTruth(shown) {
    this.showsTruth = shown;
    this.drawTruth();
  }

  drawTruth() {
    this.overlay.dataset.bases = 0;
    this.overlay.hidden = !this.showsTruth || !this.head;
    if (this.overlay.hidden) return;
    const shown = this.overlay.clientWidth;
    const dense = Math.min(2, devicePixelRatio);
    fit(this.overlay, Math.round(shown * dense), Math.round(this.overlay.clientHeight * dense));
    const pen = this.overlay.getContext("2d");
    pen.clearRect(0, 0, this.overlay.width, this.overlay.height);
    const scale = this.overlay.width / this.width;
    // Truth comes in the camera's pixels, whose centres are whole numbers.
    pen.setTransform(scale, 0, 0, scale, scale / 2, scale / 2);
    // Lines keep their width on the screen, whatever the size of the picture.
    const unit = (dense / scale) * Math.min(1, 0.55 + shown / 2200);
    for (const base of this.head.bases) drawBase(pen, base, unit);
    if (shown >= NAMES_FROM_PX) for (const base of this.head.bases) drawName(pen, base, unit);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    this.overlay.dataset.bases = this.head.bases.length;
  }
}

function trace(pen, points) {
  pen.beginPath();
  for (let i = 0; i < points.length; i += 2) pen.lineTo(points[i], points[i + 1]);
}

function drawBase(pen, base, unit) {
  trace(pen, base.outline);
  pen.closePath();
  if (base.touching) {
    pen.fillStyle = "#f0e44240";
    pen.fill();
  }
  pen.lineJoin = "round";
  pen.lineCap = "round";
  // A lit contact is a bright seam around the team's own colour, which stays to be seen.
  pen.strokeStyle = base.touching ? COLOURS.touch : "#000a";
  pen.lineWidth = (base.touching ? 4.8 : 4) * unit;
  pen.stroke();
  pen.strokeStyle = COLOURS[base.team];
  pen.lineWidth = 1.9 * unit;
  pen.stroke();
  drawFront(pen, base, unit);
}

function drawFront(pen, { front, at: centre }, unit) {
  const middle = [(front[0] + front[2]) / 2, (front[1] + front[3]) / 2];
  const ahead = [middle[0] - centre[0], middle[1] - centre[1]];
  const length = Math.hypot(...ahead) || 1;
  const tip = ahead.map((v, i) => middle[i] + (v / length) * 6 * unit);
  const inset = 0.16;
  const ends = [0, 1].map((i) => [
    front[2 * i] + (middle[0] - front[2 * i]) * inset,
    front[2 * i + 1] + (middle[1] - front[2 * i + 1]) * inset,
  ]);
  pen.beginPath();
  pen.moveTo(...ends[0]);
  pen.lineTo(...tip);
  pen.lineTo(...ends[1]);
  pen.closePath();
  pen.fillStyle = "#fff";
  pen.strokeStyle = "#000a";
  pen.lineWidth = unit;
  pen.stroke();
  pen.fill();
}

function drawName(pen, base, unit) {
  const [x, y] = base.at;
  pen.font = `700 ${10.5 * unit}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineWidth = 3.2 * unit;
  pen.strokeStyle = "#000d";
  pen.strokeText(base.id, x, y);
  pen.fillStyle = "#fff";
  pen.fillText(base.id, x, y);
}
