// Figures of a line-up drawn over its picture: outline, front, name; doubtful ones dashed.

const SVG = "http://www.w3.org/2000/svg";

// Draws everybody of an enrolment; returns the drawn figures by player id.
export function outlines(svg, outcome) {
  const [width, height] = outcome.size_px;
  svg.setAttribute("viewBox", `-0.5 -0.5 ${width} ${height}`);
  const marks = new Map();
  for (const [team, sheet] of Object.entries(outcome.teams))
    for (const player of sheet.players) marks.set(player.id, figure(player, team, width));
  svg.replaceChildren(...marks.values());
  return marks;
}

function figure(player, team, width) {
  const group = draw("g", {});
  const ring = points(player.outline_px);
  const doubtful = player.doubts.length > 0 ? " doubtful" : "";
  group.append(draw("polygon", { points: ring, class: "halo" }));
  group.append(draw("polygon", { points: ring, class: `outline ${team}${doubtful}` }));
  const [[x1, y1], [x2, y2]] = player.front_px;
  group.append(draw("line", { x1, y1, x2, y2, class: "front" }));
  const size = width / 75;
  const xs = player.outline_px.map((p) => p[0]);
  const ys = player.outline_px.map((p) => p[1]);
  const x = (Math.min(...xs) + Math.max(...xs)) / 2;
  const tag = draw("text", { x, y: Math.max(...ys) + size, "font-size": size, class: "tag" });
  tag.textContent = player.id;
  group.append(tag);
  return group;
}

function draw(kind, values) {
  const node = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(values)) node.setAttribute(key, value);
  return node;
}

const points = (ring) => ring.map(([x, y]) => `${x},${y}`).join(" ");
