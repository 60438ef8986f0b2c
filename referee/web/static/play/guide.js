// The first game at the simulated table, step by step: what to do now, and why. It can be put away.

import { night } from "/play/night.js";
import { at, show, text } from "/play/words.js";

const KEPT = "referee-guide";
const STEPS = [
  ["kick", ["a kick"], "Both teams stand for the kickoff. No camera sees a kick: press “… ball at …” and tap where it came down."],
  ["set-up", ["between plays", "set-up", "set"], "Both teams are set up for the snap. Answer what is asked, drag figures if you like, then press Ready: after a short count the board runs."],
  ["run", ["snap", "live"], "The board runs. The referee watches every base and switches off when the rules say so. Stop asks for a stop."],
  ["stop", ["stop", "read"], "The board has stopped. Tap a figure outlined in green to turn it, name a play if you like, then press Ready."],
  ["call", ["dead"], "The play is over. The call says what happened, how close it was and by which rule. Flagged calls go to Review."],
];
const done = new Set();
let put = localStorage.getItem(KEPT) === "away";

export function buildGuide() {
  at("guide-away").addEventListener("click", () => {
    put = true;
    localStorage.setItem(KEPT, "away");
    show("guide", false);
  });
}

// With every moment of the night: only at a table where figures are set up for a person.
export function showGuide({ moment }) {
  const wanted = night.about.hands && night.paired && !put;
  show("guide", wanted);
  if (!wanted) return;
  const place = STEPS.findIndex(([, moments]) => moments.includes(moment));
  if (place < 0) return;
  const [name, , words] = STEPS[place];
  done.add(name);
  text("guide-step", `First game · step ${place + 1} of ${STEPS.length}`);
  text("guide-words", words);
  // Who has seen every step and stands before the next play needs no guide any more.
  text("guide-away", done.size === STEPS.length ? "I know it now" : "Skip");
}
