// The call that was just made, in letters for the far end of the room.

import { notice } from "/orders.js";
import { night } from "/play/night.js";
import { at, capital, show, text } from "/play/words.js";

// Which colour and sign a call has; words always stand beside them.
const MOODS = {
  tackle: "end", sack: "end", "coverage sack": "end", "out of bounds": "end", "carrier down": "end",
  "progress stopped": "end", touchdown: "score", safety: "score", "line to gain reached": "score",
  fumble: "turn", interception: "turn", recovered: "turn", incomplete: "end",
  "false start": "no", grounding: "no", "illegal touching": "no",
};
// Kinds that a coach need not read in large letters.
const QUIET = new Set(["engaged", "short of the line to gain", "pulse over", "not allowed", "allowed"]);

export function tellCalls(calls) {
  const call = calls.filter(({ kind }) => !QUIET.has(kind)).at(-1);
  if (call) showCall(call);
  // A call is news; what was refused before it is none any more.
  if (call && night.state) notice("");
  const refused = calls.filter(({ kind }) => kind === "not allowed").at(-1);
  // What was refused long ago is no news to a page that has just been opened.
  if (refused && night.state) notice(`Not allowed${refused.why ? `: ${refused.why}` : ""} (${refused.rule}).`);
}

function showCall(call) {
  night.call = call;
  const card = at("call");
  card.dataset.kind = MOODS[call.kind] ?? "go";
  text("called", capital(call.kind));
  text("said", call.says_more ? call.words : spotted(call));
  show("proof", true);
  text("gap", call.gap_mm === null ? "–" : `${call.gap_mm.toFixed(2)} ± ${(call.sigma_mm ?? 0).toFixed(2)} mm`);
  text("certainty", percent(call.certainty));
  text("rule", call.rule);
  showFlag(night.state);
  card.classList.remove("fresh");
  void card.offsetWidth; // starts the animation anew
  card.classList.add("fresh");
}

const AT_REST = ["before the game", "a decision", "a kick", "between plays", "set-up", "set", "the game is over"];

// A flag is on the review page once its play is counted, and not before.
export function showFlag(state) {
  const flags = night.call?.flag ?? [];
  show("flag", flags.length && !at("proof").hidden);
  const when = !state || AT_REST.includes(state.moment) ? "To be reviewed" : "To be reviewed after this play";
  text("flag", flags.length ? `${when}: ${flags.join(", ")}` : "");
}

// A ruling takes the place of the call that it is about.
export function tellReview(said) {
  const words = said.map(({ review }) => review).find(Boolean);
  if (!words) return;
  at("call").dataset.kind = "go";
  text("called", "After review");
  text("said", words);
  show("proof", false);
  show("flag", false);
}

const spotted = (call) => (call.spot ? `At the ${call.spot}.` : "");

function percent(share) {
  if (share >= 0.9999) return "> 99.99 %";
  return `${(100 * share).toFixed(share > 0.99 ? 2 : 1)} %`;
}
