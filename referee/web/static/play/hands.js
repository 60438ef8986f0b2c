// Figures of a simulated table are moved and turned on the field: dragged, tapped and turned by a knob or the keys.

import { make } from "/field.js";
import { send } from "/orders.js";
import { night } from "/play/night.js";
import { picking } from "/play/pick.js";

const BETWEEN = ["between plays", "set-up", "set", "a kick"];
const AT_STOPS = ["stop", "read"];
// A finger is not exact: so many pixels around a figure mean it.
const REACH_PX = 24;
const REACH_MM = 26;
// A press that goes no farther is a tap.
const TAP_PX = 6;
const KNOB_MM = 62;
const STEP_DEG = 5;
const BIG_STEP_DEG = 15;
// What was asked for is shown for so long, until the hands have done it.
const SHOWN_MS = 6000;

let field = null;
let layer = null;
let held = null; // what a finger is on: a figure, or the knob of the chosen one
let chosen = null; // { id, x, y, heading }
let ghosts = [];
let drawn = "";

export function buildHands(pitch) {
  field = pitch;
  const { svg } = pitch;
  svg.addEventListener("pointerdown", down);
  svg.addEventListener("pointermove", drag);
  svg.addEventListener("pointerup", drop);
  svg.addEventListener("pointercancel", () => ((held = null), draw()));
}

// A new field was drawn.
export function readyHands() {
  layer = make(field.svg, "g", { class: "hands" });
  field.svg.classList.toggle("by-hand", Boolean(night.about?.hands));
}

const moves = () => mayAny() && BETWEEN.includes(night.state.moment);
const mayAny = () => night.about?.hands && night.paired && night.state && !night.state.power && !picking()
  && (BETWEEN.includes(night.state.moment) || AT_STOPS.includes(night.state.moment));

// With every moment of the night.
export function showHands() {
  if (!night.about?.hands || !layer) return;
  if (!mayAny()) [held, chosen] = [null, null];
  const now = performance.now();
  ghosts = ghosts.filter((ghost) => ghost.until > now && !stands(ghost));
  if (chosen) {
    const piece = night.state.pieces.find(([id]) => id === chosen.id);
    if (!piece) chosen = null;
    else if (!ghosts.length && !held) [chosen.x, chosen.y, chosen.heading] = [piece[1], piece[2], piece[3]];
  }
  draw();
}

const stands = ({ x, y, heading }) => night.state.pieces.some(([, px, py, ph]) =>
  Math.hypot(px - x, py - y) < 3 && Math.abs(((ph - heading + 540) % 360) - 180) < 4);

function down(event) {
  if (!mayAny() || event.button > 0) return;
  const at = field.place(event);
  if (chosen && near(knob(chosen), at, event)) held = { knob: true };
  else {
    const piece = figureAt(at, event);
    if (!piece) {
      chosen = null;
      return draw();
    }
    const [id, x, y, heading] = piece;
    held = { id, x, y, heading, from: [x, y], start: [event.clientX, event.clientY], moved: false };
  }
  event.preventDefault();
  field.svg.setPointerCapture(event.pointerId);
  return draw();
}

function drag(event) {
  if (!held) return;
  const at = field.place(event);
  if (held.knob) {
    chosen.heading = (Math.atan2(at.y_mm - chosen.y, at.x_mm - chosen.x) * 180) / Math.PI;
  } else {
    const [x, y] = held.start;
    held.moved ||= moves() && Math.hypot(event.clientX - x, event.clientY - y) > TAP_PX;
    if (held.moved) [held.x, held.y] = [at.x_mm, at.y_mm];
  }
  draw();
}

function drop() {
  if (!held) return;
  const was = held;
  held = null;
  if (was.knob) put(chosen, chosen);
  else if (was.moved) {
    put({ x: was.from[0], y: was.from[1] }, was);
    chosen = null;
  } else chosen = { id: was.id, x: was.from[0], y: was.from[1], heading: was.heading };
  draw();
}

async function put(from, to) {
  const ghost = { x: to.x, y: to.y, heading: to.heading, until: performance.now() + SHOWN_MS };
  ghosts.push(ghost);
  const heading = ((((to.heading + 180) % 360) + 360) % 360) - 180;
  const done = await send("/hands", { x_mm: from.x, y_mm: from.y, to_x_mm: to.x, to_y_mm: to.y, heading_deg: heading });
  if (!done) ghosts = ghosts.filter((each) => each !== ghost);
}

export const setUpAnew = () => send("/hands/set-up");

// True if the key turned the chosen figure.
export function handsKey(event) {
  const turn = { ",": 1, ".": -1, "<": 1, ">": -1 }[event.key];
  if (!chosen || !turn || !mayAny()) return false;
  chosen.heading += turn * (event.shiftKey ? BIG_STEP_DEG : STEP_DEG);
  put(chosen, { ...chosen });
  draw();
  return true;
}

function figureAt({ x_mm: x, y_mm: y }, event) {
  const best = night.state.pieces.map((piece) => [Math.hypot(piece[1] - x, piece[2] - y), piece]).sort((a, b) => a[0] - b[0])[0];
  return best && near({ x_mm: best[1][1], y_mm: best[1][2] }, { x_mm: x, y_mm: y }, event) ? best[1] : null;
}

function near(a, b, event) {
  const scale = field.svg.getScreenCTM().a;
  const reach = event.pointerType === "mouse" ? REACH_MM : Math.max(REACH_MM, REACH_PX / scale);
  return Math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) <= reach;
}

const knob = ({ x, y, heading }) => ({
  x_mm: x + KNOB_MM * Math.cos((heading * Math.PI) / 180),
  y_mm: y + KNOB_MM * Math.sin((heading * Math.PI) / 180),
});

function draw() {
  // Drawn anew only when something changed: a finger may be on it.
  const key = JSON.stringify([ghosts, held, chosen]);
  if (!layer || key === drawn) return;
  drawn = key;
  layer.replaceChildren();
  for (const ghost of ghosts) figure(ghost, "ghost");
  if (held?.moved) figure(held, "ghost held");
  if (!chosen) return;
  const end = knob(chosen);
  make(layer, "circle", { class: "chosen", cx: chosen.x, cy: -chosen.y, r: 24 });
  make(layer, "line", { class: "arm", x1: chosen.x, y1: -chosen.y, x2: end.x_mm, y2: -end.y_mm });
  make(layer, "circle", { class: "knob", cx: end.x_mm, cy: -end.y_mm, r: 12 });
}

function figure({ x, y, heading }, kind) {
  const group = make(layer, "g", { class: kind, transform: `translate(${x} ${-y}) rotate(${-heading})` });
  make(group, "rect", { x: -14, y: -10.5, width: 28, height: 21, rx: 3 });
  make(group, "path", { d: "M14-7 22 0 14 7" });
}
