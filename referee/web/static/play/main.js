// The page of a game night: one line in, commands out. Each part of the screen has its own file.

import { showAsks } from "/play/asks.js";
import { showFlag, tellCalls, tellReview } from "/play/card.js";
import { buildEnter, showEnter, toggle } from "/play/enter.js";
import { showGauges } from "/play/gauges.js";
import { buildGuide, showGuide } from "/play/guide.js";
import { showLog } from "/play/log.js";
import { night } from "/play/night.js";
import { showNow } from "/play/now.js";
import { buildPairing, pair } from "/play/pair.js";
import { buildPick, cancel, forgetStale, pickKey, picking } from "/play/pick.js";
import { Pitch } from "/play/pitch.js";
import { buildReplay, followPlay, keep } from "/play/replay.js";
import { buildScoreboard, showScoreboard } from "/play/scoreboard.js";
import { showSound, silence, toggleSound, wake } from "/play/siren.js";
import { buildHands, handsKey, readyHands, showHands } from "/play/hands.js";
import { Video } from "/play/video.js";
import { showVoice, toggleVoice } from "/play/voice.js";
import { heard, unheard } from "/play/watch.js";
import { command } from "/play/commands.js";
import { buildHelp, helping, toggleHelp } from "/help.js";
import { reportButton } from "/report.js";
import { chooseKey, idOf, keyOf, showKeys, usualKeys } from "/play/keys.js";
import { at, node, show, text } from "/play/words.js";

const pitch = new Pitch(at("field"));
const video = new Video(at("picture"), at("overlay"));

// --- the line ---------------------------------------------------------------------------------

function connect() {
  const line = new WebSocket(`ws://${location.host}/night`);
  line.binaryType = "arraybuffer";
  line.onmessage = async ({ data }) => {
    if (typeof data === "string") {
      const said = JSON.parse(data);
      return hearing[said.kind](said);
    }
    await see(data);
    if (line.readyState === WebSocket.OPEN) line.send(String(video.wantedWidth()));
    return null;
  };
  line.onclose = () => {
    status("lost", "No line");
    unheard("The line to the referee program is gone.");
    setTimeout(connect, 1000);
  };
}

function status(line, words) {
  document.body.dataset.line = line;
  text("line-text", words);
}

async function see(data) {
  const length = new DataView(data).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  show("nothing", false);
  const jpeg = new Blob([new Uint8Array(data, 4 + length)], { type: "image/jpeg" });
  if (keep(head, jpeg)) await video.show(head, jpeg);
}

const hearing = {
  starting({ doing, done, trouble }) {
    status("starting", "Starting");
    text("mood", trouble ? "The game could not start" : "Starting");
    text("deed", trouble || `${doing} … ${Math.round(100 * done)} %`);
    at("now").dataset.mood = trouble ? "off" : "wait";
    for (const id of ["ready", "wait", "undo", "enter", "by-itself"]) at(id).disabled = true;
  },
  failures({ failures }) {
    at("failures").replaceChildren(...failures.map((failure) => node("li", {}, failure)));
  },
  about(about) {
    night.about = about;
    night.players = new Map(about.players.map((player) => [player.id, player]));
    document.title = `${about.title} · Referee`;
    text("title", about.title);
    text("rulebook", about.simulated ? `${about.rulebook} · simulated board` : about.rulebook);
    buildScoreboard(about);
    video.resize(about.size);
    pitch.build(about);
    readyHands();
    at("links").replaceChildren(...Object.entries(about.links).map(([href, words]) => node("a", { href }, words)));
    legend(about);
    showVoice();
    status("live", "Live");
    pair();
  },
  state(state) {
    tellNews(state.news);
    night.state = state;
    forgetStale(state);
    document.body.dataset.power = state.power ? "on" : "off";
    heard(state);
    showScoreboard(state);
    showNow(state);
    showFlag(state);
    showGuide(state);
    followPlay(state);
    pitch.showNight(night.about, state, night.call);
    showHands();
    const asked = showAsks(state);
    const entering = showEnter(state);
    document.body.dataset.asked = String(asked || entering);
    showDue(state);
    showDeck(state);
    showGauges(state);
    text("record", state.record);
  },
};

// What is due is on top: when the moment changes, nobody has to scroll back to it.
const narrow = matchMedia("(max-width: 1020px)");
let due = "";
function showDue({ moment, notice, asks }) {
  const key = JSON.stringify([moment, notice.period, asks.map(({ what }) => what)]);
  if (key === due) return;
  due = key;
  document.querySelector(".side").scrollTop = 0;
  // On a phone, where all is one column, it stands above the field.
  if (document.body.dataset.asked === "true" && !picking() && narrow.matches) scrollTo(0, 0);
}

