// Picking a figure or a place: by a tap on the field or on the picture, by a button, by the keys.

import { night, playerName } from "/play/night.js";
import { at, node, show, spotWords, text } from "/play/words.js";

const NEAR_MM = 26;
// A finger is broad: whoever is nearest within so many pixels is meant.
const NEAR_PX = 22;

let open = null;
let place = null;
let field = null;
let video = null;

export function buildPick(pitch, film) {
  [field, video] = [pitch, film];
  pitch.svg.addEventListener("click", (event) => tapped(field.place(event), null, NEAR_PX / pitch.svg.getScreenCTM().a));
  pitch.svg.addEventListener("pointermove", (event) => open?.kind === "spot" && aim(field.place(event)));
  film.overlay.parentElement.addEventListener("click", (event) => tapped(null, film.playerAt(event)));
  at("pick-cancel").addEventListener("click", cancel);
}

export const picking = () => open !== null;

export function cancel() {
  close()?.(null);
}

// A player: of `team` if it is given, one of `only` if they are; `first` are the likeliest; `chips` are further answers, each with its words and value.
export const pickPlayer = (words, { team = null, chips = [], first = [], only = null } = {}) =>
  start({ kind: "player", words, team, chips, first, only });

// A place on the field; `team` says from whose side it is named.
export const pickSpot = (words, { chips = [], team = null, near = null } = {}) =>
  start({ kind: "spot", words, chips, team, near });

function start(wanted) {
  cancel();
  return new Promise((resolve) => {
    open = { ...wanted, resolve, asked: momentKey(night.state) };
    document.body.dataset.pick = wanted.kind;
    text("pick-words", wanted.words);
    show("pick", true);
    offer();
    at("pitch-view").scrollIntoView({ block: "nearest" });
    if (wanted.kind === "player") light();
    else beginAiming();
  });
}

// A question of a moment that is over goes by itself: its answer would be about something else.
export function forgetStale(state) {
  if (open && momentKey(state) !== open.asked) cancel();
}

const BETWEEN = ["before the game", "a decision", "a kick", "between plays", "set-up", "set"];

function momentKey({ power, moment, notice, game }) {
  const between = BETWEEN.includes(moment);
  return JSON.stringify([power, between ? "between" : notice.period, game.stage, game.quarter]);
}

function close() {
  const was = open;
  open = place = null;
  delete document.body.dataset.pick;
  show("pick", false);
  field.pointAt(null);
  field.light(new Set());
  video.wanted = new Set();
  return was?.resolve;
}

function settle(value) {
  close()?.(value);
}

function candidates() {
  const all = [...night.players.values()].filter((p) => (!open.team || p.team === open.team) && (!open.only || open.only.includes(p.id)));
  const rank = (p) => (open.first.includes(p.id) ? open.first.indexOf(p.id) : 99);
  return all.sort((a, b) => rank(a) - rank(b) || a.number - b.number);
}

function offer() {
  const chips = open.chips.map(({ words, value }) => chip(words, value, "word"));
  const men = open.kind === "player" ? candidates() : [];
  const players = men.map((p) => {
    const made = chip(String(p.number), p.id, "man");
    made.dataset.team = p.team;
    made.setAttribute("aria-label", playerName(p.id));
    if (open.first.includes(p.id)) made.classList.add("likely");
    return made;
  });
  at("pick-chips").replaceChildren(...chips, ...players);
  at("pick-chips").firstElementChild?.focus({ preventScroll: true });
}

function chip(words, value, kind) {
  const made = node("button", { class: `chip-button ${kind}`, type: "button" }, words);
  made.addEventListener("click", () => settle(value));
  return made;
}

function light() {
  const wanted = new Set(candidates().map((p) => p.id));
  field.light(wanted);
  video.wanted = wanted;
}

function tapped(where, id, reach = 0) {
  if (!open) return;
  if (open.kind === "spot") {
    if (where) settle(clamped(where));
    return;
  }
  const found = id ?? (where && nearest(where, Math.max(NEAR_MM, reach)));
  if (found && candidates().some((p) => p.id === found)) settle(found);
}

// Among those who may be meant: a finger that covers two means the one that is asked for.
function nearest({ x_mm: x, y_mm: y }, reach) {
  const may = new Set(candidates().map((player) => player.id));
  const near = night.state.pieces.filter(([id]) => may.has(id)).map(([id, px, py]) => ({ id, away: Math.hypot(px - x, py - y) }));
  const best = near.sort((a, b) => a.away - b.away)[0];
  return best && best.away < reach ? best.id : null;
}

function beginAiming() {
  const { game } = night.state;
  const middle = night.about.field.width_mm / 2;
  const x = game.stage === "scrimmage" ? game.x_mm : night.about.field.goal_to_goal_mm / 2;
  const confirm = node("button", { class: "chip-button word", type: "button" }, "Here");
  confirm.id = "pick-here";
  confirm.addEventListener("click", () => settle(place));
  at("pick-chips").prepend(confirm);
  aim(open.near ?? { x_mm: x, y_mm: game.y_mm || middle });
  confirm.focus({ preventScroll: true });
}

function clamped({ x_mm: x, y_mm: y }) {
  const f = night.about.field;
  const low = -f.left_end_zone_mm;
  const high = f.goal_to_goal_mm + f.right_end_zone_mm;
  return { x_mm: Math.min(high, Math.max(low, x)), y_mm: Math.min(f.width_mm, Math.max(0, y)) };
}

function aim(where) {
  place = clamped(where);
  const words = spotWords(night.about.field, place.x_mm, playsOf(open.team));
  field.pointAt(place, words);
  const here = at("pick-here");
  if (here) here.textContent = `Here: ${words}`;
}

function playsOf(team) {
  const { game } = night.state;
  const home = game.home_plays;
  if ((team ?? game.team) !== "away") return home;
  return home === "right" ? "left" : "right";
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// True if the key was for the picking.
export function pickKey(key) {
  if (!open) return false;
  if (key === "Escape") {
    cancel();
    return true;
  }
  if (open.kind !== "spot" || !STEPS[key]) return false;
  const yard = (night.about.field.goal_to_goal_mm / 100);
  const [dx, dy] = STEPS[key];
  aim({ x_mm: place.x_mm + dx * yard, y_mm: place.y_mm + dy * yard });
  return true;
}
