// The last play once more, slowly, from the pictures that this page has shown: nothing is asked of the program.

import { at, show } from "/play/words.js";

const BETWEEN = ["before the game", "a decision", "a kick", "between plays", "set-up", "set", "dead", "the game is over"];

// About ten seconds of power at the usual rate; older pictures of a long play go.
const MOST = 300;
// A little of before the power came on and of after it went off belongs to it.
const BEFORE_MS = 700;
const AFTER_MS = 900;
const SLOW = 0.35;
// Where the board rested between two runs of a play nobody has to wait.
const LONGEST_MS = 250;

let video = null;
let play = []; // the pictures of the newest play
let before = []; // the newest ones while the board rests
let on = false;
let offAt = -Infinity;
let fresh = true; // the next power is another play's
let timer = null;
let large = "";

export function buildReplay(film) {
  video = film;
  at("replay").addEventListener("click", toggleReplay);
}

// With every picture; whether it may be shown, or a replay is on.
export function keep(head, jpeg) {
  const now = performance.now();
  if (on || now - offAt < AFTER_MS) {
    play.push({ now, head, jpeg });
    if (play.length > MOST) play.shift();
  } else {
    before.push({ now, head, jpeg });
    while (before[0].now < now - BEFORE_MS) before.shift();
  }
  return timer === null;
}

// With every moment of the night.
export function followPlay({ power, moment }) {
  if (power && !on) {
    stop(); // what happens now goes first
    play = fresh ? before : [...play, ...before];
    before = [];
    fresh = false;
  }
  if (!power && on) offAt = performance.now();
  on = power;
  if (!power && BETWEEN.includes(moment)) fresh = true;
  show("replay", !power && play.length > 1);
}

function toggleReplay() {
  if (timer !== null) stop();
  else if (!on && play.length > 1) start();
}

function start() {
  const frames = [...play];
  large = document.body.dataset.large;
  document.body.dataset.large = "film";
  document.body.dataset.replay = "true";
  at("replay").setAttribute("aria-pressed", "true");
  let place = 0;
  const next = async () => {
    const frame = frames[place];
    if (!frame) return stop();
    const following = frames[place + 1];
    place += 1;
    timer = setTimeout(next, following ? Math.min(LONGEST_MS, following.now - frame.now) / SLOW : AFTER_MS);
    return video.show(frame.head, frame.jpeg);
  };
  timer = 0;
  next();
}

function stop() {
  if (timer === null) return;
  clearTimeout(timer);
  timer = null;
  document.body.dataset.large = large;
  delete document.body.dataset.replay;
  at("replay").setAttribute("aria-pressed", "false");
}
