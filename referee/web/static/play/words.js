// Small helpers that every part of the page uses.

export const at = (id) => document.getElementById(id);

export function node(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") made.className = value;
    else if (key in made && typeof value !== "string") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

// An answer to a question.
export function button(words, deed, kind = "") {
  const made = node("button", { class: `answer ${kind}`, type: "button" }, words);
  made.addEventListener("click", deed);
  return made;
}

// A screen that is redrawn 15 times a second must not touch what stays the same.
export function text(id, words) {
  const place = at(id);
  if (place.textContent !== words) place.textContent = words;
}

export function show(id, shown) {
  const place = at(id);
  if (place.hidden === Boolean(shown)) place.hidden = !shown;
}

export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

const ORDINALS = ["", "1st", "2nd", "3rd"];
export const ordinal = (n) => ORDINALS[n] ?? `${n}th`;

export { contrast, paint, seam, stripe } from "/colours.js";

// A place along the field as people say it, from the side of a team that plays that way.
export function spotWords(field, x, plays) {
  const fromLeft = (100 * x) / field.goal_to_goal_mm;
  const own = Math.round(plays === "left" ? 100 - fromLeft : fromLeft);
  if (own === 50) return "the 50";
  const side = own < 50 ? "own" : "opponent’s";
  const yards = own < 50 ? own : 100 - own;
  if (yards === 0) return `${side} goal line`;
  return yards < 0 ? `${side} end zone` : `${side} ${yards}`;
}
