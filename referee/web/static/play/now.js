// What may be done now and by whom: one word for the far end of the room, reasons below it.

import { night, playerName, teamName } from "/play/night.js";
import { at, capital, node, show, text } from "/play/words.js";

const SIGNS = { run: "▶", go: "✓", soon: "…", hold: "‖", wait: "…", over: "■", off: "!" };

export function showNow(state) {
  const [mood, word, deed] = moodOf(state);
  at("now").dataset.mood = mood;
  text("sign", SIGNS[mood]);
  text("mood", word);
  text("deed", deed);
  const next = state.next.sentence;
  const told = state.reasons.some(({ sentence, what_to_do: does }) => does === next || sentence.includes(next));
  show("next", !told && !deed.includes(next));
  text("next", next);
  const left = state.notice.off_in_ms;
  show("left", state.power && left !== null);
  if (left !== null) at("left").firstElementChild.style.transform = `scaleX(${Math.min(1, left / 4000)})`;
  listReasons(state);
  const turns = state.notice.turns;
  const may = ["stop", "read"].includes(state.moment) && turns !== null;
  show("turns", may);
  if (may) text("turns", `May be turned: ${turns}`);
}

// One row for each moment of the evening: mood, word, and what to do.
const MOMENTS = {
  "before the game": () => ["hold", "Before the game", "Say who kicks off."],
  "between plays": (state) => mayBegin(state, "Set up the next play"),
  "a kick": ({ game }) => ["hold", capital(game.stage), "Kick, then enter where it ended."],
  "set-up": (state) => mayBegin(state, "Setting up"),
  set: (state) => ["soon", "Ready", counting(state)],
  snap: ({ notice }) => ["run", "Snap", holds(notice)],
  live: ({ notice }) => ["run", capital(notice.period), holds(notice)],
  stop: (state) => atStop(state, `Next: ${state.notice.period}`),
  read: (state) => atStop(state, "Read the defense"),
  "broken off": (state) => (state.ready ? ["soon", "Ready", counting(state)] : ["hold", "Broken off", state.next.sentence]),
  dead: () => ["wait", "Play over", "The play is being counted."],
  "the game is over": () => ["over", "Final whistle", "The game is over."],
};

function moodOf(state) {
  if (state.alarm) return ["off", "Look at the board", state.alarm];
  return (MOMENTS[state.moment] ?? MOMENTS["between plays"])(state);
}

const asksFirst = (state) => state.asks.some((ask) => !ask.default && ask.what !== "kick");

function mayBegin(state, otherwise) {
  if (asksFirst(state)) return ["hold", "Say it", holds(state.notice)];
  if (state.reasons.length) return ["hold", otherwise, holds(state.notice)];
  if (state.by_itself) return ["go", state.waits.length ? "Press Ready" : "All set", state.waits[0] ?? "Hands away: it counts as ready by itself."];
  return ["go", "Press Ready", holds(state.notice)];
}

function atStop(state, words) {
  if (state.ready) return ["soon", "Ready", counting(state)];
  if (asksFirst(state)) return ["hold", "Say it", holds(state.notice)];
  if (state.reasons.length) return ["hold", words, holds(state.notice)];
  return ["go", words, `Turn who may be turned, then Ready. ${holds(state.notice)}`];
}

function counting(state) {
  if (state.reasons.length) return "Power comes as soon as nothing speaks against it.";
  return state.count_ms === null ? "Hands away: power comes in a moment." : `Power in ${(state.count_ms / 1000).toFixed(1)} s`;
}

function holds({ switch: team, carrier }) {
  const who = `Switch: ${team ? teamName(team) : "the referee"}`;
  return carrier ? `${who} · Ball: ${playerName(carrier)}` : who;
}

// What it is, and what to do about it, unless the sentence says that itself.
const withDeed = ({ sentence, what_to_do: deed }) => (sentence.includes(deed) || /Clear\.$/.test(sentence) ? sentence : `${sentence} ${deed}`);

let listed = "";
function listReasons({ reasons, record, power }) {
  // What is asked stands there with its answers: it need not be said twice.
  const told = new Set(night.paired ? ["play over", "open question"] : ["play over"]);
  const all = power ? [] : reasons.filter(({ kind }) => !told.has(kind)).map(withDeed);
  if (record) all.push(record);
  const key = all.join("\n");
  if (key === listed) return;
  listed = key;
  at("reasons").replaceChildren(...all.map((reason) => node("li", {}, reason)));
}
