// Both teams of the chosen file: names, colours and who wears which number, to be edited.

import { at, node } from "/setup_parts.js";

const TEAMS = { home: "Home", away: "Away" };
let shown = null; // what the file says
let drawn = "";

export function showTeams(teams) {
  shown = teams;
  const now = JSON.stringify(teams);
  if (now !== drawn) at("sides").replaceChildren(...(teams ? Object.keys(TEAMS).map(side) : []));
  drawn = now;
  for (const team of Object.keys(TEAMS))
    for (const place of document.querySelectorAll(`.${team}-name`)) place.textContent = name(team);
}

const name = (team) => at(`${team}-edit`)?.value || TEAMS[team];

function side(team) {
  const sheet = shown[team];
  const card = node("fieldset", "", "side-card");
  card.dataset.team = team;
  card.style.setProperty("--own", sheet.jersey ?? "#808890");
  const head = node("div", "", "side-head");
  const field = node("div", "", "field");
  const label = node("label", TEAMS[team]);
  const edit = node("input");
  Object.assign(edit, { id: `${team}-edit`, value: sheet.name, maxLength: 40, autocomplete: "off" });
  label.htmlFor = edit.id;
  field.append(label, edit);
  head.append(field, colour(team, "jersey", "Jersey", sheet), colour(team, "base_colour", "Base", sheet));
  head.querySelector("input[type=color]").addEventListener("input", (event) => card.style.setProperty("--own", event.target.value));
  card.append(head, roster(team, sheet));
  return card;
}

function colour(team, key, words, sheet) {
  const label = node("label", words, "colour");
  const input = node("input");
  Object.assign(input, { type: "color", id: `${team}-${key}`, value: sheet[key] ?? "#808890" });
  label.dataset.unknown = String(sheet[key] === null);
  label.title = sheet[key] ?? "nobody wrote it down";
  input.addEventListener("input", () => Object.assign(label, { title: input.value }).setAttribute("data-unknown", "false"));
  label.append(input);
  return label;
}

function roster(team, sheet) {
  const table = node("table", "", "roster");
  const head = table.createTHead().insertRow();
  for (const words of ["Player", "Number", "Position"]) head.append(node("th", words));
  const body = table.createTBody();
  for (const player of sheet.players) {
    const row = body.insertRow();
    row.dataset.player = player.id;
    row.title = player.note;
    row.insertCell().textContent = player.id;
    for (const key of ["number", "position"]) row.append(cell(player, key));
  }
  return table;
}

function cell(player, key) {
  const place = node("td", "", key);
  const input = node("input");
  Object.assign(input, { value: String(player[key]), autocomplete: "off", name: key });
  input.setAttribute("aria-label", `${key} of ${player.id}`);
  if (key === "number") input.inputMode = "numeric";
  else input.placeholder = "–";
  input.addEventListener("input", () => place.classList.toggle("edited", input.value !== String(player[key])));
  place.append(input);
  return place;
}

// What was changed, as the program takes it; null if nothing was.
// `always`: what stands there, also if nothing was changed.
export function edited({ always = false } = {}) {
  if (!shown) return null;
  const changes = {};
  let any = false;
  for (const team of Object.keys(TEAMS)) {
    const sheet = shown[team];
    const now = { name: at(`${team}-edit`).value.trim(), players: {} };
    for (const key of ["jersey", "base_colour"]) {
      const value = at(`${team}-${key}`).value;
      if (value !== (sheet[key] ?? "#808890")) now[key] = value;
    }
    for (const player of sheet.players) {
      const row = document.querySelector(`.side-card[data-team="${team}"] tr[data-player="${player.id}"]`);
      const [number, position] = [...row.querySelectorAll("input")].map((input) => input.value.trim());
      if (number !== String(player.number) || position !== player.position)
        now.players[player.id] = { number: /^[0-9]{1,4}$/.test(number) ? Number(number) : -1, position };
    }
    any ||= now.name !== sheet.name || "jersey" in now || "base_colour" in now || Object.keys(now.players).length > 0;
    changes[team] = now;
  }
  return any || always ? { source: shown.path, ...changes } : null;
}
