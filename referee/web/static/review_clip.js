// The clip: pictures frame by frame, and over them the outlines, the contact and the spot.

const at = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const AT_ONCE = 3;
const MOST_ZOOM = 12;

export class Clip {
  constructor(moved, tapped) {
    this.moved = moved;
    this.views = [new View(at("whole"), false, tapped), new View(at("close"), true, tapped)];
    this.stops = [];
    this.place = 0;
    this.speed = 0.25;
    this.timer = null;
    at("back").onclick = () => this.step(-1);
    at("forth").onclick = () => this.step(1);
    at("play").onclick = () => this.toggle();
    at("jump").onclick = () => this.instant();
    at("loop").onclick = () => this.looping();
    at("exchange").onclick = () => this.exchange();
    at("full").onclick = () => this.full();
    at("nearer").onclick = () => this.zoom(1.5);
    at("farther").onclick = () => this.zoom(1 / 1.5);
    at("slider").oninput = () => {
      this.pause();
      this.go(Number(at("slider").value));
    };
    for (const button of document.querySelectorAll("[data-speed]"))
      button.onclick = () => this.faster(Number(button.dataset.speed));
  }

  show(flag) {
    this.pause();
    const same = this.flag?.number === flag.number;
    const ms = same ? this.stops[this.place]?.t_ms : 0;
    this.flag = flag;
    const shots = flag.shots.map((shot, index) => ({ ...shot, index }));
    const now = { t_ms: 0, instant: true, bases: flag.instant.bases, markers: flag.instant.markers };
    const before = shots.filter((shot) => shot.t_ms <= 0);
    now.shot = before.at(-1) ?? null;
    this.stops = [...before, now, ...shots.slice(before.length)];
    const [left, top, width, height] = flag.plate.box;
    this.views[0].frame(flag.plate, [0, 0, ...flag.plate.size]);
    this.views[1].frame(flag.plate, [left, top, width, height]);
    if (!same) this.fetch(flag, shots, now.shot);
    at("slider").max = String(this.stops.length - 1);
    this.seek(ms ?? 0);
  }

  looping() {
    this.loops = !this.loops;
    at("loop").setAttribute("aria-pressed", String(this.loops));
  }

  exchange() {
    const { dataset } = at("views");
    dataset.large = dataset.large === "close" ? "whole" : "close";
  }

  full() {
    if (document.fullscreenElement) document.exitFullscreen();
    else at("stage").requestFullscreen?.();
  }

  zoom(by) {
    const large = at("views").dataset.large === "close" ? 1 : 0;
    this.views[large].zoomBy(by);
  }

  // The picture at the instant first, then the others in their order, a few at a time.
  fetch(flag, shots, first) {
    this.leaves?.abort();
    this.leaves = new AbortController();
    const { signal } = this.leaves;
    for (const pair of this.pictures?.values() ?? []) for (const image of pair) if (image) URL.revokeObjectURL(image.src);
    const pictures = new Map();
    this.pictures = pictures;
    const waiting = shots.filter((shot) => shot.pictured && shot !== first);
    if (first?.pictured) waiting.unshift(first);
    const load = async (shot) => {
      const pair = await Promise.all(["whole", "close"].map((kind) => picture(`/review/${flag.number}/${kind}/${shot.t_ns}`, signal)));
      if (signal.aborted) return;
      pictures.set(shot.index, pair);
      const stop = this.stops[this.place];
      if (stop && (stop.shot ?? stop).index === shot.index) this.draw();
      const next = waiting.shift();
      if (next) await load(next);
    };
    for (const shot of waiting.splice(0, AT_ONCE)) load(shot);
  }

  seek(ms) {
    let nearest = 0;
    this.stops.forEach((stop, place) => {
      const off = Math.abs(stop.t_ms - ms);
      const best = Math.abs(this.stops[nearest].t_ms - ms);
      if (off < best || (off === best && stop.instant)) nearest = place;
    });
    this.go(nearest);
  }

  step(by) {
    this.pause();
    this.go(this.place + by);
  }

  instant() {
    this.pause();
    this.go(this.stops.findIndex((stop) => stop.instant));
  }

  go(place) {
    this.place = Math.min(Math.max(place, 0), this.stops.length - 1);
    this.draw();
  }

