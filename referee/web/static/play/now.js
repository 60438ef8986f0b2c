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
  const left = state.notice.off_in_ms;
  show("left", state.power && left !== null);
  if (left !== null) at("left").firstElementChild.style.transform = `scaleX(${Math.min(1, left / 4000)})`;
  listReasons(state);
  const turns = state.notice.turns;
  const may = !state.power && turns && turns !== "nobody" && state.game.stage === "scrimmage";
  show("turns", may);
  if (may) text("turns", `May be turned: ${turns}`);
}

function moodOf(state) {
  const { notice, game } = state;
  if (state.alarm) return ["off", "Look at the board", state.alarm];
  if (state.power) return ["run", capital(notice.period), holds(notice)];
  if (game.stage === "over") return ["over", "Final whistle", "The game is over."];
  if (["kickoff", "free kick"].includes(game.stage) && notice.period === "set") return ["hold", capital(game.stage), "Kick, then enter where it ended."];
  if (state.reasons.length && state.ready) return ["soon", "Ready", "Power comes as soon as nothing speaks against it."];
  if (state.ready) return ["soon", "Ready", "Hands away: power comes in a moment."];
  if (notice.asks.some((ask) => !ask.default)) return ["hold", "Say it", holds(notice)];
  if (notice.period === "dead") return ["wait", "Play over", "Set up the next one."];
  if (state.reasons.length) return ["hold", "Not yet", holds(notice)];
  if (state.by_itself) return ["go", "All set", "Touch nothing: power comes by itself."];
  return ["go", "All set", `Press Ready. ${holds(notice)}`];
}

function holds({ switch: team, carrier }) {
  const who = `Switch: ${team ? teamName(team) : "the referee"}`;
  return carrier ? `${who} · Ball: ${playerName(carrier)}` : who;
}

let listed = "";
function listReasons({ reasons, record, power, notice }) {
  // What is asked stands there with its answers: it need not be said twice.
  const over = notice.period === "dead" ? ["The play is over."] : [];
  const asked = night.paired ? notice.asks.map((ask) => `No power: ${ask.sentence}.`) : [];
  const all = power ? [] : reasons.filter((reason) => ![...asked, ...over].includes(reason));
  if (record) all.push(record);
  const key = all.join("\n");
  if (key === listed) return;
  listed = key;
  at("reasons").replaceChildren(...all.map((reason) => node("li", {}, reason)));
}
