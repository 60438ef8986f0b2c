// The steps of a set-up: each is done, to do, or wrong with what to do, and the next one is marked.

import { outlines } from "/enrolment_outlines.js";
import { send } from "/orders.js";
import * as live from "/setup_live.js";
import { at, node, picked } from "/setup_parts.js";
import { edited, showTeams } from "/setup_roster.js";

const ASK_MS = 400;
const WORDS = { done: "done", todo: "to do", wrong: "not yet", now: "working", free: "not needed" };
let page = null; // what the set-up page lends: form, name, simulated, picked, again
let said = null; // what was said of the form last
let outcomes = {}; // how each step ended the last time, here
let busy = "";
let saved = false;
let made = ""; // the calibration that was made here, also of the simulated camera

export function prepare(lent) {
  page = lent;
  live.prepare(() => ({ form: { ...page.form(), calibration: calibration() }, board: board(), size: at("calibrate-size").value }), draw);
  at("calibrate").addEventListener("click", () => calibrate(false));
  at("enrol").addEventListener("click", enrol);
  at("keep-teams").addEventListener("click", () => keepTeams(false));
  at("drop-teams").addEventListener("click", dropTeams);
  at("try-switch").addEventListener("click", trySwitch);
  at("hands-off").addEventListener("change", draw);
  at("choose-switch").addEventListener("click", chooseSwitch);
  at("which-board").addEventListener("toggle", models);
}

const board = () => at("calibrate-board").value;
const calibration = () => (page.simulated() ? made : picked("calibration"));

export function show(answer) {
  said = answer;
  draw();
}

export function setSaved(now) {
  saved = now;
  draw();
}

function draw() {
  if (!said) return;
  const steps = { camera: camera(), calibrate: calibrated(), enrol: enrolled(), switch: switched(), plan: plan() };
  let next = "";
  for (const [name, [state, words]] of Object.entries(steps)) {
    const row = at(`step-${name}`);
    row.dataset.state = state;
    row.querySelector(".chip").textContent = WORDS[state];
    row.querySelector(".said").textContent = words;
    if (!next && (state === "todo" || state === "wrong")) next = name;
  }
  for (const name of Object.keys(steps)) at(`step-${name}`).toggleAttribute("data-next", name === next);
  for (const id of ["calibrate", "enrol", "choose-switch", "keep-teams"]) at(id).disabled = busy !== "";
  at("try-switch").disabled = busy !== "" || !at("hands-off").checked;
  at("enrol").disabled ||= !calibration();
}

const wrong = (field) => said.wrong[field] ?? said.needs[field];

function camera() {
  const { live: seeing, words, focus, light, level } = live.state();
  if (live.running() && !seeing && words) return ["wrong", words];
  const trouble = wrong("camera") ?? wrong("fps") ?? words;
  if (!seeing && trouble) return ["wrong", trouble];
  if (!seeing) return ["todo", "Press Live picture, then turn the focus and hang the camera until the aids are content."];
  const bad = [light, level].find((each) => each?.good === false);
  if (bad) return ["todo", bad.words];
  return ["done", `It gives pictures. ${focus?.words ?? ""}`];
}

function calibrated() {
  if (busy === "calibrate") return ["now", outcomes.calibrate?.words ?? ""];
  const last = outcomes.calibrate;
  if (last && !last.good) return ["wrong", [last.title, ...last.lines].join(" ")];
  if (last) return ["done", last.title];
  if (page.simulated()) return ["free", "The simulated table brings its own. You may try it."];
  const trouble = said.wrong.calibration ?? said.needs.field;
  if (trouble) return ["wrong", trouble];
  if (said.calibration) return ["done", `${said.calibration.verdict ?? "made"}: ${said.calibration.board ?? ""}`];
  return ["todo", "Look at the live picture, say which board it is, and press Calibrate. The board need not be empty."];
}

function enrolled() {
  if (busy === "enrol") return ["now", outcomes.enrol?.words ?? ""];
  const last = outcomes.enrol;
  if (last && !last.good) return ["wrong", last.title];
  if (last && !last.kept) return ["todo", last.title];
  if (page.simulated()) return ["free", "The simulated table brings its own. You may try it after a calibration."];
  if (said.wrong.teams) return ["wrong", said.wrong.teams];
  if (said.teams?.enrolled) return ["done", `${said.teams.home.name} and ${said.teams.away.name}: names and numbers are below.`];
  if (said.teams) return ["todo", "These teams were never seen: they are told apart by where they stand. Enrol them to know their colours."];
  return ["todo", "Line both teams up on the board, hands away, and press Enrol."];
}

function switched() {
  if (busy === "switch") return ["now", outcomes.switch?.words ?? ""];
  const last = outcomes.switch;
  const power = page.form().power;
  if (last && last.power === power) return last.good ? ["done", last.title] : ["wrong", last.title];
  if (said.wrong.power ?? said.needs.power) return ["wrong", said.wrong.power ?? said.needs.power];
  if (power === "none") return ["free", "No switch: you hold the board's own, and the referee only calls."];
  if (power === "sim") return ["free", "The simulated board has its own."];
  return ["todo", "Say that no hand is above the board, then let the switch click once."];
}

