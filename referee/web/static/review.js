// The review page: the list of flags, the keys, and who is told when another flag is chosen.

import { paint } from "/colours.js";
import { buildHelp, helping } from "/help.js";
import { notice, paired, send } from "/orders.js";
import { Clip } from "/review_clip.js";
import { Plots } from "/review_plot.js";
import { RulingPanel } from "/review_ruling.js";

const at = (id) => document.getElementById(id);
const LOOK_AGAIN_MS = 4000;
let flags = [];
let chosen = null;
let told = "";
const ruled = []; // the flags that were decided on this page, the last one last

const plots = new Plots(at("plots"), (ms) => clip.seek(ms));
const clip = new Clip((stop) => plots.cursor(stop), (px) => panel.place(px));
const panel = new RulingPanel(decided, (px) => clip.mark(px));

async function load(next = false) {
  const answer = await fetch("/review.json").catch(() => null);
  if (!answer?.ok) {
    const reason = await answer?.json().catch(() => null);
    notice(reason?.detail ?? "The referee program does not answer.");
    return;
  }
  const text = await answer.text();
  if (text === told && !next) return;
  told = text;
  const game = JSON.parse(text);
  flags = game.flags;
  paint(game.colours);
  for (const team of ["home", "away"]) at(`${team}-key`).textContent = game.names[team];
  at("links").hidden = at("counted").hidden = !game.running;
  at("title").textContent = game.title;
  document.title = `Review · ${game.title}`;
  const open = flags.filter((flag) => flag.open).length;
  at("count").textContent = `${open} open, ${flags.length - open} decided`;
  at("none").hidden = flags.length > 0;
  at("flags").replaceChildren(...flags.map(row));
  const wanted = chosen ?? Number(new URLSearchParams(location.search).get("flag"));
  const found = flags.find((flag) => flag.number === wanted);
  const first = flags.find((flag) => flag.open) ?? flags[0];
  const shown = (next && found && !found.open ? after(found.number) : null) ?? found ?? first;
  if (shown) await choose(shown.number, false);
}

// The next flag that waits: those after this one first.
function after(number) {
  const place = flags.findIndex((flag) => flag.number === number);
  return [...flags.slice(place + 1), ...flags.slice(0, place)].find((flag) => flag.open) ?? null;
}

async function decided(number, ruling) {
  if (ruling === "taken back") ruled.splice(0, ruled.length, ...ruled.filter((each) => each !== number));
  else ruled.push(number);
  at("undone").hidden = ruled.length === 0;
  await load(ruling !== "taken back");
}

// Takes the last ruling of this page back, and shows its flag again.
async function undo() {
  const number = ruled.at(-1);
  if (number === undefined || panel.busy || !panel.allowed) return;
  const { entries } = JSON.parse(told);
  if (!(await send(`/review/${number}`, { ruling: "taken back", entries }))) return;
  chosen = number;
  await decided(number, "taken back");
}

function row(flag) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "flag";
  button.dataset.number = flag.number;
  button.dataset.state = flag.open ? "open" : flag.ruling;
  button.setAttribute("aria-current", String(flag.number === chosen));
  const players = flag.names.join(" and ");
  const quarter = flag.quarter ? `Q${flag.quarter}, ` : "";
  button.append(
    text("i", { open: "!", confirmed: "✓", "cannot tell": "?", overturned: "↺" }[button.dataset.state] ?? "·"),
    text("b", flag.what), text("span", players, "who"),
    text("span", `${quarter}${flag.down}`, "down"), text("span", `${flag.clock} · ${flag.open ? "open" : flag.ruling}`, "state"),
  );
  button.onclick = () => choose(flag.number);
  item.append(button);
  return item;
}

async function choose(number, again = true) {
  if (again && number === chosen) return;
  if (number !== chosen) panel.leave();
  chosen = number;
  for (const button of document.querySelectorAll(".flag")) {
    const on = Number(button.dataset.number) === number;
    button.setAttribute("aria-current", String(on));
    if (on) button.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  at("loading").hidden = !at("stage").hidden;
  const answer = await fetch(`/review/${number}.json`).catch(() => null);
  const flag = await answer?.json().catch(() => null);
  if (chosen !== number) return; // another was chosen while this one came
  at("loading").hidden = true;
  if (!answer?.ok) {
    notice(flag?.detail ?? "The referee program does not answer.");
    return;
  }
  at("stage").hidden = at("decide").hidden = false;
  for (const kind of ["mp4", "gif"]) at(`save-${kind}`).href = `/review/${flag.number}/clip.${kind}`;
  at("lacks").replaceChildren(...flag.lacks.map((line) => text("li", line)));
  plots.show(flag);
  clip.show(flag);
  const others = flags.filter((other) => other.open && other.play === flag.play && other.number !== number);
  panel.show(flag, JSON.parse(told).entries, others);
}

function beside(step) {
  const place = flags.findIndex((flag) => flag.number === chosen);
  const next = flags[place + step];
  if (next) choose(next.number);
}

function text(kind, words, name = "") {
  const node = document.createElement(kind);
  node.className = name;
  node.textContent = words;
  return node;
}

const KEYS = {
  ArrowLeft: (event) => clip.step(event.shiftKey ? -5 : -1),
  ArrowRight: (event) => clip.step(event.shiftKey ? 5 : 1),
  " ": () => clip.toggle(),
  i: () => clip.instant(),
  1: () => clip.faster(0.125), 2: () => clip.faster(0.25), 3: () => clip.faster(1),
  y: () => panel.confirm(), t: () => panel.unsure(), o: () => panel.open(), u: undo,
  l: () => clip.looping(), v: () => clip.exchange(), f: () => clip.full(),
  "+": () => clip.zoom(1.5), "=": () => clip.zoom(1.5), "-": () => clip.zoom(1 / 1.5), 0: () => clip.zoom(0),
  j: () => beside(1), k: () => beside(-1),
  Escape: () => panel.close(),
};

addEventListener("keydown", (event) => {
  if (helping()) return;
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "range";
  if (event.ctrlKey || event.metaKey || event.altKey || (typing && event.key !== "Escape")) return;
  const pressing = event.target.tagName === "BUTTON" && event.key === " " && event.target.id !== "play";
  const act = pressing ? null : KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
  if (!act || chosen === null) return;
  event.preventDefault();
  act(event);
});

buildHelp({
  "The clip": [
    ["Space", "play and pause"], [["←", "→"], "a frame back or on (with Shift: five)"], ["I", "the instant of the call"],
    [["1", "2", "3"], "an eighth, a quarter, whole speed"], ["L", "loop"], ["V", "the other picture large"], ["F", "full screen"], [["+", "-", "0"], "zoom in, out, back; or the mouse wheel"],
  ],
  "The flag": [
    [["J", "K"], "the next, the one before"], ["Y", "confirm: the call stands, and the next flag comes"], ["T", "cannot tell: the call stands"],
    ["O", "overturn: say what it was instead"], ["U", "undo: take the last ruling back"], ["Esc", "close what is being entered"], ["?", "these keys"],
  ],
});
await load();
if (await paired()) panel.may(true);
else notice("Watching only. To decide, open the address the program printed.");
setInterval(() => document.hidden || panel.busy || load(), LOOK_AGAIN_MS);
