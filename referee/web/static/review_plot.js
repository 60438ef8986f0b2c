// The measured length over time with its band, what it means to touch, and how sure that was.

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 262;
const SURE = { top: 200, height: 36 };
const EDGE = { left: 46, right: 12, top: 12, bottom: 176 };
const HOLE = 1.6;
const MOST_MM = 5;
let cuts = 0;

export class Plots {
  constructor(place, seek) {
    this.place = place;
    this.seek = seek;
    this.flag = null;
    this.stop = { t_ms: 0 };
    new ResizeObserver(() => this.flag && this.paint()).observe(place);
  }

  show(flag) {
    this.flag = flag;
    this.paint();
  }

  cursor(stop) {
    this.stop = stop;
    for (const plot of this.plots ?? []) plot.cursor(stop);
  }

  paint() {
    const width = Math.max(this.place.clientWidth - 28, 240);
    const curves = this.flag.curves.filter((curve) => curve.points.length > 0);
    this.plots = curves.map((curve) => new Plot(curve, this.flag, width, this.seek));
    const without = this.flag.curves.filter((curve) => curve.points.length === 0);
    const said = without.map((curve) => note(`${curve.named}: never near enough, or never seen together, in this clip.`));
    if (this.flag.curves.length === 0) said.push(note("Nothing was measured for this call."));
    this.place.replaceChildren(...this.plots.map((plot) => plot.node), ...said);
    this.cursor(this.stop);
  }
}

