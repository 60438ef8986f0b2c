// The ruling: three buttons, what stands instead, and what that changes before it is done.

import { send } from "/orders.js";

const at = (id) => document.getElementById(id);

export class RulingPanel {
  constructor(done, mark) {
    this.done = done;
    this.mark = mark;
    this.allowed = false;
    this.busy = false;
    at("confirm").onclick = () => this.confirm();
    at("unsure").onclick = () => this.unsure();
    at("overturn").onclick = () => this.open();
    at("reopen").onclick = () => this.give("taken back");
    at("choice").onchange = () => this.chosen();
    at("player").onchange = () => this.preview();
    at("along").oninput = at("across").oninput = () => this.typed();
    at("instead").onsubmit = (event) => {
      event.preventDefault();
      if (!at("sure").disabled) this.give("overturned");
    };
  }

  may(allowed) {
    this.allowed = allowed;
    this.enable();
  }

  // `others`: open flags of the same play, which may be decided in the same way.
  show(flag, entries, others = []) {
    const same = this.flag?.number === flag.number && this.flag.open === flag.open;
    this.flag = flag;
    if (!same) this.entries = entries;
    at("what").textContent = flag.what + (flag.names.length ? `: ${flag.names.join(" and ")}` : "");
    at("at").textContent = flag.at;
    at("situation").textContent = flag.quarter ? `Quarter ${flag.quarter}, ${flag.down}` : flag.down;
    at("reasons").replaceChildren(...flag.reasons.map((reason) => words("li", reason)));
    at("measured").textContent = measured(flag);
    at("stands").hidden = flag.open;
    at("stands").textContent = flag.open ? "" : `${flag.why[0].toUpperCase()}${flag.why.slice(1)}.`;
    at("rulings").hidden = at("hint").hidden = !flag.open;
    at("reopen").hidden = flag.open;
    this.others = others;
    at("together").hidden = !flag.open || !others.length;
    if (!same) at("also").checked = false;
    at("also-words").textContent = others.length === 1 ? `The other flag of this play too: ${others[0].what}` : `The other ${others.length} flags of this play too`;
    rule(flag.rule);
    if (same && !at("instead").hidden) this.preview();
    else this.close();
    if (!same) {
      at("remark").value = "";
      at("choice").replaceChildren(option("", "Choose"), ...flag.choices.map((each) => option(each.key, each.title)));
    }
    this.enable();
  }

  // Another flag is on its way: no key may decide about the one before.
  leave() {
    this.close();
    this.flag = null;
    this.enable();
  }

  enable() {
    const ready = this.allowed && !this.busy && Boolean(this.flag);
    for (const id of ["confirm", "unsure", "reopen"]) at(id).disabled = !ready;
    at("overturn").disabled = !ready || !this.flag?.choices.length;
  }

  confirm = () => this.flag?.open && this.give("confirmed");
  unsure = () => this.flag?.open && this.give("cannot tell");

  open() {
    if (!this.flag?.open || at("overturn").disabled) return;
    at("instead").hidden = false;
    at("overturn").setAttribute("aria-expanded", "true");
    at("choice").focus();
    this.chosen();
  }

  close() {
    at("instead").hidden = true;
    at("overturn").setAttribute("aria-expanded", "false");
    this.told(null);
    this.mark(null);
  }

  chosen() {
    const choice = this.choice();
    at("place").hidden = !choice?.place;
    at("who").hidden = !choice?.players.length;
    at("player").replaceChildren(option("", "Choose"), ...(choice?.players ?? []).map((id) => option(id, this.flag.called[id] ?? id)));
    this.px = null;
    this.mm = choice?.place_mm ?? null;
    this.write();
    this.mark(null);
    this.preview();
  }

  choice() {
    return this.flag?.choices.find((each) => each.key === at("choice").value);
  }

  // A tap on a picture says where the ball was.
  place(px) {
    if (at("instead").hidden || !this.choice()?.place) return;
    this.px = px;
    this.mark(px);
    this.preview();
  }

  typed() {
    const [along, across] = [at("along"), at("across")];
    if (along.value === "" || across.value === "") return;
    this.px = null;
    this.mm = [along.valueAsNumber * this.flag.yard_mm[0], across.valueAsNumber * this.flag.yard_mm[1]];
    this.mark(null);
    this.preview();
  }

  write() {
    const yards = this.mm?.map((mm, axis) => (mm / this.flag.yard_mm[axis]).toFixed(1)) ?? ["", ""];
    [at("along").value, at("across").value] = yards;
  }

  request(ruling) {
    const asked = { ruling, remark: at("instead").hidden ? "" : at("remark").value, entries: this.entries };
    if (ruling !== "overturned") return asked;
    const choice = this.choice();
    asked.instead = choice?.key ?? "";
    if (choice?.place && this.px) asked.place_px = this.px;
    else if (choice?.place && this.mm) asked.place_mm = this.mm;
    if (choice?.players.length) asked.player = at("player").value;
    return asked;
  }

