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
const STAYS_MS = 2500;
// With the power off nothing is in danger: what comes and goes within so long is not shown at all.
const QUIET_MS = 1000;
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
let shownDeed = "";
let deed = "";
let off = false; // as far as the program says: the board has no power
let alarmed = false;

export function heard(state) {
  heardAt = performance.now();
  [age, stale] = [state.age_ms, state.stale_ms];
  patience = state.numbers.speed === null ? 1 : OWN_TIME;
  const blind = state.reasons.find(({ kind }) => kind === "not watching");
  said = state.watching && !blind ? "" : ((blind ?? state.reasons[0])?.why ?? "The referee does not see the board.");
  deed = (blind ?? state.reasons[0])?.what_to_do ?? "";
  if (state.numbers.strained) deed = "This computer is too slow for these pictures: close other programs, or start with smaller ones (--size 960x540).";
  off = !state.power;
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
  // What the program itself says, with the power off, is no danger; whatever the page finds out is.
  const calm = reason !== "" && reason === said && off;
  if (reason) {
    blindLast = now;
    shownReason = reason;
    shownDeed = reason === said ? deed : "";
    blindSince ??= now;
    alarmed = !calm;
  }
  const since = blindSince === null ? 0 : now - blindSince;
  const held = blindSince !== null && (reason !== "" || now - blindLast < STAYS_MS);
  if (!held) blindSince = null;
  const blind = held && (alarmed || since >= QUIET_MS);
  document.body.dataset.blind = String(blind);
  at("blind").classList.toggle("thin", !alarmed);
  show("blind", blind);
  if (blind) text("blind-why", shownReason.charAt(0).toUpperCase() + shownReason.slice(1));
  if (blind) text("blind-deed", shownDeed);
  if (!blind) text("alarm-live", "");
  else if (!at("alarm-live").textContent) text("alarm-live", `Not watching. ${shownReason}`);
  // What the referee's own voice says on this device need not be howled as well.
  const told = speaks() && reason === said;
  sound(blind && alarmed && !told && since >= HOWL_AFTER_MS);
}

setInterval(look, LOOK_EVERY_MS);
