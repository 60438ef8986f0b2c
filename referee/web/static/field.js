// The field seen straight from above, in millimetres; y is turned so that the far sideline is on top.

const SVG = "http://www.w3.org/2000/svg";

export function make(parent, name, attributes, text) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  parent.append(node);
  return node;
}

export class Field {
  constructor(svg) {
    this.svg = svg;
    this.players = new Map();
  }

  build(about) {
    const f = about.field;
    this.svg.replaceChildren();
    this.players.clear();
    const width = f.metal_right_x_mm - f.metal_left_x_mm;
    const height = f.metal_far_y_mm - f.metal_near_y_mm;
    this.svg.setAttribute("viewBox", `${f.metal_left_x_mm} ${-f.metal_far_y_mm} ${width} ${height}`);
    const sheet = make(this.svg, "g", { transform: "scale(1 -1)" });
    make(sheet, "rect", { class: "metal", x: f.metal_left_x_mm, y: f.metal_near_y_mm, width, height });
    this.print(sheet, f);
    this.numerals(f);
    this.markers = make(this.svg, "g", { transform: "scale(1 -1)" });
    this.ring = make(this.markers, "circle", { class: "carrier-ring", r: 25, visibility: "hidden" });
    const pieces = make(this.svg, "g", { class: "pieces", transform: "scale(1 -1)" });
    for (const player of about.players) this.players.set(player.id, figure(pieces, player));
  }

  print(sheet, f) {
    const goal = f.goal_to_goal_mm;
    const all = { y: 0, height: f.width_mm };
    make(sheet, "rect", { class: "end-zone", x: -f.left_end_zone_mm, width: f.left_end_zone_mm, ...all });
    make(sheet, "rect", { class: "end-zone", x: goal, width: f.right_end_zone_mm, ...all });
    make(sheet, "rect", { class: "turf", x: 0, width: goal, ...all });
    for (let yard = f.yard_line_every_yd; yard < 100; yard += f.yard_line_every_yd) {
      const x = (yard * goal) / 100;
      make(sheet, "line", { class: "line", x1: x, x2: x, y1: 0, y2: f.width_mm });
      for (const y of [f.near_hash_y_mm, f.far_hash_y_mm]) {
        const half = f.hash_length_mm / 2;
        make(sheet, "line", { class: "hash", x1: x - half, x2: x + half, y1: y, y2: y });
      }
    }
    for (const x of [0, goal]) make(sheet, "line", { class: "line goal", x1: x, x2: x, y1: 0, y2: f.width_mm });
    make(sheet, "rect", {
      class: "line goal", x: -f.left_end_zone_mm, width: goal + f.left_end_zone_mm + f.right_end_zone_mm, ...all,
    });
  }

  numerals(f) {
    const rows = [
      (f.near_numbers_outer_y_mm + f.near_numbers_inner_y_mm) / 2,
      (f.far_numbers_inner_y_mm + f.far_numbers_outer_y_mm) / 2,
    ];
    for (let yard = 10; yard < 100; yard += 10) {
      for (const y of rows) {
        const x = (yard * f.goal_to_goal_mm) / 100;
        make(this.svg, "text", { x, y: -y }, String(Math.min(yard, 100 - yard)));
      }
    }
  }

  show(state, touching) {
    const seen = new Set();
    for (const [id, x, y, heading, fallen] of state.pieces) {
      const node = this.players.get(id);
      if (!node) continue;
      seen.add(id);
      node.setAttribute("transform", `translate(${x} ${y}) rotate(${heading})`);
      node.classList.toggle("fallen", Boolean(fallen));
      node.classList.toggle("touching", touching.has(id));
      if (id === state.coach.carrier) {
        this.ring.setAttribute("cx", x);
        this.ring.setAttribute("cy", y);
      }
    }
    for (const [id, node] of this.players) node.setAttribute("visibility", seen.has(id) ? "visible" : "hidden");
    this.ring.setAttribute("visibility", seen.has(state.coach.carrier) ? "visible" : "hidden");
    this.showMarkers(state.markers);
  }

  showMarkers(markers) {
    const old = this.markers.querySelectorAll(".marker");
    markers.forEach(([kind, x, y, heading], i) => {
      const node = old[i] ?? make(this.markers, "ellipse", { class: "marker", rx: 8, ry: 5 });
      node.setAttribute("transform", `translate(${x} ${y}) rotate(${heading})`);
      node.setAttribute("data-kind", kind);
    });
    for (let i = markers.length; i < old.length; i += 1) old[i].remove();
  }
}

function figure(parent, player) {
  const group = make(parent, "g", { class: player.team, "data-id": player.id });
  const points = player.outline_mm.map((v, i) => (i % 2 ? `${v} ` : `${v},`)).join("");
  make(group, "polygon", { class: "base", points });
  const [x1, y1, x2, y2] = player.front_mm;
  make(group, "line", { class: "front", x1: x1 - 1.5, y1: y1 * 0.7, x2: x2 - 1.5, y2: y2 * 0.7 });
  make(group, "title", {}, player.id);
  return group;
}
