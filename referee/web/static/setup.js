// The set-up page: what stands here is checked with every change, and saved as a plan.

import { buildHelp } from "/help.js";
import { keepToken, notice, send } from "/orders.js";
import { OTHER, at, choose, chosen, files, node, options, pick, picked, radios, sentences } from "/setup_parts.js";
import * as live from "/setup_live.js";
import { edited, showTeams } from "/setup_roster.js";
import * as steps from "/setup_steps.js";

const WAIT_MS = 250;
const TEXTS = ["fps", "exposure_ms", "focus", "games", "video_gb"];
const SIMULATED = "simulated";
let around = null; // what there is to choose from
let opened = ""; // the plan that stands here, which may be replaced
let last = null; // what was said about the form last
let waiting = 0;
let atHome = false; // the page of the games can start what is saved here
let asked = 0;

const simulated = () => chosen("table") === SIMULATED;

async function begin() {
  const use = await fetch("/setup.json").then((answer) => answer.json()).catch(() => ({}));
  at("use").hidden = !use.running;
  at("links").hidden = !use.running && !use.home;
  if (use.home) at("links").firstElementChild.textContent = "Games";
  atHome = Boolean(use.home);
  at("use-lines").replaceChildren(...(use.lines ?? []).map((line) => node("li", line)));
  const paired = (await send("/pair")) !== null;
  notice("");
  at("pair").hidden = paired;
  // Nothing can be touched before there is something to choose from.
  const listed = paired && (await list());
  document.body.dataset.paired = String(listed);
  if (!listed) return;
  // Beside a night its camera is its own: one picture of it, and no steps.
  document.body.dataset.night = use.running ? "runs" : "none";
}

async function list() {
  around = await send("/setup/found");
  if (!around) return false;
  const cameras = around.cameras.filter(({ value }) => value !== SIMULATED);
  options(at("camera"), cameras, { value: "", title: cameras.length ? "The only one" : "None found: the one plugged in at the start" });
  files("calibration", around.calibrations, "None yet");
  files("teams", around.teams, "None yet");
  files("house", around.house);
  radios(at("leagues"), "league", [...around.leagues, { value: OTHER, title: "House rules", note: "a league's book, with what your house does otherwise" }]);
  options(at("own-board"), around.fields, { value: "", title: "As the calibration says" });
  options(at("calibrate-board"), around.fields);
  at("calibrate-board").value = "620";
  at("ports").replaceChildren(...around.switches.filter(({ value }) => value !== "chosen" && value !== "none").map(({ value }) => Object.assign(node("option"), { value })));
  options(at("board"), around.fields.filter(({ value }) => value !== "620"), { value: "", title: around.fields.find(({ value }) => value === "620")?.title ?? "620" });
  at("plans").replaceChildren(...around.plans.map((name) => Object.assign(node("option"), { value: name })));
  at("games").placeholder = around.games;
  const real = around.cameras.length > 1 || around.calibrations.length > 0 || around.teams.length > 0;
  const first = cameras.length > 1 ? cameras[0].value : "";
  fill({ ...around.usual, camera: real ? first : SIMULATED, power: real ? around.usual.power : "sim",
    calibration: around.calibrations[0]?.value ?? "", teams: around.teams[0]?.value ?? "" });
  return true;
}

function fill(form) {
  const own = form.camera.toLowerCase() !== SIMULATED;
  choose("table", own ? "own" : SIMULATED);
  switches(form.power);
  if (own && form.camera && ![...at("camera").options].some((row) => row.value === form.camera))
    at("camera").append(Object.assign(node("option", `${form.camera}, not plugged in`), { value: form.camera }));
  at("camera").value = own ? form.camera : "";
  if (form.size && ![...at("size").options].some((row) => row.value === form.size))
    at("size").append(Object.assign(node("option", form.size.replace("x", " x ")), { value: form.size }));
  at("size").value = form.size;
  for (const key of TEXTS) at(key).value = form[key];
  pick("calibration", form.calibration);
  pick("teams", form.teams);
  if (!choose("league", form.rules)) {
    choose("league", OTHER);
    pick("house", form.rules);
  }
  for (const id of ["own-board", "board"]) {
    if (form.field && ![...at(id).options].some((row) => row.value === form.field))
      at(id).append(Object.assign(node("option", form.field), { value: form.field }));
    at(id).value = form.field;
  }
  choose("kicks", form.kicks);
  choose("home_plays", form.home_plays);
  at("keep").checked = form.keep;
  look();
}