class Plot {
  constructor(curve, flag, width, seek) {
    this.curve = curve;
    this.width = width;
    this.meetings = flag.instant.meetings;
    const all = [...flag.shots.map((shot) => shot.t_ms), 0];
    this.from = Math.min(...all);
    this.until = Math.max(...all, this.from + 1);
    const near = curve.points.filter((point) => Math.abs(point.t_ms) <= 500);
    const shown = near.length ? near : curve.points;
    this.high = Math.min(Math.max(...shown.map((p) => p.high_mm), 0.6) * 1.08, curve.touch ? MOST_MM : 60);
    this.low = Math.max(Math.min(...shown.map((p) => p.low_mm), -0.4) * 1.08, curve.touch ? -3 : -60);
    this.node = document.createElement("figure");
    this.node.className = "plot";
    const title = document.createElement("figcaption");
    title.append(words("b", curve.named), (this.reading = words("output", "")));
    this.svg = draw("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img" });
    this.svg.setAttribute("aria-label", `${curve.named} over time, in mm, with a band that holds 95 of 100 measurements`);
    this.paint(flag);
    this.node.append(title, this.svg);
    const seekAt = (event) => {
      const box = this.svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * width;
      seek(this.from + ((x - EDGE.left) / (width - EDGE.left - EDGE.right)) * (this.until - this.from));
    };
    this.svg.onpointerdown = (event) => {
      this.svg.setPointerCapture(event.pointerId);
      seekAt(event);
    };
    this.svg.onpointermove = (event) => event.buttons && seekAt(event);
  }

  x = (ms) => EDGE.left + ((ms - this.from) / (this.until - this.from)) * (this.width - EDGE.left - EDGE.right);
  y = (mm) => EDGE.bottom - ((mm - this.low) / (this.high - this.low)) * (EDGE.bottom - EDGE.top);
  up = (chance) => SURE.top + SURE.height * (1 - chance);

  paint(flag) {
    const right = this.width - EDGE.right;
    const sigma = (flag.instant.sigma_ms ?? 0) * 1.96;
    const past = this.curve.touch ? [this.y(0), EDGE.bottom] : [EDGE.top, this.y(0)];
    // What lies beyond the scale is cut off, not drawn at its edge.
    const cut = draw("clipPath", { id: `cut-${(cuts += 1)}` });
    cut.append(draw("rect", { x: EDGE.left, y: EDGE.top - 4, width: right - EDGE.left, height: EDGE.bottom - EDGE.top + 4 }));
    const inside = draw("g", { "clip-path": `url(#${cut.id})` });
    inside.append(...this.bands(), ...this.curve.points.map((p) => draw("circle", { cx: this.x(p.t_ms), cy: this.y(p.mm), r: 2.1, class: "dot" })));
    this.svg.append(
      cut,
      draw("rect", { x: EDGE.left, y: past[0], width: right - EDGE.left, height: Math.max(past[1] - past[0], 0), class: "past" }),
      draw("rect", { x: this.x(-sigma), y: EDGE.top, width: Math.max(this.x(sigma) - this.x(-sigma), 1), height: SURE.top + SURE.height - EDGE.top, class: "when" }),
      ...this.axis(right),
      draw("line", { x1: EDGE.left, x2: right, y1: this.y(0), y2: this.y(0), class: "zero" }),
      inside,
      label(EDGE.left + 5, this.y(0) - 5, this.curve.touch ? "0 mm: they touch" : "0 mm: on the line", "start"),
      draw("line", { x1: this.x(0), x2: this.x(0), y1: EDGE.top, y2: SURE.top + SURE.height, class: "called" }),
      ...flag.shots.map((shot) => draw("line", { x1: this.x(shot.t_ms), x2: this.x(shot.t_ms), y1: EDGE.bottom + 3, y2: EDGE.bottom + (shot.bases.length ? 8 : 5), class: "frame" })),
      ...this.chances(right),
      (this.hand = draw("line", { y1: EDGE.top - 4, y2: SURE.top + SURE.height, class: "cursor" })),
    );
  }

  axis(right) {
    const span = this.high - this.low;
    const step = [0.25, 0.5, 1, 2, 5, 10, 20].find((each) => span / each <= 6) ?? 50;
    const marks = [];
    for (let mm = Math.ceil(this.low / step) * step; mm <= this.high; mm += step)
      marks.push(draw("line", { x1: EDGE.left, x2: right, y1: this.y(mm), y2: this.y(mm), class: "grid" }), label(EDGE.left - 6, this.y(mm) + 4, `${Number(mm.toFixed(2))}`, "end"));
    marks.push(label(4, EDGE.top + 2, "mm", "start"));
    const far = this.until - this.from > 1200 && this.width < 500 ? 500 : 250;
    for (let ms = Math.ceil(this.from / far) * far; ms <= this.until; ms += far)
      marks.push(label(this.x(ms), HEIGHT - 6, ms === 0 ? "instant" : `${ms > 0 ? "+" : "−"}${Math.abs(ms)}`, "middle"));
    return marks;
  }

  // The band and the line stop where frames are missing.
  bands() {
    const points = this.curve.points;
    const steps = points.slice(1).map((p, i) => p.t_ms - points[i].t_ms).sort((a, b) => a - b);
    const usual = steps[Math.floor(steps.length / 2)] ?? 0;
    const runs = [[]];
    points.forEach((point, i) => {
      if (i > 0 && point.t_ms - points[i - 1].t_ms > HOLE * usual) runs.push([]);
      runs.at(-1).push(point);
    });
    return runs.flatMap((run) => {
      const edge = [...run.map((p) => [p.t_ms, p.high_mm]), ...run.toReversed().map((p) => [p.t_ms, p.low_mm])];
      return [
        draw("polygon", { points: edge.map(([t, mm]) => `${this.x(t)},${this.y(mm)}`).join(" "), class: "band" }),
        draw("polyline", { points: run.map((p) => `${this.x(p.t_ms)},${this.y(p.mm)}`).join(" "), class: "curve" }),
      ];
    });
  }

  chances(right) {
    const known = this.curve.points.filter((point) => point.chance !== null);
    const line = known.map((p) => `${this.x(p.t_ms)},${this.up(p.chance)}`).join(" ");
    return [
      draw("rect", { x: EDGE.left, y: SURE.top, width: right - EDGE.left, height: SURE.height, class: "sure-ground" }),
      draw("line", { x1: EDGE.left, x2: right, y1: this.up(this.curve.sure), y2: this.up(this.curve.sure), class: "sure" }),
      draw("polyline", { points: line, class: "chance" }),
      label(EDGE.left - 6, SURE.top + 5, "100 %", "end"),
      label(EDGE.left - 6, SURE.top + SURE.height + 2, "0", "end"),
      label(EDGE.left + 5, SURE.top + 14, `${this.width > 460 ? "how sure; " : ""}no flag from ${(this.curve.sure * 100).toFixed(1)} %`, "start"),
    ];
  }

  cursor(stop) {
    const ms = stop.t_ms;
    this.hand.setAttribute("x1", this.x(ms));
    this.hand.setAttribute("x2", this.x(ms));
    const met = stop.instant && this.meetings.find((each) => each.players[0] === this.curve.players[0]);
    if (met) {
      this.reading.textContent = `${length(met.gap_mm, 1.96 * met.sigma_mm)} at the instant`;
      return;
    }
    const nearest = this.curve.points.reduce((a, b) => (Math.abs(b.t_ms - ms) < Math.abs(a.t_ms - ms) ? b : a));
    if (Math.abs(nearest.t_ms - ms) > 40) {
      this.reading.textContent = "not measured here";
      return;
    }
    const chance = nearest.chance === null ? "" : `, ${(nearest.chance * 100).toFixed(1)} % sure`;
    this.reading.textContent = `${length(nearest.mm, (nearest.high_mm - nearest.low_mm) / 2)}${chance}`;
  }
}

const length = (mm, half) => `${mm.toFixed(2).replace("-", "−")} ± ${half.toFixed(2)} mm`;

function note(text) {
  return words("p", text, "quiet");
}

function words(kind, text, name = "") {
  const node = document.createElement(kind);
  node.className = name;
  node.textContent = text;
  return node;
}

function label(x, y, text, anchor) {
  const node = draw("text", { x, y, "text-anchor": anchor });
  node.textContent = text;
  return node;
}

function draw(kind, values) {
  const node = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(values)) node.setAttribute(key, value);
  return node;
}
