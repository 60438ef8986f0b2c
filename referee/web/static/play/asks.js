// What the referee has to be told, with one-tap answers: plays, men, targets, dice.

import { coachKey, coachParts } from "/play/coach.js";
import { dice } from "/play/dice.js";
import { setUpAnew } from "/play/hands.js";
import { night, other, playerName } from "/play/night.js";
import { pickPlayer, pickSpot } from "/play/pick.js";
import { doubtPart, namesPart, unseenPart, whoPlayedPart } from "/play/naming.js";
import { say } from "/play/commands.js";
import { at, button, capital, node, show } from "/play/words.js";

// Plays in which somebody else than the passer may carry the ball.
const TAKES = {
  run: "Who carries it?", sweep: "Who carries it?", draw: "Who carries it?", delay: "Who carries it?",
  pitch: "Pitch to whom?", "read option": "Who carries it?", "shovel pass": "Shovel to whom?",
};
const ALONE = { words: "Whoever has it now", value: "" };
// Said at any stop of a play that runs on.
const GIVES = { handed: "Hand off", pitched: "Pitch", lateraled: "Lateral" };

// When a line-up stands whose names may be looked at.
const BETWEEN = ["between plays", "set-up", "set"];

let drawn = "";

// Whether something has to be said before there is power.
export function showAsks(state) {
  const { notice, power, moment, asks } = state;
  const may = night.paired && !["before the game", "a kick", "the game is over"].includes(moment);
  const open = may ? asks.filter((ask) => ask.what !== "kick") : [];
  const unnamed = may && !power && BETWEEN.includes(moment) && state.pieces.some((piece) => piece[5]);
  const doubts = may && !power ? state.doubts : [];
  const plays = may && moment !== "dead" && !open.some((ask) => ask.what === "play") ? notice.plays : [];
  const stopped = may && ["stop", "read"].includes(moment);
  const unseen = may && !power ? state.reasons.flatMap(({ players }) => players) : [];
  const must = doubts.length > 0 || open.some((ask) => !ask.default);
  // Nothing waits for this one: it does not count among what must be said.
  const played = may && !power ? state.who_played : null;
  const helped = night.paired && night.about.hands && !power;
  const key = JSON.stringify([helped && moment, open, unnamed, doubts, played, unseen, plays, stopped, notice.phase, notice.carrier, may && coachKey(state), notice.kicks]);
  if (key === drawn) return must;
  drawn = key;
  const parts = [...doubts.map(doubtPart), ...open.map((ask) => askPart(ask, notice))];
  if (unseen.length) parts.push(unseenPart(unseen));
  if (played) parts.push(whoPlayedPart(played));
  if (may) parts.push(...coachParts(state));
  if (unnamed) parts.push(namesPart());
  if (may && notice.kicks.fair_catch) parts.push(fairCatchPart(notice));
  if (may && notice.kicks.may_fake) parts.push(button("Fake", () => say("answered", { to: "kick", answer: "fake" }), "plain"));
  if (may && !power && notice.kicks.now) parts.push(button("No kick after all", () => say("put", { period: "set" }), "plain"));
  if (plays.length) parts.push(playPart(notice.plays, notice, false));
  if (stopped) parts.push(morePart(notice));
  if (helped) parts.push(...handsPart(moment));
  at("asks").replaceChildren(...parts);
  show("asks", parts.length);
  return must;
}

// Figures of a simulated table are moved on the field.
function handsPart(moment) {
  const between = [...BETWEEN, "a kick"].includes(moment);
  if (!between && !["stop", "read"].includes(moment)) return [];
  const words = between
    ? "Both teams are set up for you. Drag a figure to move it; tap it to turn it."
    : "Tap a figure on the field to turn it.";
  const part = node("div", { class: "ask" }, node("p", { class: "quiet" }, words));
  if (between) part.append(node("div", { class: "grid" }, button("Set up afresh", setUpAnew)));
  return [part];
}

function askPart(ask, notice) {
  if (ask.what === "play") return playPart(ask.plays.length ? ask.plays : notice.plays, notice, true, ask.default);
  const title = node("h2", {}, ask.what_to_do);
  const part = node("div", { class: "ask" }, title);
  if (ask.roll) part.append(dice(ask.roll));
  else if (KICK_WORDS[ask.what]) {
    const answers = KICK_WORDS[ask.what](notice).map((answer) => button(capital(answer), () => say("answered", { to: ask.what, answer }), "main"));
    part.append(node("div", { class: "grid" }, ...answers));
  }
  else part.append(button(ANSWERS[ask.what]?.words ?? "Answer", () => ANSWERS[ask.what]?.deed(notice, ask), ask.default ? "" : "main"));
  if (ask.what === "throw") part.append(button("No pass after all", () => say("taken up")));
  if (ask.what === "ball") part.append(button("It fell off the board", () => say("ball lies")));
  return part;
}

// What is answered of a kick with one tap.
const KICK_WORDS = {
  "kick result": () => ["good", "no good"],
  "kick choice": (notice) => notice.kicks.choices,
};

// Whoever calls it is named while the kick is in the air.
function fairCatchPart(notice) {
  const call = async () => {
    const man = await pickPlayer("Who calls the fair catch?", { team: other(notice.offense) });
    return man && say("answered", { to: "fair catch", answer: man });
  };
  return node("div", { class: "ask" }, button("Fair catch", call, "main"));
}

