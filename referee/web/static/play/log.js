// The play-by-play: every entry of the journal, the newest on top; what was taken back is struck out.

import { night } from "/play/night.js";
import { at, node } from "/play/words.js";

export function showLog(lines) {
  at("log").replaceChildren(...lines.map(line).reverse());
}

function line({ number, t_ms: ms, by, words, flagged, struck }) {
  const said = node(struck ? "s" : "span", { class: "words" }, words);
  const made = node("li", { "data-number": String(number) }, node("time", {}, clock(ms)), said);
  if (struck) {
    made.className = "struck";
    said.prepend(node("span", { class: "sr" }, "Taken back: "));
  }
  if (flagged) made.append(flag(number));
  if (by !== "referee") made.append(node("span", { class: "by" }, by));
  return made;
}

function flag(number) {
  const words = { class: "mark-flag" };
  return night.about.links["/review"] ? node("a", { ...words, href: `/review?flag=${number}` }, "to review") : node("span", words, "to review");
}

function clock(ms) {
  const minutes = Math.floor(ms / 60000);
  return `${minutes}:${String(Math.floor((ms % 60000) / 1000)).padStart(2, "0")}`;
}
