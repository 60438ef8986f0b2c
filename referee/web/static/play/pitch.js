// The field of a game night: numbers on the bases, who touches whom, who may be turned, the lines.

import { Field, make } from "/field.js";
import { contrast, seam, stripe } from "/play/words.js";

// Roles with a tag of their own on the field.
const ROLES = { center: "C", quarterback: "QB", punter: "P", holder: "H", kicker: "K" };
const CLASP = [0.36, 0.64];
// What is measured trembles by less than can be seen; what does not move is not drawn again.
const STILL_MM = 0.4;
const STILL_DEG = 1.5;

export class Pitch extends Field {
  build(about) {
    super.build(about);
    const f = about.field;
    this.f = f;
    this.zones = ["left", "right"].map((side) => this.zone(f, side));
    this.lines = make(this.svg, "g", { class: "lines" });
    // Everything that moves lies above the lines of the game.
    this.svg.append(this.markers, this.svg.querySelector(".pieces"));
    this.arc = make(this.svg, "g", { class: "arc" });
    this.ghosts = make(this.svg, "g", { class: "ghosts" });
    this.links = make(this.svg, "g", { class: "links" });
    this.rings = make(this.svg, "g", { class: "rings" });
    this.roles = make(this.svg, "g", { class: "roles" });
    this.labels = new Map();
    const names = make(this.svg, "g", { class: "names" });
    for (const player of about.players) {
      const colour = about.colours[player.team];
      const node = this.players.get(player.id);
      node.style.setProperty("--jersey", colour);
      node.style.setProperty("--seam", seam(colour));
      node.style.setProperty("--inlay", stripe(colour));
      node.querySelector("title").textContent = `${about.names[player.team]} ${player.number}`;
      halo(node);
      if (player.team === "away") inlay(node);
      const label = make(names, "text", { class: "number" }, String(player.number));
      label.style.fill = contrast(colour);
      this.labels.set(player.id, label);
    }
    this.cross = make(this.svg, "g", { class: "cross", visibility: "hidden" });
    make(this.cross, "line", { y1: -f.width_mm, y2: 0 });
    make(this.cross, "circle", { r: 11 });
    make(this.cross, "rect", { x: -62, y: -f.width_mm + 6, width: 124, height: 30, rx: 7 });
    make(this.cross, "text", { y: -f.width_mm + 28 });
  }

  // An end zone in the colour of the team that defends it, with its name.
  zone(f, side) {
    const width = side === "left" ? f.left_end_zone_mm : f.right_end_zone_mm;
    const x = side === "left" ? -width : f.goal_to_goal_mm;
    const group = make(this.svg, "g", { class: "zone" });
    make(group, "rect", { x, y: -f.width_mm, width, height: f.width_mm });
    const turn = side === "left" ? -90 : 90;
    make(group, "text", { transform: `translate(${x + width / 2} ${-f.width_mm / 2}) rotate(${turn})` });
    return group;
  }

  showNight(about, state, call) {
    const { game, notice } = state;
    const engaged = new Set(state.engaged.flat());
    // Before the snap everybody may be moved anyway.
    const may = new Set(["stop", "read"].includes(state.moment) ? state.may_turn : []);
    const roles = ["between plays", "set-up", "set"].includes(state.moment) ? state.men : [];
    this.pieces = this.calm(state.pieces);
    const places = new Map(this.pieces.map(([id, ...rest_]) => [id, rest_]));
    const key = JSON.stringify([this.pieces, state.engaged, notice.carrier, [...may], roles]);
    if (key !== this.drawn) {
      this.drawn = key;
      super.show({ pieces: this.pieces, markers: [], coach: { carrier: notice.carrier } }, engaged);
      this.showLabels(places);
      this.showLinks(places, state.engaged);
      this.showRings(places, notice.carrier, (id) => may.has(id));
      this.showRoles(places, roles, game.plays === "left" ? -1 : 1);
    }
    const arc = JSON.stringify(state.arc);
    if (arc !== this.arced) {
      this.arced = arc;
      this.showArc(state.arc);
    }
    const ghosts = JSON.stringify(state.turns.from);
    if (ghosts !== this.ghosted) {
      this.ghosted = ghosts;
      this.showGhosts(about, state.turns.from);
    }
    const lines = JSON.stringify([game, state.markers, call?.at, state.power]);
    if (lines !== this.lined) {
      this.lined = lines;
      this.showZones(about, game);
      this.showLines(about, game, state.power ? null : call?.at);
      this.showBalls(state.markers);
    }
  }

