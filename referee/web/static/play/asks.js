// What the referee has to be told, with one-tap answers: plays, men, targets, dice.

import { dice } from "/play/dice.js";
import { night, playerName } from "/play/night.js";
import { pickPlayer, pickSpot } from "/play/pick.js";
import { doubtPart, namesPart, swapPart, NAMES } from "/play/naming.js";
import { say } from "/play/wish.js";
import { at, button, capital, node, show } from "/play/words.js";

// Plays in which somebody else than the passer may carry the ball.
const TAKES = {
  run: "Who carries it?", sweep: "Who carries it?", draw: "Who carries it?", delay: "Who carries it?",
  pitch: "Pitch to whom?", "read option": "Who carries it?", "shovel pass": "Shovel to whom?",
};
const ALONE = { words: "The one who has it", value: "" };
// Said at any stop of a play that runs on.
const GIVES = { handed: "Hand off", pitched: "Pitch", lateraled: "Lateral" };

let drawn = "";

// Whether something has to be said before there is power.
export function showAsks(state) {
  const { notice, game } = state;
  const live = ["scrimmage", "try"].includes(game.stage) || notice.period !== "set";
  const asks = live && night.paired ? notice.asks : [];
  const plays = live && night.paired && game.stage !== "over" ? notice.plays : [];
  const stopped = live && night.paired && !state.power && !["set", "dead"].includes(notice.period);
  const unnamed = night.paired && !state.power && state.reasons.some((reason) => reason.includes(NAMES));
  const doubts = night.paired && !state.power ? state.doubts : [];
  const must = unnamed || doubts.length > 0 || asks.some((ask) => !ask.default);
  const key = JSON.stringify([asks, plays, stopped, unnamed, doubts, notice.phase, notice.carrier, notice.team]);
  if (key === drawn) return must;
  drawn = key;
  const parts = [...(unnamed ? [namesPart()] : []), ...doubts.map(doubtPart), ...asks.map((ask) => askPart(ask, notice))];
  if (plays.length && !asks.some((ask) => ask.what === "play")) parts.push(playPart(notice, false));
  if (stopped) parts.push(morePart(notice));
  else if (!state.power && live && night.paired && !unnamed) parts.push(swapPart());
  at("asks").replaceChildren(...parts);
  show("asks", parts.length);
  return must;
}

function askPart(ask, notice) {
  if (ask.what === "play") return playPart(notice, true);
  const title = node("h2", {}, `${capital(ask.sentence)}.`);
  const part = node("div", { class: "ask" }, title);
  const roll = ask.what.endsWith(" dice") ? ask.what.slice(0, -5) : null;
  if (roll) part.append(dice(roll));
  else part.append(button(ANSWERS[ask.what]?.words ?? "Answer", () => ANSWERS[ask.what]?.deed(notice), "main"));
  if (ask.what === "ball") part.append(button("It fell off the board", () => say("ball lies")));
  return part;
}

const ANSWERS = {
  carrier: { words: "Tap the man who has it", deed: (notice) => carrier(notice) },
  target: { words: "Lay the target", deed: (notice) => aim(notice) },
  ball: { words: "Show where it lies", deed: () => lies() },
};

function playPart(notice, asked) {
  const title = node("h2", {}, asked ? "Which play is it?" : "The play, if you like");
  const buttons = notice.plays.map((play) => button(capital(play), () => named(play, notice), asked ? "main" : ""));
  return node("div", { class: asked ? "ask plays asked" : "ask plays" }, title, node("div", { class: "grid" }, ...buttons));
}

function morePart(notice) {
  const buttons = [];
  if (notice.phase === "in the air") buttons.push(button("Target taken up", () => say("taken up")));
  else {
    for (const [what, words] of Object.entries(GIVES)) buttons.push(button(words, () => give(what, words, notice)));
    buttons.push(button("The carrier is …", () => carrier(notice)));
    if (notice.plays.includes("pass")) buttons.push(button("Passing figure threw", () => threw(notice)));
    buttons.push(button("Let him run on", () => say("answered", { to: "let him run", answer: "yes" })));
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
  return now.asks.some((ask) => ask.what === "target") || now.phase === "in the air" ? aim(now) : null;
}

async function aim(notice) {
  const receiver = await pickPlayer("Pass to whom?", { team: notice.team });
  if (receiver === null) return null;
  const laid = night.state.markers[0];
  const near = laid && { x_mm: laid[0], y_mm: laid[1] };
  const words = near ? "Where is the target? It seems to lie here." : "Tap where the target lies.";
  const target = await pickSpot(words, { near, team: notice.team });
  return target && say("aimed", { receiver, target });
}

async function carrier(notice) {
  const words = "Tap the man who has the ball.";
  const man = await pickPlayer(words, { team: notice.team, first: backs(notice) });
  return man && say("named", { carrier: man });
}

async function give(what, words, notice) {
  const to = await pickPlayer(`${words} to whom?`, { team: notice.team });
  return to && say(what, { to });
}

async function threw(notice) {
  const to = await pickPlayer("Thrown to whom?", { team: notice.team });
  if (!to) return null;
  const hits = night.about.hits.map((hit) => ({ words: HITS[hit] ?? hit, value: hit }));
  const words = `What did the ball hit first? Thrown to ${playerName(to)}.`;
  const hit = await pickPlayer(words, { chips: [{ words: "Him", value: to }, ...hits] });
  return hit && say("thrown", { to, hit });
}

const HITS = { nobody: "Nobody", board: "The board", out: "Out of bounds" };

async function lies() {
  const laid = night.state.markers[0];
  const near = laid && { x_mm: laid[0], y_mm: laid[1] };
  const at_ = await pickSpot("Tap where the ball lies.", { near });
  return at_ && say("ball lies", { at: at_ });
}

// Who stands behind the line, the nearest to the middle first: most likely to get the ball.
function backs({ team, carrier: has }) {
  const { game, pieces } = night.state;
  const toward = game.plays === "right" ? 1 : -1;
  const yard = night.about.field.goal_to_goal_mm / 100;
  return pieces
    .filter(([id]) => night.players.get(id)?.team === team && id !== has)
    .filter(([, x]) => toward * (game.x_mm - x) > 3 * yard)
    .sort((a, b) => Math.abs(a[2] - game.y_mm) - Math.abs(b[2] - game.y_mm))
    .map(([id]) => id)
    .slice(0, 4);
}
