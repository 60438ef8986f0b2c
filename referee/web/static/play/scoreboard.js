// The scoreboard: who has the ball and which way, down and distance, points.

import { night, teamName } from "/play/night.js";
import { at, capital, ordinal, paint, show, text } from "/play/words.js";

const STAGES = {
  "before the game": "Before the game",
  toss: "Coin toss",
  "kick or receive": "Kick or receive",
  "choice of ends": "Choice of ends",
  "home field goal": "Home field goal",
  "overtime or a tie": "Tied",
  kickoff: "Kickoff",
  "free kick": "Free kick",
  try: "Try for the point",
  over: "Final",
};

export function buildScoreboard(about) {
  for (const team of ["home", "away"]) text(`${team}-name`, about.names[team]);
  paint(about.colours);
}

export function showScoreboard({ game }) {
  const scrimmage = game.stage === "scrimmage";
  text("quarter", game.stage === "over" || game.quarter === 0 ? "" : `${capital(ordinal(game.quarter))} quarter`);
  text("down", scrimmage ? `${ordinal(game.down)} & ${game.to_go}` : (STAGES[game.stage] ?? capital(game.stage)));
  text("spot", scrimmage ? `at the ${game.spot}` : kicks(game));
  for (const team of ["home", "away"]) {
    const points = String(game[team]);
    if (at(`${team}-score`).textContent !== points) flash(`${team}-score`, points);
    const has = game.team === team && game.stage !== "over" && game.quarter > 0;
    show(`${team}-ball`, has);
    const way = game.plays === "right" ? "plays right ▶" : "◀ plays left";
    text(`${team}-way`, game.stage === "scrimmage" || game.stage === "try" ? way : "kick off");
  }
}

function kicks(game) {
  if (!game.team || game.stage === "over") return "";
  return game.stage === "try" ? teamName(game.team) : `${teamName(game.team)} kick`;
}

function flash(id, points) {
  const first = at(id).textContent === "";
  at(id).textContent = points;
  if (first || !night.state) return;
  at(id).classList.remove("new");
  void at(id).offsetWidth; // starts the animation anew
  at(id).classList.add("new");
}