  // Where the far end of the due stick may lie.
  showArc(arc) {
    this.arc.replaceChildren();
    for (const part of arc?.parts ?? []) make(this.arc, "polyline", { points: part.map(([x, y]) => `${x},${-y}`).join(" ") });
  }

  // Where bases stood before a turn that the rules do not allow.
  showGhosts(about, from) {
    this.ghosts.replaceChildren();
    const outlines = new Map(about.players.map((player) => [player.id, player.outline_mm]));
    for (const [id, x, y, heading] of from) {
      const points = outlines.get(id)?.map((v, i) => (i % 2 ? `${v} ` : `${v},`)).join("");
      if (points) make(this.ghosts, "polygon", { points, transform: `translate(${x} ${-y}) scale(1 -1) rotate(${heading})` });
    }
  }

  calm(pieces) {
    const before = new Map((this.pieces ?? []).map((piece) => [piece[0], piece]));
    return pieces.map((piece) => {
      const old = before.get(piece[0]);
      const still = old && Math.hypot(piece[1] - old[1], piece[2] - old[2]) < STILL_MM
        && Math.abs(((piece[3] - old[3] + 540) % 360) - 180) < STILL_DEG;
      return still ? [...old.slice(0, 4), ...piece.slice(4)] : piece;
    });
  }

  showLabels(places) {
    for (const [id, label] of this.labels) {
      const place = places.get(id);
      label.setAttribute("visibility", place ? "visible" : "hidden");
      if (!place) continue;
      label.setAttribute("x", place[0]);
      label.setAttribute("y", -place[1]);
      this.players.get(id).classList.toggle("doubtful", Boolean(place[4]));
    }
  }

  showLinks(places, pairs) {
    this.links.replaceChildren();
    for (const [a, b] of pairs) {
      const [p, q] = [places.get(a), places.get(b)];
      if (!p || !q) continue;
      // A short clasp where the two bases meet: it leaves the numbers free.
      const [x1, x2] = CLASP.map((share) => p[0] + share * (q[0] - p[0]));
      const [y1, y2] = CLASP.map((share) => -p[1] - share * (q[1] - p[1]));
      make(this.links, "line", { x1, y1, x2, y2 });
    }
  }

  showRings(places, carrier, lit) {
    this.rings.replaceChildren();
    for (const [id, node] of this.players) node.classList.toggle("lit", places.has(id) && lit(id));
    const place = places.get(carrier);
    if (!place) return;
    const ring = { cx: place[0], cy: -place[1], r: 24 };
    make(this.rings, "circle", { class: "carrier-edge", ...ring });
    make(this.rings, "circle", { class: "carrier", ...ring });
  }

  // Behind each player of the offense its role as read; a bright dot: it may catch a pass.
  showRoles(places, roles, toward) {
    this.roles.replaceChildren();
    for (const [id, role, eligible] of roles) {
      const place = places.get(id);
      if (!place || !(ROLES[role] || eligible)) continue;
      const [x, y] = [place[0], -place[1]];
      const tag = ROLES[role];
      // The center's in front of it, where the line leaves room; the others' beside them.
      if (tag) make(this.roles, "text", { x: tag === "C" ? x + toward * 23 : x, y: tag === "C" ? y : y + 21 }, tag);
      if (eligible) make(this.roles, "circle", { cx: x - toward * 13, cy: y - 13, r: 4.5 });
    }
  }

