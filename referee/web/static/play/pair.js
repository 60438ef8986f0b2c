// Pairing: this page with the program, and from the laptop other devices of the house.

import { keepToken, notice, send, takeScanned, tried } from "/orders.js";
import { night } from "/play/night.js";
import { at, show, text } from "/play/words.js";

let counting = null;

export async function pair() {
  const held = (await ownership()) ?? (await withScanned());
  night.paired = held !== null;
  night.owner = Boolean(held?.owner);
  document.body.dataset.paired = String(night.paired);
  show("pair", !night.paired);
  show("devices", night.owner);
}

// Asks quietly: a page that only watches has nothing to be told about it.
async function ownership() {
  const held = await send("/pair");
  notice("");
  return held;
}

// Whoever scanned the code on the laptop types nothing.
async function withScanned() {
  const code = takeScanned();
  const got = code && (await send("/pair/with", { code }));
  if (!got) return null;
  keepToken(got.token);
  return ownership();
}

async function withCode(event) {
  event.preventDefault();
  const got = await send("/pair/with", { code: at("code").value.trim() });
  if (!got) return;
  keepToken(got.token);
  at("code").value = "";
  await pair();
}

async function showCode() {
  at("devices-box").showModal();
  const { value: got, why } = await tried("/pair/code");
  show("pair-how", got);
  show("pair-why", !got);
  text("pair-why", why);
  if (!got) return;
  text("pair-address", got.address);
  text("pair-code", `${got.code.slice(0, 3)} ${got.code.slice(3)}`);
  drawCode(got.qr);
  const until = performance.now() + 1000 * got.left_s;
  clearInterval(counting);
  counting = setInterval(() => {
    const left = Math.round((until - performance.now()) / 1000);
    text("pair-left", left > 0 ? `good for one device, ${left} s more` : "this code is over");
    if (left <= 0) clearInterval(counting);
  }, 500);
}

// Dark squares on white paper, with the quiet edge that readers need; also in the dark theme.
function drawCode(rows) {
  const edge = 4, side = rows.length + 2 * edge;
  const dark = rows.flatMap((row, y) => [...row].flatMap((bit, x) => (bit === "1" ? [`M${x + edge} ${y + edge}h1v1h-1z`] : [])));
  at("pair-qr").setAttribute("viewBox", `0 0 ${side} ${side}`);
  at("pair-qr").querySelector("path").setAttribute("d", dark.join(""));
}

export function buildPairing() {
  at("pair").addEventListener("submit", withCode);
  at("devices").addEventListener("click", showCode);
  at("pair-close").addEventListener("click", () => at("devices-box").close());
  at("pair-forget").addEventListener("click", () => send("/pair/forget"));
  at("devices-box").addEventListener("close", () => clearInterval(counting));
}
