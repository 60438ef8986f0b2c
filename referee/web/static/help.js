// The keys of a page, on "?": every page tells its own, in the same box.

let box = null;

// `groups`: titles, and for each its rows: a key or a list of them, and what they do. A row with a
// third value is a button's: its key comes from `keys`, and can be changed.
export function buildHelp(groups, keys = null) {
  box = document.createElement("dialog");
  box.className = "keys-box";
  box.setAttribute("aria-label", "Keys");
  const close = made("button", "Close", "plain");
  close.type = "button";
  close.addEventListener("click", () => box.close());
  box.append(made("h2", "Keys"), ...Object.entries(groups).map(([title, rows]) => section(title, rows)));
  if (keys) box.append(...changing(keys));
  box.append(close);
  document.body.append(box);
  document.getElementById("help")?.addEventListener("click", toggleHelp);
  addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    event.preventDefault();
    toggleHelp();
  });
}

export const helping = () => Boolean(box?.open);

export function toggleHelp() {
  if (box.open) box.close();
  else box.showModal();
}

function section(title, rows) {
  const list = document.createElement("dl");
  for (const [keys, words, id] of rows) {
    const head = document.createElement("dt");
    if (id) {
      const button = made("button", "", "key");
      Object.assign(button, { type: "button", title: "Choose another key" });
      Object.assign(button.dataset, { id, words });
      head.append(button);
    } else head.append(...[keys].flat().map((key) => made("kbd", key)));
    list.append(head, made("dd", words));
  }
  const part = document.createElement("section");
  part.append(...(title ? [made("h3", title)] : []), list);
  return part;
}

function made(kind, words, name = "") {
  const node = document.createElement(kind);
  node.textContent = words;
  node.className = name;
  return node;
}

// A key is pressed on its button in the box, then the new one on the keyboard.
function changing({ keyOf, chooseKey, usualKeys }) {
  const says = made("p", "", "quiet");
  says.setAttribute("role", "status");
  const usual = made("button", "The usual keys", "plain");
  usual.type = "button";
  let waiting = null;
  const show = (words) => {
    for (const button of box.querySelectorAll(".key")) {
      button.textContent = button === waiting ? "…" : keyOf(button.dataset.id).toUpperCase();
      button.setAttribute("aria-label", `${button.textContent}: ${button.dataset.words}. Choose another key`);
    }
    says.textContent = words;
  };
  const still = "Press one of the framed letters here to choose another key for it, on this device.";
  for (const button of box.querySelectorAll(".key")) {
    button.addEventListener("click", () => {
      waiting = button;
      show(`Press the new key for “${button.dataset.words}”.`);
    });
  }
  usual.addEventListener("click", () => {
    usualKeys();
    waiting = null;
    show(still);
  });
  addEventListener("keydown", (event) => {
    if (!waiting || ["Escape", "Tab", "Shift"].includes(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const why = chooseKey(waiting.dataset.id, event.key);
    if (!why) waiting = null;
    show(why || still);
  }, true);
  box.addEventListener("close", () => {
    waiting = null;
    show(still);
  });
  show(still);
  return [says, usual];
}
