// The page of `referee` alone: what was kept, what runs, and what can be started.

import { buildHelp } from "/help.js";
import { notice, send } from "/orders.js";
import { openReport } from "/report.js";

const at = (id) => document.getElementById(id);
const LOOK_MS = 1000;
const opened = new Set(); // runs whose page was opened by itself
const wanted = new Set(); // runs that were started on this page
let shown = "";

function node(kind, words = "", name = "") {
  const made = document.createElement(kind);
  made.textContent = words;
  made.className = name;
  return made;
}

function button(words, deed, name = "plain") {
  const made = node("button", words, name);
  made.type = "button";
  made.addEventListener("click", deed);
  return made;
}

function link(words, href, name = "") {
  const made = node("a", words, name);
  Object.assign(made, { href, target: "_blank", rel: "noopener" });
  return made;
}

async function start(kind, what = "") {
  const got = await send("/games/start", { kind, what, rules: at("rules").value || "efhl" });
  if (!got) return;
  wanted.add(got.number);
  await running();
}

async function list() {
  const found = await send("/games/list");
  if (!found) return;
  at("folder").textContent = found.folder;
  if (!at("rules").options.length)
    at("rules").replaceChildren(...found.leagues.map((name) => Object.assign(node("option", LEAGUES[name] ?? name.toUpperCase()), { value: name })));
  at("plans-part").hidden = found.plans.length === 0;
  at("plans").replaceChildren(...found.plans.map(plan));
  at("none").hidden = found.games.length > 0;
  at("games").replaceChildren(...found.games.map(game));
}

const LEAGUES = { simplified: "Simplified (the easiest to begin with)" };

function plan(name) {
  const item = node("li");
  const acts = node("div", "", "acts");
  acts.append(button("Start", () => start("plan", name), "plain main"));
  item.append(node("b", name), acts);
  return item;
}

function game({ name, title, when, score, stands, flagged, trouble, running: plays }) {
  const item = node("li");
  const what = node("div", "", "what");
  what.append(node("b", trouble ? name : title), node("span", trouble || [when, score.join(" : "), stands].filter(Boolean).join(" · "), "quiet"));
  if (flagged) what.append(node("span", `${flagged} to review`, "flags-open"));
  const acts = node("div", "", "acts");
  if (plays) acts.append(node("span", "being played", "quiet"));
  else if (!trouble) {
    acts.append(button("Go on", () => start("go on", name)), button("Review", () => start("review", name)), link("Score sheet", `/games/sheet/${encodeURIComponent(name)}`));
  }
  acts.append(button("Log", () => openReport(name)));
  item.append(what, acts);
  return item;
}

const WORDS = { "by hand": "Simulated game, you coach", watch: "Simulated game", plan: "Game", "go on": "Game", review: "Review" };

async function running() {
  const found = await send("/games/running");
  if (!found) return;
  for (const each of found.running) {
    // What was started here opens by itself, once; a browser may ask whether it may.
    if (!each.address || each.over || opened.has(each.number) || !wanted.has(each.number)) continue;
    opened.add(each.number);
    window.open(each.address, "_blank", "noopener");
  }
  const key = JSON.stringify(found.running);
  if (key === shown) return;
  const ended = shown !== "";
  shown = key;
  at("running-part").hidden = found.running.length === 0;
  at("running").replaceChildren(...found.running.map(run));
  if (ended) await list();
}

function run({ number, kind, what, address, over, said }) {
  const item = node("li");
  const words = node("div", "", "what");
  const state = over ? said || "It has ended." : address ? "It runs." : "It starts: this takes up to half a minute.";
  words.append(node("b", [WORDS[kind] ?? kind, what].filter(Boolean).join(": ")), node("span", state, "quiet"));
  const acts = node("div", "", "acts");
  if (address && !over) acts.append(link("Open", address, "main"));
  acts.append(button(over ? "Put away" : "Stop", async () => {
    await send("/games/stop", { number });
    await running();
  }));
  item.append(words, acts);
  return item;
}

for (const each of document.querySelectorAll("button.start")) each.addEventListener("click", () => start(each.dataset.kind));
buildHelp({ "": [["Tab", "the next button"], ["Enter", "press it"], ["?", "these keys"]] });
if ((await send("/pair")) === null) notice("Open the address that the program printed: this page may not start anything.");
else {
  await list();
  await running();
  setInterval(() => document.hidden || running(), LOOK_MS);
}
