// The live page: one line in (pictures and states), two kinds of orders out (power and coach).

import { Field } from "/field.js";
import { ask, notice, paired, power } from "/orders.js";
import { Picture } from "/picture.js";

const LEASE_MS = 1500;
const RENEW_MS = 400;
const KEPT_LINES = 300;
const SIGNS = {
  contact: "◆", "power on": "●", "power off": "○", rest: "■", crossing: "|", touch: "+", fall: "×", play: "▶", coach: "·",
};

const at = (id) => document.getElementById(id);
const body = document.body;
const picture = new Picture(at("picture"), at("overlay"));
const field = new Field(at("field"));

let state = null;
let titles = {};
let touching = new Set();
let holding = null; // the timer that renews our lease while we hold the switch
let leaseMs = LEASE_MS;
let newest = 0;
const arrivals = [];

async function pair() {
  const held = await paired();
  if (!held) notice("Watching only. To take the switch, open the address the program printed.");
  const controls = "switch pulse off pause next switches offence defence seed restart";
  for (const id of controls.split(" ")) at(id).disabled = !held;
}

// --- the line ---------------------------------------------------------------------------------

function connect() {
  const line = new WebSocket(`ws://${location.host}/feed`);
  line.binaryType = "arraybuffer";
  line.onmessage = async ({ data }) => {
    if (typeof data === "string") return hear(JSON.parse(data));
    await see(data);
    if (line.readyState === WebSocket.OPEN) line.send(String(picture.wantedWidth()));
  };
  line.onclose = () => {
    if (body.dataset.line !== "lost") say("connecting", "Connecting");
    wait("The referee program does not answer. Trying again …");
    stopHolding();
    setTimeout(connect, 1000);
  };
}

function say(line, text) {
  body.dataset.line = line;
  at("line-text").textContent = text;
}

function wait(text, done) {
  at("waiting").hidden = false;
  at("waiting-text").textContent = text;
  if (done === undefined) at("waiting-bar").removeAttribute("value");
  else at("waiting-bar").value = done;
  at("waiting-hint").hidden = done === undefined;
}

const hearing = {
  preparing({ doing, done }) {
    say("preparing", "Preparing");
    wait(`Preparing the board: ${doing} …`, done);
  },
  about(about) {
    newest = 0;
    at("log").replaceChildren();
    picture.resize(about.size);
    field.build(about);
    at("board-name").textContent = about.field.title;
    titles = about.titles;
    fill(at("offence"), about.offences);
    fill(at("defence"), about.defences);
    say("live", "Live");
    wait("Waiting for the first picture …");
  },
  state: showState,
  lost({ why }) {
    say("lost", "Board lost");
    wait(why[0].toUpperCase() + why.slice(1));
  },
};

const hear = (message) => hearing[message.kind](message);

async function see(data) {
  const length = new DataView(data).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  const came = performance.now();
  await picture.show(head, new Blob([new Uint8Array(data, 4 + length)], { type: "image/jpeg" }));
  at("waiting").hidden = true;
  touching = new Set(head.contacts.flat());
  const now = performance.now();
  arrivals.push(now);
  while (arrivals.length > 1 && arrivals[0] < now - 2000) arrivals.shift();
  const rate = arrivals.length > 2 ? (1000 * (arrivals.length - 1)) / (now - arrivals[0]) : 0;
  gauge("fps", rate.toFixed(0));
  gauge("age", (head.age_ms + now - came).toFixed(0));
  gauge("render", head.render_ms.toFixed(0));
}

const shownAt = {};
function gauge(id, text) {
  // Four readings a second can be read; thirty cannot.
  if (performance.now() - (shownAt[id] ?? 0) < 250) return;
  shownAt[id] = performance.now();
  at(id).textContent = text;
}

function fill(select, choices) {
  const options = Object.entries(choices).map(([name, title]) => new Option(title, name));
  select.replaceChildren(new Option("Coach’s choice", ""), ...options);
}

// --- the state --------------------------------------------------------------------------------

function showState(now) {
  const first = state === null;
  state = now;
  at("clock").textContent = clock(now.time_ms);
  gauge("physics", (100 * now.physics).toFixed(1));
  showPower(now.power);
  showCoach(now.coach, first);
  field.show(now, touching);
  for (const item of now.news) tell(item);
}

