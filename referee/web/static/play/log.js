// The play-by-play: every entry of the journal, the newest on top; what was taken back is struck out.

import { at, node } from "/play/words.js";

const KEPT_LINES = 300;

export function clearLog() {
  at("log").replaceChildren();
}

export function tellEntries(entries, struck) {
  for (const entry of entries) {
    const time = node("time", {}, clock(entry.t_ms));
    const words = node("span", { class: "words" }, entry.words);
    const line = node("li", { "data-number": String(entry.number), "data-by": entry.by }, time, words);
    if (entry.flagged) line.append(node("span", { class: "mark-flag" }, "to review"));
    if (entry.by !== "referee") line.append(node("span", { class: "by" }, entry.by));
    at("log").prepend(line);
  }
  const gone = new Set(struck.map(String));
  for (const line of at("log").children) {
    const taken = gone.has(line.dataset.number);
    line.classList.toggle("struck", taken);
    line.querySelector(".words").setAttribute("aria-label", taken ? `Taken back: ${line.querySelector(".words").textContent}` : "");
    if (!taken) line.querySelector(".words").removeAttribute("aria-label");
  }
  while (at("log").children.length > KEPT_LINES) at("log").lastChild.remove();
}

function clock(ms) {
  const minutes = Math.floor(ms / 60000);
  return `${minutes}:${String(Math.floor((ms % 60000) / 1000)).padStart(2, "0")}`;
}
