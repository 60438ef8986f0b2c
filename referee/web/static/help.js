// The keys of a page, on "?": every page tells its own, in the same box.

let box = null;

// `groups`: titles, and for each its rows: a key or a list of them, and what they do.
export function buildHelp(groups) {
  box = document.createElement("dialog");
  box.className = "keys-box";
  box.setAttribute("aria-label", "Keys");
  const close = made("button", "Close", "plain");
  close.type = "button";
  close.addEventListener("click", () => box.close());
  box.append(made("h2", "Keys"), ...Object.entries(groups).map(([title, rows]) => section(title, rows)), close);
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
  for (const [keys, words] of rows) {
    const head = document.createElement("dt");
    head.append(...[keys].flat().map((key) => made("kbd", key)));
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
