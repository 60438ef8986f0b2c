// The enrolment view: what was found in the line-up, and what is doubtful about it.

import { outlines } from "/enrolment_outlines.js";

const TEAMS = ["home", "away"];
const at = (id) => document.getElementById(id);
let marks = new Map(); // drawn figures by player id
const rows = new Map(); // buttons by player id

async function load() {
  const answer = await fetch("/enrolment.json").catch(() => null);
  if (!answer?.ok) return say("The referee program does not answer.");
  show(await answer.json());
}

function say(text) {
  at("status").textContent = text;
}

function show(outcome) {
  const [width, height] = outcome.size_px;
  // With its size known nothing moves when the picture comes.
  Object.assign(at("photo"), { width, height, src: "/enrolment.jpg" });
  marks = outlines(at("outlines"), outcome);
  let count = 0;
  for (const team of TEAMS) {
    const sheet = outcome.teams[team];
    count += sheet.players.length;
    list(sheet, team);
  }
  doubts(outcome);
  at("shot").hidden = false;
  say(`${count} figures`);
}

function list(sheet, team) {
  const card = document.querySelector(`[data-team="${team}"]`);
  const part = (name) => card.querySelector(`[data-part="${name}"]`);
  card.hidden = false;
  card.querySelector("h2").textContent = sheet.name;
  part("count").textContent = `${team}, ${sheet.players.length} players`;
  part("wear").replaceChildren(chip(sheet.jersey), "figures", chip(sheet.base_colour), "bases");
  part("players").replaceChildren(...sheet.players.map(member));
}

function member(player) {
  const row = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "member";
  button.setAttribute("aria-pressed", "false");
  const name = text("b", player.id, "id");
  if (player.id.slice(1) !== String(player.number)) name.textContent += ` #${player.number}`;
  const size = `${player.length_mm.toFixed(1)} × ${player.width_mm.toFixed(1)} mm`;
  button.append(name, chip(player.figure_colour), chip(player.base_colour),
    text("span", player.base, "base"), text("span", size, "size"));
  if (player.doubts.length > 0) button.append(text("span", player.doubts.join("; "), "why"));
  button.onclick = () => choose(player.id);
  rows.set(player.id, button);
  row.append(button);
  return row;
}

function choose(id) {
  for (const [other, button] of rows) {
    const on = other === id && button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    marks.get(other).classList.toggle("chosen", on);
  }
}

function doubts(outcome) {
  const lines = [...outcome.doubts];
  for (const team of TEAMS)
    for (const player of outcome.teams[team].players)
      for (const doubt of player.doubts) lines.push(`${player.id}: ${doubt}`);
  at("doubts").hidden = lines.length === 0;
  at("doubt-list").replaceChildren(...lines.map((line) => text("li", line, "")));
}

function chip(colour) {
  const mark = document.createElement("i");
  mark.className = "chip";
  mark.style.background = colour ?? "transparent";
  mark.title = colour ?? "no colour known";
  return mark;
}

function text(kind, words, name) {
  const node = document.createElement(kind);
  node.className = name;
  node.textContent = words;
  return node;
}

await load();
