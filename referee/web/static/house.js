// House rules: a book's numbers changed and checked while they are typed, and two books compared.

import { buildHelp } from "/help.js";
import { notice, send } from "/orders.js";
import { at, chosen, node } from "/setup_parts.js";

const WAIT_MS = 250;
let book = null; // what is changed: its settings, and what the file says already
let rows = []; // one for every setting: its control, and what stands around it
let opened = ""; // the name of the file that stands here
let written = ""; // what this page has written: it may be written again unasked
let last = null;
let waiting = 0;
let asked = 0;
let toldUnfit = false; // it stands there that a value does not fit

function fillBooks(found) {
  for (const [id, more] of [["book", true], ["one", false], ["other", false]]) {
    const chosenBefore = at(id).value;
    const list = (title, books) => {
      const group = node("optgroup");
      group.label = title;
      group.append(...books.map(({ value, title: words, note }) => Object.assign(node("option", note ? `${words} (${note})` : words), { value })));
      return group;
    };
    const lists = [list("Leagues", found.leagues)];
    if (found.house.length) lists.push(list(more ? "House rules to go on with" : "House rules", found.house));
    at(id).replaceChildren(...lists);
    if (chosenBefore) at(id).value = chosenBefore;
  }
}

async function begin() {
  const found = await send("/house/books");
  notice("");
  at("pair").hidden = Boolean(found);
  document.body.dataset.paired = String(Boolean(found));
  if (!found) return;
  fillBooks(found);
  at("other").selectedIndex = found.house.length ? found.leagues.length : 1;
  await open();
}

async function open() {
  const wanted = at("book").value;
  const got = await send("/house/open", { book: wanted });
  if (!got || wanted !== at("book").value) return; // another one was chosen meanwhile
  book = got;
  opened = got.name;
  written = "";
  at("name").value = got.name;
  at("title").value = got.title;
  at("based").textContent = `What you leave as it is goes by ${got.base}, in a later version of it, too.`;
  rows = [];
  const groups = new Map();
  for (const setting of got.settings) {
    if (!groups.has(setting.group)) groups.set(setting.group, []);
    groups.get(setting.group).push(ruleRow(setting));
  }
  at("groups").replaceChildren(...[...groups].map(([title, parts]) => groupOf(title, parts)));
  outcome("");
  look();
}

function groupOf(title, parts) {
  const group = node("details", "", "group");
  const head = node("summary");
  const count = node("span", "", "changed-count");
  head.append(node("span", title), node("span", `${parts.length}`, "much"), count);
  group.append(head, ...parts.map(({ place }) => place));
  for (const part of parts) Object.assign(part, { group, count });
  return group;
}

function ruleRow(setting) {
  const place = node("div", "", "rule-row");
  const id = `r-${rows.length}`;
  const what = node("div", "", "what");
  const label = node("label", setting.says);
  label.htmlFor = id;
  what.append(label, node("small", [setting.rule, setting.about].filter(Boolean).join(" · ")));
  const theirs = node("div", "", "value");
  theirs.append(node("small", "the book"), node("span", setting.value ?? "goes without"));
  const control = controlOf(setting);
  Object.assign(control, { id, value: book.changes[setting.path] ?? setting.value ?? "" });
  const back = Object.assign(node("button", "as the book", "back"), { type: "button" });
  const says = node("p", "", "says");
  Object.assign(says, { id: `${id}-says` });
  says.dataset.kind = "wrong";
  control.setAttribute("aria-describedby", says.id);
  place.append(what, theirs, control, back, says);
  const words = `${setting.says} ${setting.rule} ${setting.about} ${setting.group} ${setting.path}`.toLowerCase();
  const row = { setting, place, control, says, words };
  back.addEventListener("click", () => {
    control.value = setting.value ?? "";
    changed();
    control.focus();
  });
  rows.push(row);
  return row;
}

function controlOf({ kind, words, bounds, value }) {
  if (kind === "number" || kind === "dice") {
    const input = node("input");
    const [low, high] = bounds ?? [];
    Object.assign(input, { autocomplete: "off", placeholder: bounds ? `${low} to ${high}` : "2d6 <= 2" });
    if (bounds) input.inputMode = "decimal";
    return input;
  }
  const select = node("select");
  const none = value === null ? [Object.assign(node("option", "goes without"), { value: "" })] : [];
  select.append(...none, ...words.map((word) => Object.assign(node("option", word), { value: word })));
  return select;
}

const own = ({ setting, control }) => {
  const typed = control.value.trim();
  return typed !== "" && typed !== (setting.value ?? "") ? typed : null;
};

function form(over = false) {
  const changes = Object.fromEntries(rows.map((row) => [row.setting.path, own(row)]).filter(([, typed]) => typed !== null));
  return { extends: book.extends, name: at("name").value.trim(), title: at("title").value, changes, over };
}

// What stands here was not saved yet.
function changed() {
  outcome("");
  look();
}

