// The lens page: asks for the newest picture and what it taught, a few times a second.

import { notice, paired, send } from "/orders.js";

const SVG = "http://www.w3.org/2000/svg";
const EVERY_MS = 120;
const at = (id) => document.getElementById(id);
let last = -1, may = false;

async function look() {
  const answer = await fetch("/lens.json").catch(() => null);
  if (!answer?.ok) {
    at("status").textContent = "The referee program does not answer.";
    return setTimeout(look, 1000);
  }
  const state = await answer.json();
  at("hint").textContent = state.words;
  if (state.number && state.number !== last) {
    last = state.number;
    await shown(`/lens.jpg?number=${last}`);
    draw(state);
  }
  setTimeout(look, EVERY_MS);
}

// The overlay waits for its picture, so that both show the same instant.
const shown = (where) => new Promise((done) => {
  at("photo").onload = at("photo").onerror = done;
  at("photo").src = where;
});

function draw(state) {
  const [width, height] = state.size_px;
  at("over").setAttribute("viewBox", `-0.5 -0.5 ${width} ${height}`);
  const down = state.cells.length, across = state.cells[0].length;
  at("cells").replaceChildren(...state.cells.flatMap((cells, row) => cells.map((seen, column) => shape("rect", {
    class: seen ? "seen" : "", x: (column * width) / across, y: (row * height) / down, width: width / across, height: height / down,
  }))));
  at("spots").replaceChildren(...state.corners_px.map(([cx, cy]) => shape("circle", { cx, cy, r: width / 220 })));
  at("plate").classList.toggle("taken", state.taken);
  at("views").textContent = state.views;
  at("tilted").textContent = state.tilted;
  at("done").value = state.done;
  at("status").textContent = state.enough ? "Enough" : `${Math.round(100 * state.done)} % covered`;
  at("go").disabled = !may || state.views < 4;
}

function shape(kind, values) {
  const node = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(values)) node.setAttribute(key, value);
  return node;
}

at("go").onclick = async () => {
  at("go").disabled = true;
  const lens = await send("/lens");
  at("go").disabled = false;
  if (!lens) return;
  at("outcome").hidden = false;
  at("title").textContent = "The lens is known and written";
  at("lines").replaceChildren(...[
    `${lens.views} views agree within ${lens.rms_px.toFixed(2)} px`,
    `a point of a board is off by ${lens.sigma_px.toFixed(2)} px because of the lens`,
    `focal length ${lens.focal_px.toFixed(0)} px`,
  ].map((text) => {
    const line = document.createElement("li");
    line.textContent = text;
    return line;
  }));
};

may = await paired();
if (!may) notice("Watching only. To solve for the lens, open the address the program printed.");
await look();