const ANSWERS = {
  "kick landing": { words: "Show where it came down", deed: () => lies() },
  carrier: { words: "Tap the ball carrier", deed: (notice, ask) => carrier(notice, ask.candidates) },
  receiver: { words: "For whom?", deed: (notice, ask) => receiver(notice, ask.candidates) },
  target: { words: "Lay the target", deed: (notice, ask) => aim(notice, ask.candidates) },
  ball: { words: "Show where it lies", deed: () => lies() },
  throw: { words: "Say what it hit", deed: (notice, ask) => threw(notice, ask.candidates) },
};

function playPart(plays, notice, asked, otherwise = null) {
  const title = node("h2", {}, asked ? "Which play is it?" : "Call a play (optional)");
  const buttons = plays.map((play) => button(capital(play), () => named(play, notice), asked ? "main" : ""));
  const part = node("div", { class: asked ? "ask plays asked" : "ask plays" }, title, node("div", { class: "grid" }, ...buttons));
  if (otherwise) part.append(node("p", { class: "quiet" }, `Otherwise Ready means: ${otherwise}.`));
  return part;
}

function morePart(notice) {
  const buttons = [];
  if (notice.phase === "in the air") buttons.push(button("Target taken up", () => say("taken up")));
  else {
    for (const [what, words] of Object.entries(GIVES)) buttons.push(button(words, () => give(what, words, notice)));
    buttons.push(button("The carrier is …", () => carrier(notice)));
    if (notice.plays.includes("pass")) buttons.push(button("Passing figure threw", () => threw(notice)));
    if (notice.may_pass_back) buttons.push(button("Backward pass with a stick", () => backward(notice)));
    const stays = () => say("answered", { to: "touchback", answer: "yes" });
    if (notice.phase === "return") buttons.push(button("Stays in the end zone: touchback", stays));
    buttons.push(button("Let the carrier run on", () => say("answered", { to: "let him run", answer: "yes" })));
  }
  const more = node("details", { class: "ask more" }, node("summary", {}, "More to say"));
  more.append(node("div", { class: "grid" }, ...buttons));
  return more;
}

async function named(play, notice) {
  if (play === "pass") return pass(notice);
  if (!TAKES[play]) return say("named", { play });
  const man = await pickPlayer(TAKES[play], { team: notice.team, chips: [ALONE], first: backs(notice) });
  if (man === null) return null;
  return say("named", man ? { play, carrier: man } : { play });
}

// Before the snap a pass is only a plan; at a stop it needs a receiver and a target.
async function pass(notice) {
  if (notice.period === "set" || night.state.power) return say("named", { play: "pass" });
  if (!(await say("named", { play: "pass" }))) return null;
  const now = night.state.notice;
  return night.state.asks.some((ask) => ask.what === "target") || now.phase === "in the air" ? aim(now, candidates("target")) : null;
}

const candidates = (what) => night.state.asks.find((ask) => ask.what === what)?.candidates ?? [];

// Whoever is thrown to is asked once: then only where the target lies.
async function aim(notice, likely) {
  const to = notice.receiver ?? await pickPlayer("Pass to whom?", { team: notice.team, first: likely });
  if (to === null) return null;
  const near = laid();
  const words = near ? "Where is the target? It seems to lie here." : "Tap where the target lies.";
  const target = await pickSpot(words, { near, team: notice.team });
  return target && say("aimed", { receiver: to, target });
}

// To anybody, and to a place behind the passer.
async function backward(notice) {
  const to = await pickPlayer("Backward pass to whom?", { team: notice.team, first: backs(notice) });
  if (to === null) return null;
  const target = await pickSpot("Tap where the target lies.", { near: laid(), team: notice.team });
  return target && say("aimed", { receiver: to, target, backward: true });
}

// A marker that the eyes see, if one lies there.
function laid() {
  const [first] = night.state.markers;
  return first && { x_mm: first[0], y_mm: first[1] };
}

// Before anybody is seen all of a side are candidates in no order: then nobody is likelier.
async function carrier(notice, known = []) {
  const likely = known.length > 6 || !known.length ? backs(notice) : known;
  const words = "Tap the ball carrier.";
  const man = await pickPlayer(words, { team: notice.team, first: likely.slice(0, 4) });
  return man && say("named", { carrier: man });
}

async function receiver(notice, likely) {
  const man = await pickPlayer("Pass to whom?", { team: notice.team, first: likely });
  return man && say("aimed", { receiver: man });
}

async function give(what, words, notice) {
  const to = await pickPlayer(`${words} to whom?`, { team: notice.team });
  return to && say(what, { to });
}

async function threw(notice, likely = []) {
  const to = notice.receiver ?? await pickPlayer("Thrown to whom?", { team: notice.team, first: likely });
  if (!to) return null;
  const hits = night.about.hits.map((hit) => ({ words: HITS[hit] ?? hit, value: hit }));
  const words = `What did the ball hit first? Thrown to ${playerName(to)}.`;
  const hit = await pickPlayer(words, { chips: [{ words: "The receiver", value: to }, ...hits] });
  return hit && say("thrown", { to, hit });
}

const HITS = { nobody: "Nobody", board: "The board", out: "Out of bounds" };

async function lies() {
  const at_ = await pickSpot("Tap where the ball lies.", { near: laid() });
  return at_ && say("ball lies", { at: at_ });
}

// Who is likely to get the ball: the backs and the passer, as the line-up was read.
function backs({ carrier: has }) {
  const likely = ["back", "quarterback", "flanker"];
  return night.state.men
    .filter(([id, role]) => likely.includes(role) && id !== has)
    .sort((a, b) => likely.indexOf(a[1]) - likely.indexOf(b[1]))
    .map(([id]) => id);
}