  toggle() {
    if (this.timer === null) this.start();
    else this.pause();
  }

  start() {
    if (this.place >= this.stops.length - 1) this.place = 0;
    let last = performance.now();
    let ms = this.stops[this.place].t_ms;
    const tick = (now) => {
      ms += (now - last) * this.speed;
      last = now;
      let place = this.place;
      while (place < this.stops.length - 1 && this.stops[place + 1].t_ms <= ms) place += 1;
      if (place !== this.place) this.go(place);
      if (this.place >= this.stops.length - 1 && this.loops) {
        ms = this.stops[0].t_ms;
        this.go(0);
      }
      if (this.place >= this.stops.length - 1) this.pause();
      else this.timer = requestAnimationFrame(tick);
    };
    this.timer = requestAnimationFrame(tick);
    at("play").firstElementChild.textContent = "Pause";
  }

  pause() {
    if (this.timer !== null) cancelAnimationFrame(this.timer);
    this.timer = null;
    at("play").firstElementChild.textContent = "Play";
  }

  faster(speed) {
    this.speed = speed;
    for (const button of document.querySelectorAll("[data-speed]"))
      button.setAttribute("aria-pressed", String(Number(button.dataset.speed) === speed));
  }

  mark(px) {
    this.marked = px;
    if (this.stops.length) this.draw();
  }

  draw() {
    const stop = this.stops[this.place];
    const shot = stop.instant ? stop.shot : stop;
    const pair = shot && this.pictures?.get(shot.index);
    this.views.forEach((view, place) => view.draw(stop, pair?.[place] ?? null, this.flag, this.marked));
    at("slider").value = String(this.place);
    at("where").textContent = `${signed(stop.t_ms)} ms`;
    at("moment").textContent = words(stop, shot, pair, this.stops.length - 1);
    this.moved(stop);
  }
}

function words(stop, shot, pair, count) {
  if (stop.instant) return `The instant of the call, between two frames. ${shot?.pictured ? "The picture is the frame before it." : ""}`;
  const lacking = stop.pictured ? (pair ? "" : ", its picture is coming or could not be read") : ", no picture was kept";
  return `Frame ${stop.index + 1} of ${count}${lacking}${stop.bases.length ? "" : ", nothing was measured in it"}`;
}

const signed = (ms) => (Math.abs(ms) < 0.05 ? "0.0" : `${ms > 0 ? "+" : "−"}${Math.abs(ms).toFixed(1)}`);

// Kept as they came: a browser may forget what it has decoded and do it again.
async function picture(address, signal) {
  const answer = await fetch(address, { signal }).catch(() => null);
  const data = answer?.ok ? await answer.blob().catch(() => null) : null;
  if (!data || signal.aborted) return null;
  const image = new Image();
  image.src = URL.createObjectURL(data);
  return image.decode().then(() => image, () => null);
}

