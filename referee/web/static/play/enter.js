// What no camera sees, in two taps: what it was, and where.

import { night, other, teamName } from "/play/night.js";
import { pickPlayer, pickSpot } from "/play/pick.js";
import { enter, say, command } from "/play/commands.js";
import { at, capital, node, show } from "/play/words.js";

let open = false;
let drawn = "";

export function buildEnter() {
  at("enter").addEventListener("click", () => toggle(!open));
}

// Whether it was another way before.
export function toggle(wanted) {
  const changed = open !== wanted;
  open = wanted;
  at("enter").setAttribute("aria-expanded", open);
  if (night.state) showEnter(night.state);
  if (open) at("entering").querySelector("button")?.focus();
  return changed;
}

// What is due at some moments, in a headline.
const TITLES = { kickoff: "Enter the kick", "free kick": "Enter the kick", try: "Enter the try" };

// The yard line that a kick is kicked from, by the rulebook.
const kickedFrom = ({ kicks_from_yd: yd }) => (yd === null ? "" : `Kicked from the own ${yd}`);

const YARDS = [5, 10, 15];

// Kicks are entered, so their buttons stand there unasked.
const UNASKED = new Set(["before the game", "a kick"]);

// Whether it is shown.
export function showEnter({ game, power, moment }) {
  const shown = night.paired && !power && (open || UNASKED.has(moment) || (game.stage === "try" && moment === "between plays"));
  const key = JSON.stringify([open, night.state.notice.kicks, game.stage, game.team, game.home_plays, game.try_by, game.legal]);
  show("entering", shown);
  if (key === drawn || !shown) return shown;
  drawn = key;
  const rows = (ROWS[game.stage] ?? []).concat(open || game.stage === "over" ? ANYTIME : []);
  const parts = rows.map(([title, choices]) => section(typeof title === "function" ? title(game) : title, choices(game)));
  at("entering").replaceChildren(node("h2", {}, TITLES[game.stage] ?? "Enter what no camera sees"), ...parts, ...(open ? [noteForm()] : []));
  return shown;
}

// Whether the rules let this be entered now.
const may = ({ legal }, what, how = null, team = null) => legal.some(([a, b, c]) => a === what && (how === null || b === how) && (team === null || c === team));

function section(title, all) {
  const choices = all.filter(Boolean);
  if (!choices.length) return "";
  const buttons = choices.map(([words, deed, kind]) => {
    const made = node("button", { class: `answer ${kind ?? ""}`, type: "button" }, words);
    made.addEventListener("click", async () => {
      if (await deed()) toggle(false);
    });
    return made;
  });
  const long = choices.some(([words]) => words.length > 22);
  return node("div", { class: "ask" }, ...(title ? [node("h3", {}, title)] : []), node("div", { class: long ? "list" : "grid" }, ...buttons));
}

async function series(team, play, more = {}) {
  const spot = await pickSpot(`Where do ${teamName(team)} begin?`, { team });
  return spot && enter("series", { team, at: spot, play, ...more });
}

async function returned(team) {
  const carrier = await pickPlayer("Tap whoever brings it back.", { team });
  return carrier && say("put", { period: "return", team, carrier });
}

async function again(words) {
  const spot = await pickSpot(words);
  return spot && enter("again", { at: spot });
}

async function penalty(team) {
  const chips = YARDS.map((yards) => ({ words: `${yards} yards`, value: yards }));
  const yards = await pickPlayer(`How far are ${teamName(team)} set back?`, { chips, only: [] });
  if (!yards) return yards;
  const when = [["Before the snap", "before"], ["In the play just over", "in"]].map(([words, value]) => ({ words, value }));
  const then = await pickPlayer("When was the foul?", { chips: when, only: [] });
  return then && command({ do: "penalty", team, yards, in_play: then === "in" });
}

// A foul by its name in the book; what becomes of it is asked once its play is over.
async function flag(team) {
  const plays = [["Now, before the snap", "no play"], ["In the play that runs", "this play"], ["In the play just over", "last play"]];
  const play = await pickPlayer("When was the foul?", { chips: plays.map(([words, value]) => ({ words, value })), only: [] });
  if (!play) return play;
  const side = team === night.state.game.team ? "offense" : "defense";
  const fouls = night.about.fouls.filter(({ by }) => play === "last play" || by === "either" || by === side);
  const foul = await pickPlayer(`What did ${teamName(team)} do?`, { chips: fouls.map((value) => ({ words: value.name, value })), only: [] });
  if (!foul) return foul;
  const spot = foul.spot ? await pickSpot("Where was the foul?") : null;
  return (spot || !foul.spot) && enter("foul", { foul: foul.name, team, play, ...(spot ? { at: spot } : {}) });
}

const flags = (game) => game.team && game.stage !== "over" ? [
  [`Flag on ${teamName(game.team)} …`, () => flag(game.team)],
  [`Flag on ${teamName(other(game.team))} …`, () => flag(other(game.team))],
  ...(night.about.foul_dice ? [["Roll for a penalty", () => command({ do: "roll penalty" })]] : []),
] : [];

async function ended(how, team, changed) {
  const spot = await pickSpot("Tap where the ball is.", { team });
  return spot && enter("play", { how, team, at: spot, changed_hands: changed });
}

async function tryFrom(how) {
  const spot = await pickSpot("Where between the hashes does the ball lie?");
  return spot && enter("try", { how, at: spot });
}