function look() {
  const find = at("find").value.trim().toLowerCase();
  const only = at("only").checked;
  const seen = new Map();
  for (const row of rows) {
    const mine = own(row) !== null;
    row.place.dataset.changed = String(mine);
    row.place.hidden = (find !== "" && !row.words.includes(find)) || (only && !mine);
    const so = seen.get(row.group) ?? { count: row.count, shown: 0, changed: 0 };
    so.shown += Number(!row.place.hidden);
    so.changed += Number(mine);
    seen.set(row.group, so);
  }
  for (const [group, { count, shown, changed: many }] of seen) {
    group.hidden = shown === 0;
    if (find || only) group.open = shown > 0;
    count.textContent = many ? `${many} changed` : "";
    count.hidden = many === 0;
  }
  clearTimeout(waiting);
  waiting = setTimeout(check, WAIT_MS);
}

async function check() {
  if (!book) return;
  const mine = ++asked;
  const said = await send("/house/check", form());
  if (said && mine === asked) show(said);
}

function show(said) {
  last = said;
  for (const { setting, says, control } of rows) {
    const wrong = said.wrong[setting.path] ?? "";
    says.textContent = wrong;
    control.setAttribute("aria-invalid", String(wrong !== ""));
  }
  showUnfit(rows.filter(({ setting }) => said.wrong[setting.path]));
  // An empty name is no fault before anything was typed.
  for (const place of document.querySelectorAll(".save-bar .says")) {
    const field = place.dataset.for;
    place.dataset.kind = "wrong";
    place.textContent = at(field).value.trim() || said.changed.length ? said.wrong[field] ?? "" : "";
  }
  at("text").textContent = said.text || "It can be shown once name, title and every value fit.";
  at("save").disabled = Object.keys(said.wrong).length > 0;
  at("save").querySelector("span").textContent = said.there && opened === at("name").value.trim() ? "Save again" : "Save";
}

// Beside the button that is grey: which values keep it so, wherever they stand.
function showUnfit(unfit) {
  for (const { group } of unfit) group.open = true;
  const [first] = unfit;
  const more = unfit.length > 1 ? ` (and ${unfit.length - 1} more)` : "";
  if (first) outcome(`This does not fit yet${more}: ${first.setting.says}`);
  else if (toldUnfit) outcome("");
  toldUnfit = Boolean(first);
}

function outcome(words, command = "") {
  at("outcome").textContent = words;
  at("outcome").dataset.kind = command ? "good" : "";
  at("run").hidden = !command;
  at("command").textContent = command;
}

async function save(event) {
  event.preventDefault();
  clearTimeout(waiting);
  await check();
  const name = at("name").value.trim();
  if (!last || Object.keys(last.wrong).length) return;
  const over = last.there;
  if (over && written !== name && !confirm(`${last.path} is there already. Replace it? Notes that were written into it are not kept.`)) return;
  const said = await send("/house/save", form(over));
  if (!said) return;
  asked += 1; // an answer that is still under way is old
  show(said);
  if (!said.saved) return;
  opened = written = name;
  at("save").querySelector("span").textContent = "Save again";
  outcome(`Saved as ${said.path}. Choose it in the set-up under House rules, or begin with`, `referee play --sim --rules "${said.path}"`);
  const found = await send("/house/books");
  if (found) fillBooks(found);
}

async function compare() {
  const wanted = { one: at("one").value, other: at("other").value };
  const got = await send("/house/compare", wanted);
  if (!got || wanted.one !== at("one").value || wanted.other !== at("other").value) return;
  const groups = new Map();
  for (const row of got.rows) {
    if (!groups.has(row.group)) groups.set(row.group, []);
    groups.get(row.group).push(row);
  }
  const many = got.rows.length;
  at("count").textContent = many === 0 ? "They say the same." : many === 1 ? "One difference." : `${many} differences.`;
  at("differences").replaceChildren(...[...groups].map(([title, found]) => {
    const group = node("details", "", "group");
    group.open = true;
    const head = node("summary");
    head.append(node("span", title), node("span", String(found.length), "much"));
    group.append(head, ...found.map((row) => difference(row, got.titles)));
    return group;
  }));
}

function difference({ says, path, sides }, titles) {
  const place = node("div", "", "rule-row");
  const what = node("div", "", "what");
  what.append(node("b", says), node("small", path));
  place.append(what, ...sides.map(({ value, rule, house }, side) => {
    const cell = node("div", "", "value");
    cell.append(node("small", titles[side]), node("span", value), node("small", [rule, house ? "house" : ""].filter(Boolean).join(", ")));
    return cell;
  }));
  return place;
}

at("book").addEventListener("change", open);
at("groups").addEventListener("input", changed);
for (const id of ["name", "title"]) at(id).addEventListener("input", changed);
for (const id of ["find", "only"]) at(id).addEventListener("input", look);
for (const id of ["one", "other"]) at(id).addEventListener("change", compare);
for (const input of document.querySelectorAll("input[name=tab]"))
  input.addEventListener("change", () => {
    document.body.dataset.tab = chosen("tab");
    if (chosen("tab") === "compare") compare();
  });
at("house-form").addEventListener("submit", save);
buildHelp({ "": [["Tab", "the next rule"], ["Enter", "save the file, in its name"], ["?", "these keys"]] });
await begin();