// One of the two pictures. Everything over it is drawn in pixels of the whole picture.
class View {
  constructor(node, near, tapped) {
    this.node = node;
    this.near = near;
    this.canvas = node.querySelector("canvas");
    this.svg = node.querySelector("svg");
    this.sheet = node.querySelector(".sheet");
    this.unzoom();
    this.zooming();
    this.svg.addEventListener("click", (event) => {
      const map = this.svg.getScreenCTM();
      if (!map) return;
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.inverse());
      tapped([point.x, point.y]);
    });
  }

  // The wheel zooms at the pointer, a drag moves what is enlarged.
  zooming() {
    this.node.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = this.node.getBoundingClientRect();
      this.zoomBy(event.deltaY < 0 ? 1.25 : 0.8, event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    let from = null;
    this.node.addEventListener("pointerdown", (event) => (from = this.scale > 1 ? [event.clientX - this.x, event.clientY - this.y] : null));
    this.node.addEventListener("pointermove", (event) => from && this.moved(event.clientX - from[0], event.clientY - from[1]));
    for (const kind of ["pointerup", "pointerleave"]) this.node.addEventListener(kind, () => (from = null));
  }

  unzoom() {
    [this.scale, this.x, this.y] = [1, 0, 0];
    this.sheet.style.transform = "";
  }

  zoomBy(by, x = this.node.clientWidth / 2, y = this.node.clientHeight / 2) {
    if (!by) return this.unzoom();
    const scale = Math.min(MOST_ZOOM, Math.max(1, this.scale * by));
    const grown = scale / this.scale;
    this.scale = scale;
    return this.moved(x - (x - this.x) * grown, y - (y - this.y) * grown);
  }

  moved(x, y) {
    const [width, height] = [this.node.clientWidth, this.node.clientHeight];
    this.x = Math.min(0, Math.max(width * (1 - this.scale), x));
    this.y = Math.min(0, Math.max(height * (1 - this.scale), y));
    this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }

  frame(plate, box) {
    this.box = box;
    this.unzoom();
    this.node.style.aspectRatio = `${box[2]} / ${box[3]}`;
    this.node.style.setProperty("--ratio", box[2] / box[3]);
    this.svg.setAttribute("viewBox", box.join(" "));
    this.unit = box[2] / 100;
    const [x, y, width, height] = plate.box;
    this.looks = this.near ? [] : [draw("rect", { x, y, width, height, class: "looks" })];
    this.ground = plate.lines.map((line) => draw("polyline", { points: points(line.points), class: `print ${line.kind.replaceAll(" ", "-")}` }));
  }

  draw(stop, image, flag, marked) {
    const pen = this.canvas.getContext("2d");
    this.node.dataset.picture = image ? "shown" : "drawn";
    if (image) {
      this.canvas.width = image.naturalWidth;
      this.canvas.height = image.naturalHeight;
      pen.drawImage(image, 0, 0);
    } else {
      this.canvas.width = this.canvas.height = 1; // empty
    }
    const drawn = image ? [] : this.ground;
    const bases = stop.bases.map((base) => this.base(base));
    const markers = stop.markers.flatMap((line) => ["halo", "marker"].map((name) => draw("polygon", { points: points(line), class: name })));
    const met = this.near && stop.instant ? flag.instant.meetings.flatMap((each) => this.meeting(each)) : [];
    const spot = stop.instant && flag.instant.spot ? [this.diamond(flag.instant.spot, "ball")] : [];
    const lost = stop.instant ? flag.instant.last_seen : null;
    const last = lost ? ["halo", "last"].map((name) => draw("polygon", { points: points(lost.line), class: name })) : [];
    const wanted = marked ? [this.diamond(marked, "wanted")] : [];
    this.svg.replaceChildren(...drawn, ...this.looks, ...bases, ...last, ...markers, ...spot, ...met, ...wanted);
  }

  base(base) {
    const group = draw("g", { class: `base ${base.team}${base.close ? " close" : ""}${base.fallen ? " fallen" : ""}` });
    const [x, y] = base.line.reduce(([a, b], [c, d]) => [a + c / base.line.length, b + d / base.line.length], [0, 0]);
    group.append(
      draw("polygon", { points: points(base.line), class: "halo" }),
      draw("polygon", { points: points(base.line), class: "outline" }),
      ...(base.team === "away" ? [draw("polygon", { points: points(base.line), class: "inlay" })] : []),
      draw("polyline", { points: points(base.front), class: "front" }),
    );
    if (base.close && this.near) {
      const label = draw("text", { x, y, class: "tag" });
      label.style.fontSize = `${3.4 * this.unit}px`;
      label.textContent = base.number;
      group.append(label);
    }
    return group;
  }

  meeting(meeting) {
    const [[ax, ay], [bx, by]] = meeting.points;
    const ring = { cx: (ax + bx) / 2, cy: (ay + by) / 2, r: 2.2 * this.unit, class: "meet" };
    return [
      draw("circle", { ...ring, class: "halo" }), draw("circle", ring),
      draw("line", { x1: ax, y1: ay, x2: bx, y2: by, class: "meet" }),
      draw("circle", { cx: ax, cy: ay, r: 0.4 * this.unit, class: "meet-point" }),
      draw("circle", { cx: bx, cy: by, r: 0.4 * this.unit, class: "meet-point" }),
    ];
  }

  diamond([x, y], name) {
    const r = 1.6 * this.unit;
    return draw("polygon", { points: `${x},${y - r} ${x + r},${y} ${x},${y + r} ${x - r},${y}`, class: name });
  }
}

const points = (line) => line.map(([x, y]) => `${x},${y}`).join(" ");

function draw(kind, values) {
  const node = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(values)) node.setAttribute(key, value);
  return node;
}
