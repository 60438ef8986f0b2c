// Whether anybody watches the board: this page decides by its own clock, whatever it is told.

import { sound } from "/play/siren.js";
import { speaks } from "/play/voice.js";
import { at, show, text } from "/play/words.js";

const OLD_FRAME_MS = 600;
const OLD_NEWS_MS = 700;
// While nothing comes from a simulated table its own time stands still: only a program that hangs
// is silent for so many times longer.
const OWN_TIME = 40;
// Once shown it stays for a moment: a screen that flickers is read by nobody.
const STAYS_MS = 800;
const LOOK_EVERY_MS = 100;
// A hiccup of a few frames is shown, but does not howl.
const HOWL_AFTER_MS = 250;

let heardAt = null; // when a moment of the night last came in, by this page's clock
let age = 0;
let stale = 0;
let patience = 1;
let said = "";
let lost = "";
let blindSince = null;
let blindLast = 0;
let shownReason = "";

export function heard(state) {
  heardAt = performance.now();
  [age, stale] = [state.age_ms, state.stale_ms];
  patience = state.numbers.speed === null ? 1 : OWN_TIME;
  const blind = state.reasons.find(({ kind }) => kind === "not watching");
  said = state.watching && !blind ? "" : ((blind ?? state.reasons[0])?.why ?? "The referee does not see the board.");
  lost = "";
  look();
}

// The line to the program is gone; before the night has begun nobody is promised anything.
export function unheard(why) {
  lost = why;
  look();
}

export function frameAge() {
  return heardAt === null ? null : Math.round(age + performance.now() - heardAt);
}

function why() {
  if (heardAt === null) return "";
  const since = performance.now() - heardAt;
  if (lost) return lost;
  if (since > patience * OLD_NEWS_MS) return `Nothing was heard of the referee for ${(since / 1000).toFixed(1)} s.`;
  if (said) return said;
  if (stale + since > patience * OLD_NEWS_MS) return "The referee program hangs.";
  if (age + since > patience * OLD_FRAME_MS) return `The newest picture is ${((age + since) / 1000).toFixed(1)} s old.`;
  return "";
}

function look() {
  const reason = why();
  const now = performance.now();
  if (reason) {
    blindLast = now;
    shownReason = reason;
    blindSince ??= now;
  }
  const blind = blindSince !== null && (reason !== "" || now - blindLast < STAYS_MS);
  if (!blind) blindSince = null;
  document.body.dataset.blind = String(blind);
  show("blind", blind);
  if (blind) text("blind-why", shownReason.charAt(0).toUpperCase() + shownReason.slice(1));
  if (!blind) text("alarm-live", "");
  else if (!at("alarm-live").textContent) text("alarm-live", `Not watching. ${shownReason}`);
  // What the referee's own voice says on this device need not be howled as well.
  const told = speaks() && reason === said;
  sound(blind && !told && now - blindSince >= HOWL_AFTER_MS);
}

setInterval(look, LOOK_EVERY_MS);
