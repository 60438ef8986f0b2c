// Four corners on a picture: placed in turn, dragged, nudged with keys, and sent.

import { got, notice, paired, send } from "/orders.js";

const SVG = "http://www.w3.org/2000/svg";
const ZOOM = 5; // pixels of the loupe for one of the picture
const NEAR = 26; // screen pixels within which a corner is grabbed
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const at = (id) => document.getElementById(id);
const plate = at("plate"), photo = at("photo"), pins = at("pins"), loupe = at("loupe");
let names = [], size = [1, 1], corners = [], chosen = null, dragging = null, may = false;

async function load() {
  const answer = await got("/clicks.json");
  if (answer?.status === 404) return say("There is no picture to click on.");
  if (!answer?.ok) return say("The referee program does not answer.");
  const about = await answer.json();
  names = about.corners;
  size = about.size_px;
  at("why").textContent = about.why;
  at("back").hidden = !about.back;
  at("back").href = about.back || "#";
  pins.setAttribute("viewBox", `-0.5 -0.5 ${size[0]} ${size[1]}`);
  await shown(photo, "/clicks.jpg");
  may = await paired();
  if (!may) notice("Watching only. To calibrate, open the address the program printed.");
  draw();
}

// Beside a set-up only a paired page may see the picture.
async function shown(place, path) {
  const answer = await got(path);
  if (answer?.ok) place.src = URL.createObjectURL(await answer.blob());
}

const say = (text) => (at("status").textContent = text);

let calibrated = false; // with the corners as they are

function draw() {
  const next = corners.length;
  const hint = calibrated ? "Calibrated. Move a corner to do it again." : "Look again, then calibrate";
  at("hint").textContent = next < 4 ? `Click the corner ${names[next]}` : hint;
  at("go").classList.toggle("main", !calibrated);
  say(`${next} of 4 corners`);
  at("undo").disabled = next === 0;
  at("go").disabled = next < 4 || !may;
  document.querySelectorAll(".mini circle").forEach((mark, k) => mark.classList.toggle("next", k === next));
  at("corners").replaceChildren(...names.map(row));
  drawPins();
}

function drawPins() {
  const next = corners.length;
  pins.replaceChildren();
  if (next > 1) {
    const ring = shape(next === 4 ? "polygon" : "polyline", { class: "ring", points: corners.map((c) => c.join(",")).join(" ") });
    pins.append(ring);
  }
  corners.forEach(([x, y], k) => pins.append(pin(x, y, k)));
}

function row(name, k) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const mark = document.createElement("i");
  const words = document.createElement("span");
  const place = document.createElement("output");
  button.type = "button";
  mark.textContent = k + 1;
  words.textContent = name;
  if (corners[k]) place.textContent = corners[k].map((v) => v.toFixed(0)).join(", ");
  button.append(mark, words, place);
  button.disabled = k >= corners.length;
  button.setAttribute("aria-pressed", String(k === chosen));
  if (k === corners.length) button.setAttribute("aria-current", "step");
  item.classList.toggle("set", k < corners.length);
  button.onclick = () => choose(k);
  button.onkeydown = (event) => nudge(event, k);
  item.append(button);
  return item;
}

function choose(k) {
  chosen = k;
  draw();
  at("corners").children[k].firstChild.focus();
  look(corners[k]);
}

function nudge(event, k) {
  const step = STEPS[event.key];
  if (!step || !corners[k]) return;
  event.preventDefault();
  const far = event.shiftKey ? 10 : 1;
  corners[k] = held([corners[k][0] + far * step[0], corners[k][1] + far * step[1]]);
  choose(k);
}

function pin(x, y, k) {
  const group = shape("g", { class: k === chosen ? "pin chosen" : "pin" });
  const screen = size[0] / photo.clientWidth; // pixels of the picture for one of the screen
  const r = 11 * screen;
  const cross = `M${x - r} ${y}H${x - r / 4}M${x + r / 4} ${y}H${x + r}M${x} ${y - r}V${y - r / 4}M${x} ${y + r / 4}V${y + r}`;
  group.append(shape("path", { class: "halo", d: cross }), shape("path", { class: "cross", d: cross }));
  const aside = x > 0.85 * size[0] ? -1 : 1; // inside the picture
  const label = shape("text", { x: x + aside * r, y: Math.max(y - r, 15 * screen), "font-size": 15 * screen,
    "text-anchor": aside < 0 ? "end" : "start" });
  label.textContent = k + 1;
  group.append(label);
  return group;
}

