// Who is who: the names are right, two are the other way round, or a doubt of the eyes.

import { night, playerName } from "/play/night.js";
import { pickPlayer, pickSpot } from "/play/pick.js";
import { command } from "/play/commands.js";
import { button, node } from "/play/words.js";

export function namesPart() {
  const buttons = [button("The names are right", () => command({ do: "names are right" }), "main"), button("Swap two …", swap)];
  return node("div", { class: "ask" }, node("h2", {}, "Names with a question mark may be wrong. No play waits for them."), node("div", { class: "grid" }, ...buttons));
}

export async function swap() {
  const first = await pickPlayer("Tap the first of the two.");
  if (!first) return;
  const { team } = night.players.get(first);
  const second = await pickPlayer(`And who is really ${playerName(first)}?`, { team });
  if (second) command({ do: "swap", first, second });
}

// Whoever is not seen and is waited for: touched, or pointed at.
export function unseenPart(players) {
  const stands = async (player) => {
    const spot = await pickSpot(`Tap where ${playerName(player)} stands.`);
    if (spot) command({ do: "stands", player, at: spot });
  };
  const buttons = players.map((id) => button(`Show ${playerName(id)}`, () => stands(id), "main"));
  return node("div", { class: "ask" }, node("h2", {}, "Not seen: touch the figure, or show where it stands."), node("div", { class: "grid" }, ...buttons));
}

// One name of the play that was counted: one tap, or none.
export function whoPlayedPart({ number, part, shown, other }) {
  const answer = (player) => () => command({ do: "who played", number, shown, player });
  const buttons = [shown, other].map((id) => button(playerName(id), answer(id)));
  buttons.push(button("I cannot say", answer(null), "quiet"));
  const words = `The ${part}: was that ${playerName(shown)} or ${playerName(other)}? Nothing waits for it.`;
  return node("div", { class: "ask" }, node("h2", {}, words), node("div", { class: "grid" }, ...buttons));
}

export function doubtPart(doubt) {
  const { players, assumed, places } = doubt;
  const part = node("div", { class: "ask" }, node("h2", {}, question(doubt)));
  const answer = (standing) => () => command({ do: "answer", doubt: doubt.number, standing });
  const names = (standing) => standing.map((id) => playerName(id)).join(", ");
  const buttons = [];
  if (places.length === 1) for (const id of players) buttons.push(button(playerName(id), answer([id])));
  else {
    buttons.push(button("Looks right", answer(assumed), "main"));
    if (places.length === 2) buttons.push(button("The other way round", answer([...assumed].reverse())));
    else buttons.push(button("Fix one by one", () => oneByOne(doubt)));
    part.append(node("p", { class: "quiet" }, `Shown: ${names(assumed)}`));
  }
  part.append(node("div", { class: "grid" }, ...buttons));
  return part;
}

function question({ players, places }) {
  const who = players.map((id) => playerName(id));
  if (places.length === 1) return `Is this ${who.join(" or ")}?`;
  return `I may have mixed up ${listed(players)}.`;
}

// Numbers alone where all are of one team.
function listed(players) {
  const teams = new Set(players.map((id) => night.players.get(id)?.team));
  const names = teams.size === 1 ? players.map((id) => String(night.players.get(id).number)) : players.map(playerName);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

async function oneByOne({ number, players, places }) {
  const standing = [];
  for (const [x, y] of places) {
    const words = `Who stands at ${Math.round(x)}, ${Math.round(y)} mm?`;
    const id = await pickPlayer(words, { only: players.filter((each) => !standing.includes(each)) });
    if (!id) return;
    standing.push(id);
  }
  command({ do: "answer", doubt: number, standing });
}
