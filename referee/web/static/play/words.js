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

// Black or white, whichever is read better on a colour.
export const contrast = (colour) => (luminous(colour) > 0.3 ? "#0b0f14" : "#ffffff");

function luminous(colour) {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const v = parseInt(colour.slice(i, i + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// A stripe or inner line that is seen on a colour.
export const stripe = (colour) => (luminous(colour) > 0.55 ? "#0b0f14" : "#ffffff");

// What sets a colour apart from the green and from the dark behind it: a dark jersey gets a light seam.
export const seam = (colour) => (luminous(colour) < 0.05 ? "#e8eef2" : "#04070a");

// The colours of the teams, for the style sheets; away's stripes have to be seen on its colour.
export function paint(colours) {
  const { style } = document.documentElement;
  for (const team of ["home", "away"]) style.setProperty(`--${team}`, colours[team]);
  style.setProperty("--away-stripe", stripe(colours.away));
}

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