  async preview() {
    const choice = this.choice();
    const lacks = !choice || (choice.place && !this.px && !this.mm) || (choice.players.length > 0 && !at("player").value);
    if (lacks) {
      this.told(null);
      return;
    }
    const asked = (this.asked = this.request("overturned"));
    const found = await send(`/review/${this.flag.number}/preview`, asked);
    if (this.asked !== asked) return; // another was asked for since
    if (found) {
      this.entries = found.entries;
      if (asked.place_px) {
        this.mm = found.place_mm;
        this.write();
      }
    }
    this.told(found);
  }

  told(found) {
    const place = at("changes");
    place.hidden = !found;
    at("sure").disabled = !found || !this.allowed || this.busy;
    place.replaceChildren(...(found ? changes(found) : []));
  }

  async give(ruling) {
    if (!this.allowed || this.busy) return;
    this.busy = true;
    this.enable();
    at("sure").disabled = true;
    const together = at("also").checked && ["confirmed", "cannot tell"].includes(ruling);
    const also = together ? this.others.map(({ number }) => number) : [];
    const done = await send(`/review/${this.flag.number}`, { ...this.request(ruling), also });
    this.busy = false;
    this.enable();
    if (done) {
      this.close();
      await this.done(this.flag.number, ruling);
    } else {
      await this.refresh();
    }
  }

  // Something has come between: decide on what stands now.
  async refresh() {
    const list = await fetch("/review.json").then((answer) => answer.json()).catch(() => null);
    if (list?.entries !== undefined) this.entries = list.entries;
    if (!at("instead").hidden) at("sure").disabled = at("changes").hidden;
  }
}

function measured(flag) {
  const call = flag.measured;
  if (!call) return "";
  const sure = call.certainty > 0.9995 ? "more than 99.9 % sure" : `${(call.certainty * 100).toFixed(1)} % sure`;
  if (call.gap_mm === null) return sure;
  const half = call.sigma_mm === null ? "" : ` ± ${(1.96 * call.sigma_mm).toFixed(2)}`;
  const over = call.frames > 1 ? `, from ${call.frames} frames together` : "";
  return `${sure}; ${call.what} ${call.gap_mm.toFixed(2)}${half} mm${over}`;
}

function rule(found) {
  at("rule").hidden = !found;
  if (!found) return;
  at("rule-title").textContent = found.title ? `${found.title} (${found.id})` : found.id;
  const many = found.settings.length;
  at("rule-numbers").hidden = many === 0;
  at("rule-numbers").querySelector("summary").textContent = many === 1 ? "The one setting behind it" : `The ${many} settings behind it`;
  at("rule-settings").replaceChildren(
    ...found.settings.flatMap((each) => [words("dt", each.says), words("dd", each.value + (each.house ? ", house rule" : ""))]),
  );
}

function changes(found) {
  const parts = [words("h3", "What changes")];
  const changed = found.steps.filter((step) => step.changed);
  const later = changed.filter((step) => side(step.now) !== side(step.then));
  if (later.length === 0) {
    const what = changed.length ? "Only the exact place, by less than a tenth of a yard along the field: " : "Nothing: ";
    parts.push(words("p", `${what}down, distance and score stay as they are.`));
    return parts;
  }
  parts.push(table(later[0], found));
  const falls = later.filter((step) => step.then === null);
  if (falls.length) parts.push(words("p", `This will be undone: ${falls.map((step) => step.what).join(" ")}`, "falls"));
  const list = document.createElement("ol");
  for (const step of later) {
    const row = document.createElement("li");
    row.append(words("b", step.what), words("span", side(step.now) || "was taken back", "now"), words("span", side(step.then) || "falls", "then"));
    list.append(row);
  }
  const all = document.createElement("details");
  all.append(words("summary", `Entry by entry: ${later.length} change${later.length === 1 ? "" : "s"}`), list);
  parts.push(all);
  return parts;
}

function table(first, found) {
  const grid = document.createElement("table");
  const head = grid.createTHead().insertRow();
  head.append(words("td", ""), words("th", "now"), words("th", "with the ruling"));
  const body = grid.createTBody();
  for (const [name, now, then] of [["After the play", first.now, first.then], ["The game now", found.now, found.then]]) {
    const row = body.insertRow();
    const same = side(now) === side(then);
    row.append(words("th", name), words("td", side(now) || "–"), words("td", same ? "the same" : side(then) || "–", same ? "" : "new"));
  }
  return grid;
}

const side = (state) => (state ? [state.words, state.ball && `${state.ball} ball`, state.score.join("\u00a0:\u00a0")].filter(Boolean).join(", ") : "");

function option(value, title) {
  const node = words("option", title);
  node.value = value;
  return node;
}

function words(kind, text, name = "") {
  const node = document.createElement(kind);
  node.className = name;
  node.textContent = text;
  return node;
}
