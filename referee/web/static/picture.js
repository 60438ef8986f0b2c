// The live picture and the truth drawn over it. Both canvases have the picture's own pixels.

const COLOURS = { home: "#56b4e9", away: "#e69f00", touch: "#f0e442" };

export class Picture {
  constructor(canvas, overlay) {
    this.canvas = canvas;
    this.overlay = overlay;
    this.showsTruth = false;
    this.head = null;
  }

  resize([width, height]) {
    for (const canvas of [this.canvas, this.overlay]) {
      canvas.width = width;
      canvas.height = height;
    }
    this.canvas.parentElement.style.aspectRatio = `${width} / ${height}`;
  }

  async show(head, jpeg) {
    const bitmap = await createImageBitmap(jpeg);
    this.canvas.getContext("2d").drawImage(bitmap, 0, 0, this.canvas.width, this.canvas.height);
    bitmap.close();
    this.head = head;
    this.drawTruth();
  }

  setTruth(shown) {
    this.showsTruth = shown;
    this.drawTruth();
  }

  drawTruth() {
    const pen = this.overlay.getContext("2d");
    pen.clearRect(0, 0, this.overlay.width, this.overlay.height);
    this.overlay.dataset.bases = 0;
    if (!this.showsTruth || !this.head) return;
    // Lines keep their width on the screen, whatever the size of the picture.
    const unit = this.overlay.width / Math.max(320, this.overlay.clientWidth);
    for (const base of this.head.bases) drawBase(pen, base, unit);
    for (const base of this.head.bases) drawName(pen, base, unit);
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
    pen.fillStyle = "#f0e44266";
    pen.fill();
  }
  pen.lineJoin = "round";
  pen.lineCap = "round";
  pen.strokeStyle = "#000a";
  pen.lineWidth = 4 * unit;
  pen.stroke();
  pen.strokeStyle = base.touching ? COLOURS.touch : COLOURS[base.team];
  pen.lineWidth = (base.touching ? 2.6 : 1.8) * unit;
  pen.stroke();
  drawFront(pen, base, unit);
}

function drawFront(pen, { front, outline }, unit) {
  const middle = [(front[0] + front[2]) / 2, (front[1] + front[3]) / 2];
  const centre = mean(outline);
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
  const [x, y] = mean(base.outline);
  pen.font = `700 ${11 * unit}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineWidth = 3.2 * unit;
  pen.strokeStyle = "#000d";
  pen.strokeText(base.id, x, y);
  pen.fillStyle = "#fff";
  pen.fillText(base.id, x, y);
}

function mean(points) {
  let x = 0;
  let y = 0;
  for (let i = 0; i < points.length; i += 2) {
    x += points[i];
    y += points[i + 1];
  }
  return [(2 * x) / points.length, (2 * y) / points.length];
}
