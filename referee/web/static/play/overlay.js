// The overlay of a stream: scoreboard, and for a while the call that was just made.

import { at, capital, ordinal, paint, show, text } from "/play/words.js";

const SHOWN_MS = 7000;
const OLD_MS = 700;
// A simulated table's own time stands still while nothing comes from it.
const OWN_TIME = 40;
const QUIET = new Set(["engaged", "short of the line to gain", "pulse over", "not allowed", "allowed", "unclear touch"]);
const STAGES = { "before the game": "Before the game", toss: "Coin toss", kickoff: "Kickoff", "free kick": "Free kick", try: "Try", over: "Final" };

let names = {};
let hide = null;
let heardAt = null;
let watching = true;
let patience = 1;
let first = true;

const hearing = {
  starting() {},
  failures() {},
  about(about) {
    names = about.names;
    first = true;
    for (const team of ["home", "away"]) text(`${team}-name`, names[team]);
    paint(about.colours);
  },
  state({ game, news, numbers, watching: sees, age_ms: age }) {
    heardAt = performance.now();
    watching = sees && age < OLD_MS;
    patience = numbers.speed === null ? 1 : OWN_TIME;
    show("bug", true);
    const scrimmage = game.stage === "scrimmage";
    text("quarter", game.quarter && game.stage !== "over" ? capital(ordinal(game.quarter)) : "");
    text("down", scrimmage ? `${ordinal(game.down)} & ${game.to_go}` : (STAGES[game.stage] ?? game.stage));
    text("spot", scrimmage ? game.spot : "");
    for (const team of ["home", "away"]) {
      text(`${team}-score`, String(game[team]));
      show(`${team}-ball`, game.team === team && game.quarter > 0 && game.stage !== "over");
    }
    // What was called before this page was opened is no news.
    const call = news.calls.filter(({ kind }) => !QUIET.has(kind)).at(-1);
    if (call && !first) tell(call);
    first = false;
  },
};

function tell(call) {
  text("called", capital(call.kind));
  text("said", call.says_more ? call.words : "");
  show("flag", call.flag.length);
  show("call", false);
  void at("call").offsetWidth; // starts the animation anew
  show("call", true);
  clearTimeout(hide);
  hide = setTimeout(() => show("call", false), SHOWN_MS);
}

function connect() {
  const line = new WebSocket(`ws://${location.host}/score`);
  line.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    hearing[message.kind](message);
  };
  line.onclose = () => setTimeout(connect, 1000);
}

setInterval(() => show("blind", heardAt !== null && (!watching || performance.now() - heardAt > patience * OLD_MS)), 100);
connect();
