// The numbers: how well the referee keeps up, and what is wrong with the record.

import { night } from "/play/night.js";
import { frameAge } from "/play/watch.js";
import { at, node } from "/play/words.js";

const EVERY_MS = 250;
// From this share of real time on a simulated table is not called slow.
const KEEPS_UP = 0.95;
const shown = new Map();

export function showGauges({ numbers, record }) {
  const slow = numbers.speed !== null && numbers.speed < KEEPS_UP;
  const values = [
    ["Frames", numbers.fps.toFixed(1), "/s", numbers.fps < 0.8 * night.about.fps],
    ["Speed", slow ? numbers.speed.toFixed(numbers.speed < 0.1 ? 2 : 1) : "1", "x", false],
    ["Newest frame", String(frameAge() ?? "–"), "ms", (frameAge() ?? 0) > 250],
    ...Object.entries(numbers.stages).map(([stage, [median, p99]]) => [
      stage.charAt(0).toUpperCase() + stage.slice(1), `${median.toFixed(1)} · ${p99.toFixed(0)}`, "ms", stage === "frame to switch" && p99 > 50,
    ]),
    ["Computer", numbers.strained ? "busy" : slow ? "table waits for it" : "keeps up", "", numbers.strained],
    ["Dropped", String(numbers.dropped), "frames", false],
    ["Record", record ? "trouble" : night.about.kept ? "kept" : "not kept", "", Boolean(record)],
  ];
  for (const [name, value, unit, bad] of values) gauge(name, value, unit, bad);
  shown.get("Speed").box.hidden = !slow;
}

function gauge(name, value, unit, bad) {
  let place = shown.get(name);
  if (!place) {
    const dd = node("dd");
    const box = node("div", {}, node("dt", {}, name), dd);
    at("gauges").append(box);
    place = { box, dd, value: null, at: 0 };
    shown.set(name, place);
  }
  const now = performance.now();
  if (now - place.at < EVERY_MS) return;
  place.at = now;
  place.box.classList.toggle("bad", bad);
  if (place.value === value) return;
  place.value = value;
  place.dd.replaceChildren(value, node("small", {}, unit));
}
