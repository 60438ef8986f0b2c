// The live picture of the set-up page with its aids: focus, light, and how the camera hangs.

import { send, tried } from "/orders.js";
import { at } from "/setup_parts.js";

const EVERY_MS = 260;
let asking = 0; // grows with every start and stop: answers of an older one are late
let number = 0;
let seen = { live: false, words: "" };
let shown = "";
let formNow = () => ({});
let changed = () => {};

export const state = () => seen;
export const running = () => document.body.dataset.live === "on";

// `form` and `board` say what to look through; `told` is called with everything that is heard.
export function prepare(form, told) {
  formNow = form;
  changed = told;
  at("live").addEventListener("click", () => (running() ? stop() : start()));
  addEventListener("pagehide", stop);
  document.addEventListener("visibilitychange", () => document.hidden && stop());
}

export async function start() {
  const mine = ++asking;
  number = 0;
  seen = { live: false, words: "" };
  mark(true);
  say("The camera is being opened …");
  let wanted = JSON.stringify(formNow());
  let begin = true;
  while (mine === asking) {
    const now = JSON.stringify(formNow());
    begin ||= now !== wanted; // another camera, or another calibration
    wanted = now;
    const { value, why } = await tried("/setup/live", { ...formNow(), after: begin ? 0 : number, begin });
    if (mine !== asking) return;
    begin = false;
    if (!value) return over(why);
    show(value);
    if (!value.running) return over(value.words);
    await new Promise((done) => setTimeout(done, EVERY_MS));
  }
}

// Begins if need be, and waits for the first picture; whether there is one.
export async function ready() {
  if (!running()) start();
  while (running() && !seen.live) await new Promise((done) => setTimeout(done, EVERY_MS));
  return seen.live;
}

export function stop() {
  if (!running()) return;
  asking += 1;
  over("");
  send("/setup/live/end");
}

function over(words) {
  asking += 1;
  seen = { ...seen, live: false, words };
  mark(false);
  say(words);
  changed();
}

function mark(on) {
  document.body.dataset.live = on ? "on" : "off";
  at("live").textContent = on ? "Stop looking" : "Live picture";
  at("aids").hidden = !on;
}

const say = (words) => (at("still-said").textContent = words);

function show(value) {
  const before = seen.live;
  seen = value;
  if (value.jpeg) picture(value.jpeg);
  number = value.number;
  say(value.words || (value.size_px ? `${value.size_px[0]} x ${value.size_px[1]}` : ""));
  aid("focus", value.focus.words ?? "", value.focus.best !== false);
  at("focus-bar").value = value.focus.share ?? 0;
  at("focus-figure").textContent = value.focus.known ? value.focus.sharp : "–";
  aid("light", value.light.words ?? "", value.light.good !== false);
  aid("level", value.level.words ?? "Looking for the field …", value.level.good !== false);
  if (before !== value.live) changed();
}

function aid(name, words, good) {
  at(`${name}-words`).textContent = words;
  at(`${name}-words`).dataset.good = String(good);
}

export function picture(jpeg) {
  const bytes = Uint8Array.from(atob(jpeg), (letter) => letter.charCodeAt(0));
  const next = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
  at("still").src = next;
  URL.revokeObjectURL(shown);
  shown = next;
  at("still").hidden = false;
  at("still-none").hidden = true;
}