function shape(kind, values) {
  const node = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(values)) node.setAttribute(key, value);
  return node;
}

// Pixel 0 of the picture has its middle, not its edge, at 0.
function place(event) {
  const box = photo.getBoundingClientRect();
  return held([
    ((event.clientX - box.left) / box.width) * size[0] - 0.5,
    ((event.clientY - box.top) / box.height) * size[1] - 0.5,
  ]);
}

const held = ([x, y]) => [Math.min(Math.max(x, 0), size[0] - 1), Math.min(Math.max(y, 0), size[1] - 1)];

function grabbed(event) {
  const box = photo.getBoundingClientRect();
  const scale = box.width / size[0];
  const [x, y] = place(event);
  const apart = corners.map((c) => Math.hypot(c[0] - x, c[1] - y) * scale);
  const best = apart.indexOf(Math.min(...apart));
  return best >= 0 && apart[best] < NEAR ? best : null;
}

function look([x, y]) {
  const pen = loupe.getContext("2d");
  const half = loupe.width / 2;
  const scale = photo.naturalWidth / size[0];
  const span = (loupe.width / ZOOM) * scale;
  pen.fillStyle = "#05080b";
  pen.fillRect(0, 0, loupe.width, loupe.height);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(photo, (x + 0.5) * scale - span / 2, (y + 0.5) * scale - span / 2, span, span, 0, 0, loupe.width, loupe.height);
  pen.strokeStyle = "#f0e442";
  pen.lineWidth = 2;
  pen.beginPath();
  for (const [dx, dy] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
    pen.moveTo(half + 8 * dx, half + 8 * dy);
    pen.lineTo(half + 44 * dx, half + 44 * dy);
  }
  pen.stroke();
  const box = photo.getBoundingClientRect();
  const left = ((x + 0.5) / size[0]) * box.width, top = ((y + 0.5) / size[1]) * box.height;
  const wide = 150, gap = 34;
  // Beside the finger, and on the side that has room.
  loupe.style.left = `${Math.min(Math.max(left - wide / 2, 4), box.width - wide - 4)}px`;
  loupe.style.top = `${top > wide + gap ? top - wide - gap : top + gap}px`;
  loupe.hidden = false;
}

plate.onpointerdown = (event) => {
  if (event.button !== 0 || names.length === 0) return;
  calibrated = false;
  event.preventDefault();
  dragging = grabbed(event);
  if (dragging === null) {
    if (corners.length === 4) return;
    dragging = corners.length;
    corners.push(place(event));
  }
  plate.setPointerCapture(event.pointerId);
  chosen = dragging;
  draw();
  look(corners[dragging]);
};
plate.onpointermove = (event) => {
  if (dragging === null) {
    if (event.pointerType === "mouse" && corners.length < 4 && names.length) look(place(event));
    return;
  }
  corners[dragging] = place(event);
  draw();
  look(corners[dragging]);
};
plate.onpointerup = plate.onpointercancel = (event) => {
  dragging = null;
  if (corners.length === 4 || event.pointerType !== "mouse") loupe.hidden = true;
};
plate.onpointerleave = () => (loupe.hidden = dragging === null ? true : loupe.hidden);

at("undo").onclick = () => {
  corners.pop();
  chosen = null;
  loupe.hidden = true;
  draw();
};

at("go").onclick = async () => {
  at("go").disabled = true;
  calibrated = false;
  say("Calibrating");
  const outcome = await send("/clicks", { corners: corners.map((c) => c.map((v) => Math.round(v * 10) / 10)) });
  if (outcome) {
    at("outcome").hidden = false;
    at("outcome").classList.toggle("bad", !outcome.good);
    at("title").textContent = outcome.title;
    at("lines").replaceChildren(...outcome.lines.map((text) => {
      const line = document.createElement("li");
      line.textContent = text;
      return line;
    }));
    await shown(at("drawn"), "/outcome.jpg");
    at("outcome").scrollIntoView({ block: "nearest" });
  }
  calibrated = Boolean(outcome?.good);
  draw();
  if (calibrated) at("outcome").scrollIntoView({ block: "start" });
  if (outcome) say(outcome.good ? "Calibrated" : "Not calibrated");
};

new ResizeObserver(drawPins).observe(photo);
await load();