function tellNews({ calls, said, log }) {
  tellCalls(calls);
  if (log) showLog(log);
  const says = said.flatMap((each) => each.says);
  tellReview(said);
  if (says.length) text("live", says.join(" "));
}

function legend({ names }) {
  const key = (kind, words) => node("span", {}, node("i", { class: kind }), words);
  at("legend").replaceChildren(
    key("home", names.home), key("away", names.away), key("carrier", "has the ball"), key("may-turn", "may be turned"), key("touching", "engaged"),
  );
}

// --- the controls -----------------------------------------------------------------------------

function showDeck({ power, ready, by_itself: byItself, clear }) {
  at("ready").disabled = !night.paired || power || ready;
  at("wait").disabled = !night.paired || power || !(ready || byItself);
  at("undo").disabled = at("enter").disabled = !night.paired || power;
  at("by-itself").disabled = !night.paired;
  at("by-itself").setAttribute("aria-pressed", byItself);
  const last = at("log").querySelector("li:not(.struck) .words")?.textContent;
  at("undo").title = last ? `Take back: ${last}` : "Nothing to take back";
  show("clear", night.paired && !power && clear);
}

const DEEDS = {
  ready: () => command({ do: "ready" }),
  stop: () => command({ do: "stop" }),
  wait: () => command({ do: "wait" }),
  undo: () => command({ do: "undo" }),
  off: () => command({ do: "off" }),
  clear: () => command({ do: "clear" }),
  "by-itself": () => command({ do: "by itself", wanted: !night.state?.by_itself }),
  swap: () => (document.body.dataset.large = document.body.dataset.large === "field" ? "film" : "field"),
  silence,
  sound: () => (toggleSound(), showSound()),
  voice: toggleVoice,
  big,
};
for (const [id, deed] of Object.entries(DEEDS)) at(id).addEventListener("click", deed);

// Letters for the far end of the room, as this device was last left.
function big() {
  const on = document.body.dataset.big !== "true";
  document.body.dataset.big = String(on);
  at("big").setAttribute("aria-pressed", on);
  localStorage.setItem("referee-big", String(on));
}

const BIG = [" ", "enter", "pagedown"];

const HELP = {
  "The game": [
    ["Space", "the big button of the moment: Stop while the board runs or is about to, else Ready; Enter and Page Down too"],
    ["", "Ready: all is set", "ready"], ["", "Stop the board, or take Ready back", "stop"], ["", "Wait: take Ready back", "wait"],
    ["Esc", "Off at once; it stays off until somebody has looked"], ["", "Clear: somebody has looked at the board", "clear"],
    ["", "Undo the last entry or call", "undo"], ["", "Enter what no camera sees", "enter"], ["", "Auto: a line-up that rests counts as ready", "by-itself"],
  ],
  "What is asked": [[["←", "↑", "↓", "→"], "move the mark by a yard"], ["Enter", "take it"], ["Esc", "give it up"]],
  "The page": [
    ["", "field or picture large", "swap"], ["", "the last play once more, slowly", "replay"], ["", "large letters", "big"], ["M", "silence the alarm, or sound on and off"], ["?", "these keys"],
    [[",", "."], "turn the chosen figure of a simulated table (with Shift: farther)"],
  ],
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === "?") return;
  // The box of the keys is in front: only what takes power away is obeyed behind it.
  if (helping()) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    toggleHelp();
    at("off").click();
    return;
  }
  if (pickKey(event.key)) return void event.preventDefault();
  // Escape gives up what is being entered; else it is always off.
  if (event.key === "Escape") return void (toggle(false) || at("off").click());
  if (handsKey(event)) return void event.preventDefault();
  if (event.repeat || event.target.closest("input, textarea")) return;
  const key = event.key.toLowerCase();
  if (key === "m") return void (document.body.dataset.blind === "true" ? silence() : at("sound").click());
  // The keys of pedals and clickers are whatever the big button of the moment is.
  if ([" ", "enter"].includes(key) && event.target.closest("button, a, summary")) return;
  const goes = night.state?.power || night.state?.ready;
  const id = BIG.includes(key) ? (goes ? "stop" : "ready") : idOf(key);
  if (!id || at(id).disabled || at(id).hidden) return;
  event.preventDefault();
  if (picking()) cancel();
  at(id).click();
});
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake);

// A tablet beside the board stays awake while the page is in front, where its browser allows that.
async function stayAwake() {
  if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => null);
}
addEventListener("visibilitychange", stayAwake);
stayAwake();

buildPick(pitch, video);
buildHands(pitch);
buildGuide();
buildReplay(video);
buildHelp(HELP, { keyOf, chooseKey, usualKeys });
reportButton();
showKeys();
if (localStorage.getItem("referee-big") === "true") big();
buildEnter();
buildPairing();
showSound();
connect();