  showZones(about, game) {
    const leftTeam = game.home_plays === "right" ? "home" : "away";
    this.zones.forEach((zone, i) => {
      const team = i === 0 ? leftTeam : leftTeam === "home" ? "away" : "home";
      zone.firstChild.style.fill = about.colours[team];
      zone.lastChild.textContent = about.names[team];
      const fits = Math.min(44, (1.5 * this.f.width_mm) / Math.max(5, about.names[team].length));
      zone.lastChild.style.fontSize = `${fits}px`;
      zone.lastChild.style.fill = contrast(about.colours[team]);
    });
  }

  showLines(about, game, spot) {
    this.lines.replaceChildren();
    if (!["scrimmage", "try"].includes(game.stage)) return;
    const f = this.f;
    const toward = game.plays === "right" ? 1 : -1;
    const gain = game.to_gain_x_mm;
    // Two tags that would run into each other lean apart.
    const lean = gain === null || Math.abs(gain - game.x_mm) > 70 ? 0 : toward;
    this.line(game.x_mm, "scrimmage", "Line", -lean);
    if (gain !== null) this.line(gain, "to-gain", "1st down", lean);
    const arrow = make(this.lines, "g", { class: "toward" });
    for (const i of [0, 1, 2]) {
      const x = game.x_mm + toward * (16 + 15 * i);
      make(arrow, "path", { d: `M${x} ${-f.width_mm + 12}l${toward * 10} 9l${-toward * 10} 9` });
    }
    ball(this.lines, game.x_mm, game.y_mm, "snap");
    if (spot) ball(this.lines, spot[0], spot[1], "dead");
  }

  line(x, kind, words, lean) {
    const f = this.f;
    make(this.lines, "line", { class: kind, x1: x, x2: x, y1: -f.width_mm, y2: 0 });
    const side = { "-1": "before", 0: "", 1: "after" }[lean];
    make(this.lines, "text", { class: `${kind} tag ${side}`, x: x + 3 * lean, y: -f.width_mm - 9 }, words);
  }

  showBalls(markers) {
    this.markers.querySelectorAll(".marker").forEach((old) => old.remove());
    const { metal_left_x_mm: left, metal_right_x_mm: right, metal_near_y_mm: near, metal_far_y_mm: far } = this.f;
    for (const [x, y, r] of markers) {
      if (x < left || x > right || y < near || y > far) continue; // beside the board
      make(this.markers, "circle", { class: "marker", cx: x, cy: y, r: Math.max(6, r) });
    }
  }

  // Where on the board somebody points at, in its millimetres.
  place(event) {
    const point = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = point.matrixTransform(this.svg.getScreenCTM().inverse());
    return { x_mm: x, y_mm: -y };
  }

  pointAt(place, words) {
    this.cross.setAttribute("visibility", place ? "visible" : "hidden");
    if (!place) return;
    this.cross.setAttribute("transform", `translate(${place.x_mm} 0)`);
    this.cross.querySelector("circle").setAttribute("cy", -place.y_mm);
    this.cross.querySelector("text").textContent = words;
  }

  light(wanted) {
    for (const [id, node] of this.players) node.classList.toggle("wanted", wanted.has(id));
  }
}

// A bright seam around a base that may be turned, apart from the base itself.
function halo(node) {
  const seam = node.querySelector(".base").cloneNode();
  seam.setAttribute("class", "halo");
  seam.setAttribute("transform", "scale(1.3 1.4)");
  node.prepend(seam);
}

// Away stands on bases with a light inner line: told apart without their colour.
function inlay(node) {
  const base = node.querySelector(".base");
  const inner = base.cloneNode();
  inner.setAttribute("class", "inlay");
  inner.setAttribute("transform", "scale(0.74 0.7)");
  base.after(inner);
}

function ball(parent, x, y, kind) {
  const group = make(parent, "g", { class: `ball ${kind}`, transform: `translate(${x} ${-y})` });
  make(group, "path", { d: "M-10 0C-6-6 6-6 10 0C6 6-6 6-10 0z" });
  make(group, "path", { class: "lace", d: "M-4 0h8M-2-2v4M2-2v4" });
}
