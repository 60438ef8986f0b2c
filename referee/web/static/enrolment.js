// The enrolment view: what was found in the line-up, and what is doubtful about it.

const SVG = "http://www.w3.org/2000/svg";
const TEAMS = ["home", "away"];
const at = (id) => document.getElementById(id);
const marks = new Map(); // drawn figures by player id
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
  const svg = at("outlines");
  svg.setAttribute("viewBox", `-0.5 -0.5 ${width} ${height}`);
  let count = 0;
  for (const team of TEAMS) {
    const sheet = outcome.teams[team];
    count += sheet.players.length;
    for (const player of sheet.players) svg.append(figure(player, team, width));
    list(sheet, team);
  }
  doubts(outcome);
  at("shot").hidden = false;
  say(`${count} figures`);
}

function figure(player, team, width) {
  const group = draw("g", {});
  const ring = points(player.outline_px);
  const doubtful = player.doubts.length > 0 ? " doubtful" : "";
  group.append(draw("polygon", { points: ring, class: "halo" }));
  group.append(draw("polygon", { points: ring, class: `outline ${team}${doubtful}` }));
  const [[x1, y1], [x2, y2]] = player.front_px;
  group.append(draw("line", { x1, y1, x2, y2, class: "front" }));
  const size = width / 75;
  const xs = player.outline_px.map((p) => p[0]);
  const ys = player.outline_px.map((p) => p[1]);
  const x = (Math.min(...xs) + Math.max(...xs)) / 2;
  const tag = draw("text", { x, y: Math.max(...ys) + size, "font-size": size, class: "tag" });
  tag.textContent = player.id;
  group.append(tag);
  marks.set(player.id, group);
  return group;
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

function draw(kind, values) {
  const node = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(values)) node.setAttribute(key, value);
  return node;
}

const points = (ring) => ring.map(([x, y]) => `${x},${y}`).join(" ");

await load();