// Which switches there are depends on the table; a port that is not there now can be typed.
function switches(wanted) {
  const rows = simulated() ? around.simulated_switches : [...around.switches, { value: OTHER, title: "Another port" }];
  radios(at("switches"), "power", rows);
  if (wanted && choose("power", wanted)) return;
  const port = Boolean(wanted) && !simulated();
  choose("power", port ? OTHER : rows[0].value);
  at("port").value = port ? wanted : "";
}

function form() {
  const own = !simulated();
  const values = Object.fromEntries(TEXTS.map((key) => [key, at(key).value]));
  const league = chosen("league");
  const power = chosen("power");
  return {
    ...values,
    camera: own ? at("camera").value : SIMULATED,
    size: own ? "" : at("size").value,
    calibration: own ? picked("calibration") : "",
    teams: own ? picked("teams") : "",
    rules: league === OTHER ? picked("house") : league,
    field: own ? at("own-board").value : at("board").value,
    power: power === OTHER ? at("port").value : power,
    kicks: chosen("kicks"),
    home_plays: chosen("home_plays"),
    keep: at("keep").checked,
  };
}

// What depends on other fields, then the program's opinion once nothing has been typed for a moment.
function look() {
  document.body.dataset.table = simulated() ? SIMULATED : "own";
  at("house-field").hidden = chosen("league") !== OTHER;
  at("port-field").hidden = chosen("power") !== OTHER;
  for (const id of ["games", "video_gb"]) at(id).disabled = !at("keep").checked;
  at("open").disabled = !around?.plans.includes(at("name").value.trim());
  clearTimeout(waiting);
  waiting = setTimeout(check, WAIT_MS);
}

async function check() {
  const mine = ++asked;
  const said = await send("/setup/check", { name: at("name").value.trim(), form: form() });
  if (said && mine === asked) show(said);
}

function show(said) {
  last = said;
  sentences(said.wrong, said.needs);
  calibration(said.calibration);
  if (document.body.dataset.seen !== "teams") showTeams(said.teams);
  steps.show(said);
  at("teams-said").textContent = !said.teams ? "" : said.teams.enrolled ? "enrolled: known by their colours" : "not enrolled: told apart by where they stand";
  const changed = said.rules?.changed ?? [];
  at("rules-said").textContent = changed.length ? `${said.rules.title} changes ${changed.join(", ")}.` : "";
  at("switch-said").textContent = said.switch && chosen("power") !== "chosen" ? `as ${said.switch.model}, ${said.switch.port}` : "";
  const wrong = Object.keys(said.wrong).length;
  at("save").disabled = wrong > 0;
  at("save").querySelector("span").textContent = said.there && opened === at("name").value.trim() ? "Save again" : "Save";
  if (wrong) outcome(wrong === 1 ? "One thing has to be put right." : `${wrong} things have to be put right.`);
  else if (Object.keys(said.needs).length) outcome("You can save this now. Fix what is marked ! before you play.");
  else outcome("");
}

function calibration(found) {
  at("medal").hidden = !found?.verdict;
  at("medal").dataset.verdict = at("medal").textContent = found?.verdict ?? "";
  const off = found?.worst_mm ? `at most ${found.worst_mm.toFixed(2)} mm off` : "";
  const words = [found?.board ?? "board not said", found?.camera, found?.day, off];
  at("calibration-said").textContent = found ? [words.filter(Boolean).join(", "), ...found.notes].join(". ") : "";
  at("size-said").textContent = found ? `${found.size_px[0]} x ${found.size_px[1]}, as calibrated` : "as the calibration says";
}