function clock(ms) {
  const minutes = Math.floor(ms / 60000);
  return `${minutes}:${((ms % 60000) / 1000).toFixed(3).padStart(6, "0")}`;
}

function showPower({ closed, cause, left_ms: left, latched }) {
  body.dataset.power = closed ? "on" : "off";
  at("tally-text").textContent = closed ? "Board on" : "Board off";
  at("switch").setAttribute("aria-pressed", closed);
  at("switch-word").textContent = closed ? "On" : "Off";
  at("switch-deed").textContent = latched
    ? "Press to free the switch"
    : closed ? "Press to switch off" : "Press to switch on";
  at("holder").textContent = closed ? (holding ? "you hold the switch" : "the coach holds the switch") : cause;
  if (closed && left > leaseMs) leaseMs = left;
  if (!closed) leaseMs = LEASE_MS;
  at("lease-text").textContent = closed && left !== null ? `Lease: ${left} ms left` : "No lease";
  at("lease-bar").style.transform = `scaleX(${closed && left !== null ? Math.min(1, left / leaseMs) : 0})`;
}

function showCoach(coach, first) {
  at("doing").textContent = coach.paused ? "paused" : coach.doing;
  at("pause").setAttribute("aria-pressed", coach.paused);
  at("switches").setAttribute("aria-pressed", coach.switches);
  at("pause").textContent = coach.paused ? "Resume" : "Pause";
  const [ours, theirs] = [coach.offence, coach.defence].map((name) => titles[name] ?? name);
  at("caption").textContent = `Play ${coach.play} · ${ours} against ${theirs}`;
  if (first) at("seed").value = coach.seed + 1;
}

function tell({ number, time_ms: ms, kind, text }) {
  if (number <= newest) return;
  newest = number;
  const line = document.createElement("li");
  line.className = kind.replaceAll(" ", "-");
  const time = document.createElement("time");
  time.textContent = clock(ms);
  const sign = document.createElement("span");
  sign.className = "sign";
  sign.setAttribute("aria-hidden", "true");
  sign.textContent = SIGNS[kind] ?? "·";
  const words = document.createElement("span");
  words.className = "words";
  words.textContent = text;
  line.append(time, sign, words);
  at("log").prepend(line);
  while (at("log").children.length > KEPT_LINES) at("log").lastChild.remove();
}

// --- the switch -------------------------------------------------------------------------------

function hold() {
  stopHolding();
  const renew = async () => {
    if (!(await power("on", { for_ms: LEASE_MS }))) stopHolding();
  };
  holding = setInterval(renew, RENEW_MS);
  renew();
}

function stopHolding() {
  clearInterval(holding);
  holding = null;
}

function off() {
  stopHolding();
  power("off");
}

const toggle = () => (state?.power.latched ? power("clear") : state?.power.closed ? off() : hold());
const pulse = () => power("pulse", { for_ms: Number(at("pulse-ms").value) });
const coach = (verb, more) => ask("/coach", { verb, ...more });
const pause = () => coach(state?.coach.paused ? "resume" : "pause");
const switches = () => coach(state?.coach.switches ? "leave the switch" : "take the switch");
const next = () => coach("next play", { offence: at("offence").value || null, defence: at("defence").value || null });

function truth() {
  const shown = at("truth").getAttribute("aria-pressed") !== "true";
  at("truth").setAttribute("aria-pressed", shown);
  picture.setTruth(shown);
}

function press(id, deed) {
  at(id).addEventListener("click", deed);
}

press("switch", toggle);
press("off", off);
press("pulse", pulse);
press("pause", pause);
press("next", next);
press("switches", switches);
press("truth", truth);
at("new-game").addEventListener("submit", (event) => {
  event.preventDefault();
  coach("new game", { seed: Number(at("seed").value) });
});

const KEYS = { " ": "switch", Escape: "off", p: "pulse", k: "pause", n: "next", c: "switches", t: "truth" };
addEventListener("keydown", (event) => {
  const id = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  const elsewhere = event.key !== "Escape" && event.target.closest("input, select, button");
  if (!id || elsewhere || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  event.preventDefault();
  at(id).click();
});
addEventListener("pagehide", stopHolding);

pair();
connect();