// How they try, before it is played; where the book lets them, the ball lies anywhere between the hashes.
const tryChoice = () => {
  const ways = [["kicked try", "kick"], ["played try", "go for two"]];
  const across = ways.map(([how, words]) => [`They ${words}, ball at …`, () => tryFrom(how)]);
  return [...ways.map(([how, words]) => [`They ${words}`, () => enter("try", { how })]), ...(night.about.tries.between_hashes ? across : [])];
};

const kick = (game) => {
  const [kicks, gets] = [game.team, other(game.team)];
  return [
    [`${teamName(gets)} ball at …`, () => series(gets, game.stage), "main"],
    [`${teamName(gets)} bring it back on the board`, () => returned(gets)],
    [`${teamName(kicks)} recovered it at …`, () => series(kicks, game.stage)],
    ...(night.about.kickoffs_count ? [[`Declined or fair caught, ${teamName(gets)} ball at …`, () => series(gets, game.stage, { declined: true })]] : []),
  ];
};

// Kicks that are played on the board stage by stage; their asks come one after the other.
const onBoard = () => {
  const { may: kicks, may_decline: decline } = night.state.notice.kicks;
  return [
    ...kicks.map((kick) => [`${capital(kick)} on the board`, () => say("kick", { kick })]),
    ...(decline ? [["The kick is declined", () => say("answered", { to: "kick", answer: "declined" })]] : []),
  ];
};

const ROWS = {
  "before the game": [
    ["How the book opens a game", () => [[false, "Toss the coin, or what the book has instead"], [true, "The same, and somebody has to win (playoff)"]].map(([playoff, words]) => [
      words, () => enter("started", { rulebook: night.about.rulebook_name, playoff }),
    ])],
    ["Who kicks off, and where to does Home play?", () => TEAMS.flatMap((kicks) => ["right", "left"].map((way) => [
      `${teamName(kicks)} kick off, ${teamName("home")} plays ${way}`,
      () => enter("started", { rulebook: night.about.rulebook_name, kicks, home_plays: way }),
    ]))],
  ],
  toss: [["A coin of your own", () => [["Home win the toss", "heads", "tails"], ["Visitors win the toss", "heads", "heads"]]
    .filter(([, fell, called]) => open).map(([words, fell, called]) => [words, () => enter("tossed", { fell, called })])]],
  kickoff: [[kickedFrom, kick], ["Play it", onBoard]],
  "free kick": [[kickedFrom, kick], ["Play it", onBoard]],
  try: [
    ["The try", (game) => [
      ["Kick good", () => enter("scored", { how: "kicked try", team: game.team }), "main"],
      ["Run or pass good", () => enter("scored", { how: "played try", team: game.team }), "main"],
      ["Kick missed", () => enter("no good", { team: game.team, kicked: true })],
      ["Run or pass failed", () => enter("no good", { team: game.team })],
      open && may(game, "scored", "played try", other(game.team)) && ["The others run it back", () => enter("scored", { how: game.try_by === "kicked try" ? "safety" : "played try", team: other(game.team) })],
    ]],
    ["How they try", tryChoice],
    ["Play it", onBoard],
  ],
  scrimmage: [
    ["Kicks", (game) => [
      ["Punt", () => series(other(game.team), "punt")],
      ["Punt, brought back", () => returned(other(game.team))],
      may(game, "scored", "field goal", game.team) && ["Field goal good", () => enter("scored", { how: "field goal", team: game.team })],
      ["Field goal missed", () => series(other(game.team), "field goal")],
    ]],
    ["Play it", onBoard],
    ["Penalties and corrections", (game) => [
      [`Penalty on ${teamName(game.team)} …`, () => penalty(game.team)],
      [`Penalty on ${teamName(other(game.team))} …`, () => penalty(other(game.team))],
      ["Down again from …", () => again("Where is the down played again?")],
      ["Down again, same spot", () => enter("again")],
      ["Play ended at …", () => ended("entered", game.team, false)],
      [`Turnover, ${teamName(other(game.team))} at …`, () => ended("turnover", other(game.team), true)],
      ["Touchdown", () => enter("scored", { how: "touchdown", team: game.team })],
      ["Safety", () => enter("scored", { how: "safety", team: other(game.team) })],
      ...(may(game, "moved") ? HASHES : []),
    ]],
  ],
};

const HASHES = [
  ["Ball to the nearest hash", () => enter("moved", { to: "nearest hash" })],
  ["Ball to the middle", () => enter("moved", { to: "middle" })],
];

const TEAMS = ["home", "away"];

// Everything of a kind that is allowed now, a button for each team.
const each = (game, what, words) => game.legal
  .filter(([a, , team]) => a === what && team)
  .map(([, how, team]) => [words(teamName(team), how), () => enter(what, how ? { team, how } : { team })]);

const ANYTIME = [["Fouls", flags], ["The game", (game) => [
  ...each(game, "timeout", (name, how) => `Timeout, ${name}${how ? ", one more play" : ""}`),
  ...each(game, "challenge", (name) => `${name} challenge the ruling`),
  ...each(game, "disputed", (name) => `Disputed call goes to ${name}`),
  may(game, "quarter") && ["The quarter is over", () => enter("quarter")],
]]];

// A word of the coach for the play-by-play.
function noteForm() {
  const input = node("input", { maxlength: "200", placeholder: "A note for the play-by-play", "aria-label": "A note for the play-by-play" });
  const form = node("form", { class: "row note" }, input, node("button", { class: "plain", type: "submit" }, "Note"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const words = input.value.trim();
    if (words && (await command({ do: "note", words }))) toggle(false);
  });
  return form;
}
