// What a coach may correct or take: the line-up as it was read, words that went unsaid, fouls, magnets.

import { night, playerName } from "/play/night.js";
import { swap } from "/play/naming.js";
import { pickPlayer } from "/play/pick.js";
import { command } from "/play/commands.js";
import { button, capital, node } from "/play/words.js";

const BEFORE_SNAP = ["between plays", "set-up", "set"];
// Roles that decide something: one tap puts them right.
const CORRECTED = ["center", "quarterback", "punter", "holder"];

const rests = (state) => !state.power && BEFORE_SNAP.includes(state.moment);

export const coachKey = (state) => [
  state.clocks.find((clock) => clock.turn)?.side, state.offers, state.taken, state.magnets, state.moment, state.turns, state.arc, rests(state) && [state.men, state.wrong, state.unsure, state.hands],
];

export function coachParts(state) {
  const parts = [];
  if (state.offers.length) parts.push(offersPart(state));
  const turn = state.clocks.find((clock) => clock.turn);
  if (turn && !state.power) parts.push(node("div", { class: "ask" }, button(`${capital(turn.side)} is set`, () => command({ do: "side done" }))));
  if (state.arc && state.moment === "stop") parts.push(node("p", { class: "ask quiet" }, `${state.arc.sentence} Its end lies on the drawn arc.`));
  if (state.turns.wrong.length || state.turns.unsure.length || state.turns.due.length) parts.push(turnsPart(state.turns));
  if (state.taken.length && !state.power) parts.push(takenPart(state));
  const magnets = state.magnets.filter((magnet) => magnet.may_be_taken_back && !magnet.taken_back);
  if (magnets.length) parts.push(magnetsPart(magnets));
  if (rests(state) && state.men.length) parts.push(lineUpPart(state));
  return parts;
}

function offersPart({ offers }) {
  const buttons = offers.map(({ sentence, kind, since, team, choice }) =>
    button(sentence, () => command({ do: "take", kind, since, team, choice }), "main"));
  return node("div", { class: "ask" }, node("div", { class: "list" }, ...buttons));
}

// Turns that the rules do not allow; the field shows where those bases stood.
function turnsPart({ wrong, unsure, due }) {
  const list = (found, kind) => (found.length ? [node("ul", { class: `faults ${kind}` }, ...found.map((each) => node("li", {}, each)))] : []);
  const words = wrong.length ? "Put back what is drawn dashed" : due.length ? "Turns that are due" : "Turns that nobody can tell";
  return node("div", { class: "ask" }, node("h2", {}, words), ...list(wrong, "wrong"), ...list(due, "wrong"), ...list(unsure, "unsure"));
}

const TAKEN = {
  snap: (value) => `${playerName(value)} takes the snap`,
  play: (value) => `${value} (no play was called)`,
};

function takenPart({ taken }) {
  const words = taken.map(({ what, value }) => TAKEN[what]?.(value) ?? `${what}: ${value}`);
  return node("p", { class: "ask quiet" }, `Assumed: ${words.join("; ")}.`);
}

function magnetsPart(magnets) {
  const rows = magnets.map(({ number, sentence }) =>
    node("div", { class: "row understood" }, node("p", {}, sentence), button("Not meant", () => command({ do: "not meant", number }))));
  return node("div", { class: "ask" }, node("h2", {}, "Magnets"), ...rows);
}

// While hands are above the board nothing is finished, so nothing is wrong yet.
function lineUpPart({ men, wrong: found, unsure: doubted, form, hands }) {
  const [wrong, unsure] = hands ? [[], []] : [found, doubted];
  const part = node("details", { class: "ask more" });
  part.open = wrong.length > 0;
  const eligible = men.filter((man) => man[2]).map(([id]) => night.players.get(id).number);
  const words = form === "scrimmage" ? "Line-up as it was read" : `Line-up: ${form}`;
  part.append(node("summary", {}, wrong.length ? "Line-up: not legal" : words));
  if (wrong.length) part.append(node("ul", { class: "faults wrong" }, ...wrong.map((each) => node("li", {}, each))));
  if (unsure.length) part.append(node("ul", { class: "faults unsure" }, ...unsure.map((each) => node("li", {}, each))));
  if (eligible.length) part.append(node("p", { class: "quiet" }, `May catch: ${eligible.join(", ")}`));
  const roles = men.filter((man) => CORRECTED.includes(man[1]));
  const buttons = roles.map(([id, role]) => button(`${capital(role)}: ${night.players.get(id).number}`, () => correct(role, id)));
  part.append(node("div", { class: "grid" }, ...buttons, button("Swap two players …", swap)));
  return part;
}

async function correct(role, now) {
  const { team } = night.players.get(now);
  const player = await pickPlayer(`Who is the ${role}?`, { team });
  if (player) command({ do: "correct", role, player });
}
