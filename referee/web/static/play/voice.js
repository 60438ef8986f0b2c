// The referee's own whistle and voice on this device, where the program brings them.

import { night } from "/play/night.js";
import { at, show } from "/play/words.js";

let sound = null;

export const speaks = () => sound?.sounding() ?? false;

export function showVoice() {
  show("voice", night.about.sound);
  at("voice").setAttribute("aria-pressed", speaks());
}

// Called from a tap: without one a browser stays silent.
export async function toggleVoice() {
  sound ??= await import("/sound.js");
  if (sound.sounding()) sound.stopSound();
  else await sound.startSound();
  showVoice();
}
