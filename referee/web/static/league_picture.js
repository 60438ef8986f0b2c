// A league's game as a small field, drawn from its own numbers: two units are a yard.

const SVG = "http://www.w3.org/2000/svg";
const YARD = 2, GOAL = 20, TOP = 13, HIGH = 40;
const at = (yard) => GOAL + YARD * yard; // from the left goal line

// What it shows, in words: for those who do not see it.
export function gameInWords(game) {
  const plays = game.plays ? `${game.quarters} quarters of ${game.plays} plays` : `${game.quarters} quarters by a clock`;
  const back = game.touchback_yd === null ? "" : `, begun at the ${game.touchback_yd} after a ${game.declined ? "kick that is declined" : "touchback"}`;
  const goal = game.field_goal_yd === null ? "" : ` Field goals from ${game.field_goal_yd} yards at most.`;
  const kick = game.kickoff_yd === null ? "" : ` Kicked off from the ${game.kickoff_yd}${back}.`;
  return `${plays}, ${game.downs} downs for ${game.to_gain_yd} yards, ${game.timeouts} timeouts a half.${kick}${goal} Tries from the ${game.try_yd}, kicked ones from the ${game.kicked_try_yd}.`;
}

export function fieldPicture(game) {
  const picture = document.createElementNS(SVG, "svg");
  const set = (made, values) => { for (const [name, value] of Object.entries(values)) made.setAttribute(name, value); };
  set(picture, { viewBox: "0 0 240 74", class: "field-picture", role: "img", "aria-label": gameInWords(game) });
  const part = (kind, values, words = "") => {
    const made = document.createElementNS(SVG, kind);
    set(made, values);
    made.textContent = words;
    picture.append(made);
  };
  part("rect", { class: "grass", x: 0, y: TOP, width: 240, height: HIGH });
  part("path", { class: "goals", d: `M${at(0)} ${TOP}v${HIGH}M${at(100)} ${TOP}v${HIGH}` });
  let lines = "";
  for (let yard = 10; yard < 100; yard += 10) lines += `M${at(yard)} ${TOP}v${HIGH}`;
  part("path", { class: "yards", d: lines });
  if (game.field_goal_yd !== null) {
    const from = at(100 - game.field_goal_yd);
    part("path", { class: "goal-range", d: `M${from} ${TOP + HIGH - 5}H${at(100)}M${from} ${TOP + HIGH - 9}v8` });
    part("text", { x: from - 3, y: TOP + HIGH - 2, "text-anchor": "end" }, String(game.field_goal_yd));
  }
  if (game.kickoff_yd !== null) {
    const from = at(game.kickoff_yd);
    part("path", { class: "kick", d: `M${from} ${TOP}v${HIGH}` });
    part("text", { x: from, y: TOP - 3, "text-anchor": "middle" }, String(game.kickoff_yd));
    if (game.touchback_yd !== null) {
      const to = at(100 - game.touchback_yd);
      part("path", { class: "flight", d: `M${from} ${TOP + 16}Q${(from + to) / 2} ${TOP - 6} ${to - 5} ${TOP + 14}` });
      part("ellipse", { class: "ball", cx: to, cy: TOP + 17, rx: 4.5, ry: 3 });
      part("text", { x: to, y: TOP - 3, "text-anchor": "middle" }, String(game.touchback_yd));
    }
  }
  for (const [yard, y] of [[game.try_yd, TOP + 8], [game.kicked_try_yd, TOP + 25]]) part("path", { class: "try", d: `M${at(100 - yard) - 3} ${y - 3}l6 6m0-6l-6 6` });
  const width = 236 / game.quarters;
  for (let quarter = 0; quarter < game.quarters; quarter += 1) {
    part("rect", { class: "quarter", x: 2 + quarter * width, y: TOP + HIGH + 4, width: width - 3, height: 15, rx: 3 });
    part("text", { x: 2 + quarter * width + (width - 3) / 2, y: TOP + HIGH + 15, "text-anchor": "middle" }, game.plays ? `${game.plays} plays` : "clock");
  }
  return picture;
}
