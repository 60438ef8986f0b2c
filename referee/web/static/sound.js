// Whistle and voice on this device: what the referee says is fetched and played here as well.
//
//   import { startSound, stopSound, soundAlarm } from "./sound.js";
//   button.onclick = () => startSound();     // browsers let a page sound only after a tap
//
// Where the referee has no speech program, the browser's own voice says the words.

const WHISTLE = 1; // levels: 0 alarm, 1 whistle, 2 call, 3 state
const AGAIN_MS = 500;
const PATTERNS = ["dead", "stop", "count", "alarm"];

let context = null;
let gain = null;
let run = 0; // counts starts, so that an older one knows that it is over
let last = -1;
let patterns = {};
let waiting = [];
let current = null;

export const sounding = () => context !== null;

// Call it from a tap. Volume is 0 to 1; true once this device can be heard.
export async function startSound(volume = 0.8) {
  if (context) return true;
  const mine = ++run;
  context = new AudioContext();
  gain = context.createGain();
  gain.connect(context.destination);
  setSoundVolume(volume);
  await context.resume();
  const loaded = PATTERNS.map((name) => load(`/sound/pattern/${name}.wav`));
  const [now, ...sounds] = await Promise.all([after(-1), ...loaded]);
  if (mine !== run) return false;
  patterns = Object.fromEntries(PATTERNS.map((name, n) => [name, sounds[n]]));
  last = now?.newest ?? -1;
  follow(mine);
  return true;
}

export function stopSound() {
  run += 1;
  waiting = [];
  current?.stop();
  current = null;
  context?.close();
  context = null;
}

export function setSoundVolume(volume) {
  if (gain) gain.gain.value = volume * volume;
}

// The alarm at once, for what the referee itself can no longer tell. False: nothing is heard here.
export function soundAlarm(words = "") {
  if (!context) return false;
  take({ level: 0, words, pattern: "alarm", number: null });
  return true;
}

async function follow(mine) {
  while (mine === run) {
    const told = await after(last);
    if (mine !== run) return;
    if (!told) {
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      continue;
    }
    last = told.newest;
    told.heard.forEach(take);
  }
}

// What was said after that number; -1: only what the newest number is.
async function after(number) {
  const answer = await fetch(`/sound/after/${number}`).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}

function take(heard) {
  if (!heard.words && !heard.pattern) {
    waiting = waiting.filter((each) => each.level < heard.level);
    if (current && current.level >= heard.level) current.stop();
    return;
  }
  const spoken = heard.words && heard.number !== null;
  const words = spoken ? load(`/sound/words/${heard.number}.wav`) : Promise.resolve(null);
  const at = waiting.findIndex((each) => each.level > heard.level);
  waiting.splice(at < 0 ? waiting.length : at, 0, { ...heard, sound: words });
  if (current && heard.level <= WHISTLE && heard.level < current.level) current.stop();
  if (!current) next();
}

async function next() {
  const mine = run;
  const told = waiting.shift();
  if (!told) return;
  const playing = (current = { level: told.level, stopped: false, stop: () => {} });
  playing.stop = () => {
    playing.stopped = true;
    playing.end?.();
  };
  if (patterns[told.pattern]) await play(playing, patterns[told.pattern]);
  if (told.words && !playing.stopped) {
    const sound = await told.sound;
    if (!playing.stopped) await (sound ? play(playing, sound) : speak(playing, told.words));
  }
  if (mine !== run) return;
  current = null;
  next();
}

function play(playing, buffer) {
  return new Promise((done) => {
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(gain);
    source.onended = done;
    playing.end = () => source.stop();
    source.start();
  });
}

function speak(playing, words) {
  return new Promise((done) => {
    if (!globalThis.speechSynthesis?.getVoices().length) return done();
    const spoken = new SpeechSynthesisUtterance(words);
    spoken.lang = "en";
    spoken.volume = Math.sqrt(gain.gain.value);
    spoken.onend = spoken.onerror = done;
    playing.end = () => speechSynthesis.cancel();
    speechSynthesis.speak(spoken);
  });
}

// The sound of a file, or null.
async function load(path) {
  const answer = await fetch(path).catch(() => null);
  if (!answer?.ok || !context) return null;
  return context.decodeAudioData(await answer.arrayBuffer()).catch(() => null);
}