function outcome(words, command = "") {
  at("outcome").textContent = words;
  at("outcome").dataset.kind = command ? "good" : "";
  at("run").hidden = !command;
  at("command").textContent = command;
}

async function save(event) {
  event.preventDefault();
  const name = at("name").value.trim();
  clearTimeout(waiting);
  await check(); // what was typed a moment ago counts
  let over = opened === name;
  if (!over && last?.there) over = confirm(`${name} is there already. Replace it?`);
  if (!over && last?.there) return;
  const unaccepted = document.body.dataset.seen === "teams"; // seen, and not kept yet
  const changes = simulated() || unaccepted ? null : edited();
  if (changes) {
    let kept = await send("/setup/teams", { ...changes, plan: name, over });
    if (kept && !kept.saved && confirm(`Teams named ${name} are there already. Replace them?`))
      kept = await send("/setup/teams", { ...changes, plan: name, over: true });
    if (!kept?.saved) return;
    pick("teams", kept.path);
  }
  const said = await send("/setup/save", { name, form: form(), over });
  if (!said) return;
  asked += 1; // an answer that is still under way is old
  clearTimeout(waiting);
  show(said);
  if (!said.saved) return;
  opened = name;
  steps.setSaved(true);
  if (!around.plans.includes(name)) around.plans.push(name);
  at("open").disabled = false;
  const more = Object.keys(said.needs).length ? " The marks ! say what it still needs." : "";
  outcome(`Saved as ${said.path}.${more} ${atHome ? "Start it on the page of the games, or with" : "Begin with"}`, said.command);
}

async function open() {
  const name = at("name").value.trim();
  const form = await send("/setup/open", { name });
  if (!form) return;
  opened = name;
  fill(form);
}

// What was said of another plan, or of another table's picture, is true no more.
function unsaved() {
  if (at("outcome").dataset.kind === "good") outcome("Changed since it was saved.");
  steps.setSaved(false);
  if (!live.running()) at("still-said").textContent = "";
}

async function picture() {
  at("look").disabled = true;
  const got = await send("/setup/picture", form());
  at("look").disabled = false;
  at("still-said").textContent = got ? got.note || `${got.size_px[0]} x ${got.size_px[1]}` : "No picture.";
  if (!got) return;
  live.picture(got.jpeg);
}

// Files that were just made are listed, and taken for the plan.
async function again(made) {
  const listed = await send("/setup/found");
  if (!listed) return;
  around = listed;
  const now = form();
  for (const kind of ["calibration", "teams"]) {
    files(kind, around[kind === "teams" ? kind : `${kind}s`], "None yet");
    pick(kind, made[kind] ?? now[kind]);
  }
  if (!simulated()) switches(made.power ?? now.power);
  unsaved();
  look();
}

async function pairWith(event) {
  event.preventDefault();
  const got = await send("/pair/with", { code: at("code").value.trim() });
  if (!got) return;
  keepToken(got.token);
  await begin();
}

steps.prepare({ form, simulated, again, name: () => at("name").value.trim() });
at("form").addEventListener("input", (event) => {
  if (event.target.closest(".not-plan")) return;
  unsaved();
  if (event.target.name === "table") switches("");
  if (!event.target.closest("#sides")) look();
});
at("name").addEventListener("input", look);
at("save-form").addEventListener("submit", save);
at("open").addEventListener("click", open);
at("look").addEventListener("click", picture);
at("pair").addEventListener("submit", pairWith);
at("copy").addEventListener("click", () => navigator.clipboard?.writeText(at("command").textContent));
buildHelp({ "": [["Tab", "the next field"], ["Space", "choose"], ["Enter", "save the plan, in its name"], ["?", "these keys"]] });
await begin();
