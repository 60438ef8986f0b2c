// Small parts of the set-up page: choices, sentences beside their fields, files that are picked or typed.

import { fieldPicture } from "/league_picture.js";

export const at = (id) => document.getElementById(id);
export const OTHER = "\u0000other";

export function node(kind, words = "", name = "") {
  const made = document.createElement(kind);
  made.textContent = words;
  if (name) made.className = name;
  return made;
}

export function options(select, choices, first) {
  const rows = first ? [first, ...choices] : choices;
  select.replaceChildren(...rows.map(({ value, title, note }) => {
    const row = node("option", note ? `${title}, in ${note}` : title);
    row.value = value;
    return row;
  }));
}

export function radios(place, name, choices) {
  place.replaceChildren(...choices.map(({ value, title, note, short }) => {
    const label = node("label");
    const input = node("input");
    Object.assign(input, { type: "radio", name, value });
    const words = node("span");
    words.append(node("b", title));
    if (note) words.append(node("small", note));
    if (short) words.append(fieldPicture(short.game), runPicture(short), ...short.sentences.map((sentence) => node("small", sentence)));
    label.append(input, words);
    return label;
  }));
}

// A run from left to right over the line of scrimmage: who holds the switch where, where the board
// stops, and how far only fronts tackle. Ten yards are 60 units.
function runPicture({ before, past, stop_at_line: atLine, stop_past_yd: beyond, fronts, fronts_until_yd: near }) {
  const far = near === null ? (fronts === "everywhere" ? 104 : 0) : 6 * near;
  const marks = [[60, atLine], [60 + 6 * (beyond ?? 0), beyond !== null]].filter(([, shown]) => shown).map(([x]) => x);
  const picture = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 164 26", class: "run-picture", "aria-hidden": "true" })) picture.setAttribute(name, value);
  const side = (holder) => (holder === "the offense" ? "offense" : holder === "the referee" ? "referee" : "defense");
  const part = (kind, values) => {
    const made = document.createElementNS(SVG, kind);
    for (const [name, value] of Object.entries(values)) made.setAttribute(name, value);
    picture.append(made);
  };
  part("rect", { class: side(before), x: 0, y: 6, width: 60, height: 12 });
  part("rect", { class: side(past), x: 60, y: 6, width: 104, height: 12 });
  part("path", { class: "scrimmage", d: "M60 2v20" });
  if (far) part("path", { class: "fronts", d: `M60 23h${far}` });
  for (const x of marks) part("path", { class: "stop", d: `M${x - 3.5} 8.500l3-3h3l3 3v5l-3 3h-3l-3-3z` });
  return picture;
}
const SVG = "http://www.w3.org/2000/svg";

export const chosen = (name) => document.querySelector(`input[name="${name}"]:checked`)?.value ?? "";

export function choose(name, value) {
  const wanted = [...document.querySelectorAll(`input[name="${name}"]`)].find((input) => input.value === value);
  if (wanted) wanted.checked = true;
  return Boolean(wanted);
}

// A file is picked from a list, or its path is typed after "another file".
export function files(kind, choices, nothing) {
  const list = at(`${kind}-list`);
  const other = { value: OTHER, title: "Another file …", note: "" };
  options(list, [...choices, other], nothing && { value: "", title: nothing, note: "" });
  list.onchange = () => typing(kind, list.value === OTHER);
}

function typing(kind, typed) {
  at(kind).hidden = !typed;
  if (typed) at(kind).focus();
}

export const picked = (kind) => (at(`${kind}-list`).value === OTHER ? at(kind).value : at(`${kind}-list`).value);

export function pick(kind, value) {
  const list = at(`${kind}-list`);
  const listed = [...list.options].some((row) => row.value === value);
  list.value = listed ? value : OTHER;
  at(kind).hidden = listed;
  at(kind).value = listed ? "" : value;
}

// Every field has a place for its sentence; screen readers hear it with the field.
export function sentences(wrong, needs) {
  for (const place of document.querySelectorAll(".says")) {
    const field = place.dataset.for;
    place.id ||= `says-${field}-${place.closest(".card")?.classList[1] ?? "plan"}`;
    place.dataset.kind = field in wrong ? "wrong" : "needs";
    place.textContent = wrong[field] ?? needs[field] ?? "";
    for (const input of place.parentElement.querySelectorAll("select, input:not([type=radio])")) {
      input.setAttribute("aria-describedby", place.id);
      input.setAttribute("aria-invalid", String(field in wrong));
    }
  }
}
