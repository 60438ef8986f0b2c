// The alarm, made here: it has to sound when nothing comes from the program any more.

import { at } from "/play/words.js";

const BEAT_S = 0.42;
const SILENT_MS = 30_000;
const TONES_HZ = [880, 622];

let context = null;
let howling = false;
let beat = null;
let muted = localStorage.getItem("referee-muted") === "yes";
let silentUntil = 0;

// Browsers let a page sound only after it was touched once.
export function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  showSound();
}

export function sound(wanted) {
  if (wanted === howling) return;
  howling = wanted;
  document.body.dataset.howls = String(wanted);
  clearInterval(beat);
  if (!wanted) {
    silentUntil = 0;
    return;
  }
  howl();
  beat = setInterval(howl, 2 * BEAT_S * 1000);
}

export function silence() {
  silentUntil = performance.now() + SILENT_MS;
}

export function toggleSound() {
  muted = !muted;
  localStorage.setItem("referee-muted", muted ? "yes" : "no");
  wake();
  if (!muted) note(TONES_HZ[0], context.currentTime, 0.12);
}

export function showSound() {
  const asleep = context === null || context.state !== "running";
  at("sound").setAttribute("aria-pressed", !muted);
  at("sound").dataset.asleep = String(!muted && asleep);
  at("sound").title = muted
    ? "The alarm is silent on this device (M)"
    : asleep ? "Tap once anywhere, so that the alarm may sound" : "The alarm sounds on this device (M)";
}

function howl() {
  if (muted || !context || performance.now() < silentUntil) return;
  TONES_HZ.forEach((hz, i) => note(hz, context.currentTime + i * BEAT_S, BEAT_S * 0.9));
}

function note(hz, at_, seconds) {
  const [tone, gain] = [context.createOscillator(), context.createGain()];
  tone.type = "square";
  tone.frequency.value = hz;
  gain.gain.setValueAtTime(0.0001, at_);
  gain.gain.exponentialRampToValueAtTime(0.22, at_ + 0.02);
  gain.gain.setValueAtTime(0.22, at_ + seconds - 0.04);
  gain.gain.exponentialRampToValueAtTime(0.0001, at_ + seconds);
  tone.connect(gain).connect(context.destination);
  tone.start(at_);
  tone.stop(at_ + seconds);
}
