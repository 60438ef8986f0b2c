// The review page: the list of flags, the keys, and who is told when another flag is chosen.

import { notice, paired } from "/orders.js";
import { Clip } from "/review_clip.js";
import { Plots } from "/review_plot.js";
import { RulingPanel } from "/review_ruling.js";

const at = (id) => document.getElementById(id);
const LOOK_AGAIN_MS = 4000;
let flags = [];
let chosen = null;
let told = "";

const plots = new Plots(at("plots"), (ms) => clip.seek(ms));
const clip = new Clip((stop) => plots.cursor(stop), (px) => panel.place(px));
const panel = new RulingPanel(load, (px) => clip.mark(px));

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
  at("title").textContent = game.title;
  document.title = `Review · ${game.title}`;
  const open = flags.filter((flag) => flag.open).length;
  at("count").textContent = `${open} open, ${flags.length - open} decided`;
  at("none").hidden = flags.length > 0;
  at("flags").replaceChildren(...flags.map(row));
  const wanted = chosen ?? Number(new URLSearchParams(location.search).get("flag"));
  const found = flags.find((flag) => flag.number === wanted);
  const first = flags.find((flag) => flag.open) ?? flags[0];
  if (next && found && !found.open) await choose(found.number, false);
  else if (found ?? first) await choose((found ?? first).number, false);
}

function row(flag) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "flag";
  button.dataset.number = flag.number;
  button.dataset.state = flag.open ? "open" : flag.ruling;
  button.setAttribute("aria-current", String(flag.number === chosen));
  const players = flag.players.join(" and ");
  const quarter = flag.quarter ? `Q${flag.quarter}, ` : "";
  button.append(
    text("i", { open: "!", confirmed: "✓", "cannot tell": "?", overturned: "↺" }[button.dataset.state] ?? "·"),
    text("b", flag.what), text("span", players, "who"),
    text("span", `${quarter}${flag.down}`, "down"), text("span", flag.open ? "open" : flag.ruling, "state"),
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
  const answer = await fetch(`/review/${number}.json`).catch(() => null);
  const flag = await answer?.json().catch(() => null);
  if (chosen !== number) return; // another was chosen while this one came
  if (!answer?.ok) {
    notice(flag?.detail ?? "The referee program does not answer.");
    return;
  }
  at("stage").hidden = at("decide").hidden = false;
  at("lacks").replaceChildren(...flag.lacks.map((line) => text("li", line)));
  plots.show(flag);
  clip.show(flag);
  panel.show(flag, JSON.parse(told).entries);
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
  c: () => panel.confirm(), u: () => panel.unsure(), o: () => panel.open(),
  j: () => beside(1), k: () => beside(-1),
  Escape: () => panel.close(),
};

addEventListener("keydown", (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.ctrlKey || event.metaKey || event.altKey || (typing && event.key !== "Escape")) return;
  const pressing = event.target.tagName === "BUTTON" && event.key === " " && event.target.id !== "play";
  const act = pressing ? null : KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
  if (!act || chosen === null) return;
  event.preventDefault();
  act(event);
});

await load();
if (await paired()) panel.may(true);
else notice("Watching only. To decide, open the address the program printed.");
setInterval(() => document.hidden || panel.busy || load(), LOOK_AGAIN_MS);