function plan() {
  const missing = Object.keys(said.needs).length;
  if (Object.keys(said.wrong).length) return ["wrong", "Something above has to be put right."];
  if (saved) return missing ? ["todo", "Saved. The marks ! say what it still needs."] : ["done", "Saved: it can be played."];
  return ["todo", missing ? "It can be saved; the marks ! say what it still needs." : "Everything is there: save the plan below."];
}

// One piece of work: begun, followed to its end, and shown.
async function work(kind, path, body) {
  const answer = await send(path, body);
  if (!answer?.begun) {
    delete outcomes[kind];
    draw();
    return answer;
  }
  busy = kind;
  outcomes[kind] = { words: "beginning …" };
  draw();
  at(`${kind}-bar`).hidden = false;
  for (;;) {
    const job = await send("/setup/job");
    if (!job) break;
    if (job.done) {
      outcomes[kind] = job;
      break;
    }
    at(`${kind}-bar`).value = job.share;
    outcomes[kind] = { words: `${job.words} …` };
    draw();
    await new Promise((done) => setTimeout(done, ASK_MS));
  }
  busy = "";
  if (!outcomes[kind].done) delete outcomes[kind]; // the program does not answer
  at(`${kind}-bar`).hidden = true;
  draw();
  return { ...outcomes[kind], begun: true };
}

// Waits until the camera gives pictures; what is wrong with it stands beside its own step.
async function looking(kind) {
  busy = kind;
  const before = outcomes[kind];
  outcomes[kind] = { words: "waiting for the camera …" };
  draw();
  const there = await live.ready();
  busy = "";
  outcomes[kind] = before;
  draw();
  return there;
}

async function calibrate(over) {
  if (!(await looking("calibrate"))) return;
  const asks = { form: page.form(), name: page.name(), board: board(), empty: at("empty").checked, over };
  at("calibrate-outcome").hidden = true;
  const done = await work("calibrate", "/setup/calibrate", asks);
  if (done && !done.begun && !over && confirm(`A calibration named ${page.name()} is there already. Replace it?`)) return calibrate(true);
  if (!done?.begun) return;
  at("calibrate-outcome").hidden = false;
  at("to-clicks").hidden = !done.clicks;
  lines("calibrate-lines", done.good ? done.lines : []);
  drawn("map", done.good ? done.jpeg : "");
  if (!done.good) return;
  made = done.path;
  at("calibrate-size").value = ""; // from now on the calibration says it
  await page.again({ calibration: done.path });
}

async function enrol() {
  if (!(await looking("enrol"))) return;
  const form = { ...page.form(), calibration: calibration() };
  const names = Object.fromEntries(["home", "away"].map((team) => [team, at(`enrol-${team}`).value.trim() || team]));
  at("enrol-outcome").hidden = true;
  const done = await work("enrol", "/setup/enrol", { form, ...names });
  if (!done?.begun || !done.good) return;
  at("enrol-outcome").hidden = false;
  document.body.dataset.seen = "teams";
  drawn("line-up", done.jpeg);
  outlines(at("line-up-outlines"), done.line_up);
  lines("enrol-lines", done.lines);
  at("enrol-rosters").append(at("sides"));
  showTeams(done.teams);
}

async function keepTeams(over) {
  const sides = edited({ always: true });
  const kept = await send("/setup/enrol/keep", { home: sides.home, away: sides.away, name: page.name(), over });
  if (!kept) return;
  if (!kept.saved) return over || !confirm(`Teams named ${page.name()} are there already. Replace them?`) ? undefined : keepTeams(true);
  outcomes.enrol.kept = true;
  putAway();
  await page.again({ teams: kept.path });
}

function dropTeams() {
  delete outcomes.enrol;
  putAway();
  page.again({});
}

function putAway() {
  at("enrol-outcome").hidden = true;
  document.body.dataset.seen = "";
  at("teams-card").insertBefore(at("sides"), at("teams-help"));
}

async function trySwitch() {
  const power = page.form().power;
  const done = await work("switch", "/setup/switch", { power, hands_off: at("hands-off").checked });
  at("hands-off").checked = false; // said once, for once
  if (outcomes.switch) outcomes.switch.power = power;
  draw();
}

async function models() {
  if (!at("which-board").open || at("model").options.length) return;
  const listed = await send("/setup/switch/models");
  at("model").replaceChildren(...(listed?.models ?? []).map(({ value, title }) => Object.assign(node("option", title), { value })));
}

async function chooseSwitch() {
  const port = at("choose-port").value.trim();
  const chosen = await send("/setup/switch/choose", { model: at("model").value, port, relay: 1 });
  if (!chosen) return;
  delete outcomes.switch;
  at("which-board").open = false;
  await page.again({ power: "chosen" });
}

function lines(id, words) {
  at(id).replaceChildren(...words.map((line) => node("li", line)));
}

function drawn(id, jpeg) {
  at(id).hidden = !jpeg;
  if (!jpeg) return;
  const bytes = Uint8Array.from(atob(jpeg), (letter) => letter.charCodeAt(0));
  URL.revokeObjectURL(at(id).src);
  at(id).src = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
}
