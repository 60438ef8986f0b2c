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
  show("next", !told && !deed.includes(next) && !(night.paired && asksFirst(state)));
  text("next", next);
  const left = state.notice.off_in_ms;
  show("left", state.power && left !== null);
  if (left !== null) at("left").firstElementChild.style.transform = `scaleX(${Math.min(1, left / 4000)})`;
  listReasons(state);
  show("clocks", state.clocks.length > 0);
  text("clocks", state.clocks.map(clockWords).join(" · "));
  const turns = state.notice.turns;
  const may = ["stop", "read"].includes(state.moment) && turns !== null;
  show("turns", may);
  if (may) text("turns", `You may turn: ${turns}`);
}

const clockWords = ({ words, left_ms: left }) => {
  const seconds = Math.ceil(left / 1000);
  return `${words}: ${left ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "time is up"}`;
};

// One row for each moment of the evening: mood, word, and what to do.
const MOMENTS = {
  "before the game": () => ["hold", "Before the game", "Choose who kicks off."],
  "between plays": (state) => mayBegin(state, "Set up the next play"),
  "a decision": ({ game, next }) => ["hold", DECIDED[game.stage] ?? "A challenge", next.sentence],
  "a kick": ({ game }) => ["hold", capital(game.stage), "Kick, then enter where it ended."],
  "set-up": (state) => mayBegin(state, "Setting up"),
  set: (state) => ["soon", "Ready", counting(state)],
  snap: ({ notice }) => ["run", "Snap", holds(notice)],
  live: ({ notice }) => ["run", capital(notice.period), holds(notice)],
  stop: (state) => atStop(state, `Next: ${STEPS[state.notice.period] ?? state.notice.period}`),
  read: (state) => atStop(state, "Read the defense"),
  "broken off": (state) => (state.ready ? ["soon", "Ready", counting(state)] : ["hold", "Play interrupted", state.next.sentence]),
  dead: () => ["wait", "Play over", "The play is being counted."],
  "the game is over": () => ["over", "Final whistle", "The game is over."],
};

// What is decided, in a word or two.
const DECIDED = {
  toss: "Coin toss", "kick or receive": "Kick or receive?", "choice of ends": "Which goal?",
  "home field goal": "Field goal", "overtime or a tie": "A tie",
};

function moodOf(state) {
  if (state.alarm) return ["off", "Look at the board", state.alarm];
  return (MOMENTS[state.moment] ?? MOMENTS["between plays"])(state);
}

// Steps of a play that need more words than their name.
const STEPS = { "return after the stop": "second half of the return", advance: "run with the recovered ball" };

// The headline of what has to be told first.
const ASKED = {
  play: "Which play?", carrier: "Who has the ball?", receiver: "Who is it for?", target: "Where is the target?",
  ball: "Where is the ball?", throw: "What did it hit?", kick: "Where did it end?",
};

const asked = ({ asks }) => {
  const { what, roll } = asks.find((ask) => !ask.default && ask.what !== "kick");
  return ASKED[what] ?? (roll ? "Roll the dice" : "Tell the referee");
};

const asksFirst = (state) => state.asks.some((ask) => !ask.default && ask.what !== "kick");

function mayBegin(state, otherwise) {
  if (asksFirst(state)) return ["hold", asked(state), holds(state.notice)];
  if (state.reasons.length) return ["hold", otherwise, holds(state.notice)];
  if (state.by_itself) return ["go", state.waits.length ? "Press Ready" : "All set", state.waits[0] ?? "Hands away: it counts as ready by itself."];
  return ["go", "Press Ready", holds(state.notice)];
}

function atStop(state, words) {
  if (state.ready) return ["soon", "Ready", counting(state)];
  if (asksFirst(state)) return ["hold", asked(state), holds(state.notice)];
  if (state.reasons.length) return ["hold", words, holds(state.notice)];
  return ["go", words, `${turnFirst(state)} ${holds(state.notice)}`];
}

const turnFirst = ({ may_turn: lit }) => (lit.length ? "Turn any figure outlined in green, then press Ready." : "Press Ready.");

function counting(state) {
  if (state.reasons.length) return "Power starts as soon as everything is clear.";
  return state.count_ms === null ? "Hands away: power comes in a moment." : `Power in ${(state.count_ms / 1000).toFixed(1)} s`;
}

function holds({ switch: team, carrier }) {
  const who = `Switch: ${team ? teamName(team) : "the referee"}`;
  return carrier ? `${who} · Ball: ${playerName(carrier)}` : who;
}

// What it is, and what to do about it, unless the sentence says that itself.
const withDeed = ({ sentence, what_to_do: deed }) => (sentence.toLowerCase().includes(deed.toLowerCase()) || /Clear\.$/.test(sentence) ? sentence : `${sentence} ${deed}`);

let listed = "";
// A reason that comes and goes with every frame is held for so long: it has to be read.
const HELD_MS = 1200;
const seen = new Map();
function listReasons({ reasons, record, power, moment }) {
  // What is asked stands there with its answers: it need not be said twice.
  const told = new Set(night.paired ? ["play over", "open question"] : ["play over"]);
  const now = performance.now();
  if (power || moment === "set") seen.clear();
  for (const reason of power ? [] : reasons) if (!told.has(reason.kind)) seen.set(reason.kind, { reason, until: now + HELD_MS });
  for (const [kind, { until }] of seen) if (until < now) seen.delete(kind);
  const all = [...seen.values()].map(({ reason }) => withDeed(reason));
  if (record) all.push(record);
  const key = all.join("\n");
  if (key === listed) return;
  listed = key;
  at("reasons").replaceChildren(...all.map((reason) => node("li", {}, reason)));
}
