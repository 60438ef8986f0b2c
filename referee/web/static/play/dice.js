// Dice: type what fell, or let the program roll them.

import { night, other, teamName } from "/play/night.js";
import { command, say } from "/play/commands.js";
import { node } from "/play/words.js";

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
// Whose roll it is matters only where a dropped ball is fought for.
const BY_TEAM = new Set(["recovery"]);

export function dice(roll) {
  // A kick has tables of its own, and the next one may be of other dice.
  const { count, sides } = (roll === "kick" ? night.state.notice.kicks.dice : night.about.dice[roll]) ?? { count: 1, sides: 6 };
  const fell = Array(count).fill(0);
  const done = node("button", { class: "answer main", type: "button", disabled: true }, "That fell");
  const rows = fell.map((_, i) => row(i, sides, fell, done, count));
  let team = night.state.notice.team;
  done.addEventListener("click", () => tell(roll, fell, team));
  const box = node("div", { class: "dice" }, ...rows.map((made) => made.part));
  if (BY_TEAM.has(roll)) box.append(chooseTeam(team, (chosen) => (team = chosen)));
  const rolls = node("button", { class: "answer", type: "button" }, count > 1 ? "Roll them for me" : "Roll it for me");
  // The program throws them: its seed and the throw stand in the journal.
  rolls.addEventListener("click", () => command({ do: "roll", roll, ...(BY_TEAM.has(roll) ? { team } : {}) }));
  box.append(node("div", { class: "grid" }, done, rolls));
  return box;
}

const tell = (roll, pips, team) =>
  say("rolled", BY_TEAM.has(roll) ? { roll, pips, team } : { roll, pips });

function row(i, sides, fell, done, count) {
  const label = count > 1 ? `Die ${i + 1}` : "The die";
  if (sides > 6) return typed(i, sides, fell, done, label);
  const part = node("div", { class: "die", role: "group", "aria-label": label });
  const set = (value) => {
    fell[i] = value;
    for (const [k, child] of [...part.children].entries()) child.setAttribute("aria-pressed", k + 1 === value);
    done.disabled = fell.includes(0);
  };
  for (let value = 1; value <= sides; value += 1) {
    const face = node("button", { type: "button", class: "face", "aria-label": String(value), "aria-pressed": "false" });
    for (let k = 0; k < 9; k += 1) face.append(node("i", PIPS[value]?.includes(k) ? { class: "pip" } : {}));
    face.addEventListener("click", () => set(value));
    part.append(face);
  }
  return { part, set };
}

function typed(i, sides, fell, done, label) {
  const input = node("input", { type: "number", min: "1", max: String(sides), step: "1", inputmode: "numeric" });
  const set = (value) => {
    fell[i] = Number.isInteger(value) && value >= 1 && value <= sides ? value : 0;
    done.disabled = fell.includes(0);
  };
  input.addEventListener("input", () => set(Number(input.value)));
  const part = node("label", { class: "typed" }, `${label}, 1 to ${sides}`, input);
  return { part, set: (value) => ((input.value = value), set(value)) };
}

function chooseTeam(first, chosen) {
  const group = node("div", { class: "grid", role: "group", "aria-label": "Who rolled" });
  for (const team of [first, other(first)]) {
    const made = node("button", { type: "button", class: "answer", "aria-pressed": String(team === first) }, `${teamName(team)} rolled`);
    made.addEventListener("click", () => {
      for (const child of group.children) child.setAttribute("aria-pressed", child === made);
      chosen(team);
    });
    group.append(made);
  }
  return group;
}
