// Which letter presses which button: as they come, or as somebody chose them on this device.

const KEPT = "referee-keys";
const USUAL = { ready: "r", stop: "s", wait: "w", undo: "u", enter: "e", "by-itself": "a", clear: "c", swap: "v", replay: "p", big: "b" };
// Off, the big button of the moment, the alarm, the help and turning a figure stay where they are.
const FIXED = [" ", "enter", "pagedown", "escape", "tab", "m", "?", ",", "."];
let own = kept();

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    const good = Object.entries(found).every(([id, key]) => id in USUAL && typeof key === "string" && may(key));
    const all = Object.keys(USUAL).map((id) => found[id] ?? USUAL[id]);
    return good && new Set(all).size === all.length ? found : {};
  } catch {
    return {};
  }
}

function may(key) {
  return key.length === 1 && key === key.toLowerCase() && !FIXED.includes(key);
}

export const keyOf = (id) => own[id] ?? USUAL[id];
export const idOf = (key) => Object.keys(USUAL).find((id) => keyOf(id) === key);

// Takes a key for a button; whoever had it gets the other. Returns why not, or nothing.
export function chooseKey(id, pressed) {
  const key = pressed.toLowerCase();
  if (!may(key)) return `${pressed === " " ? "Space" : pressed} is taken for good: press a letter or a digit.`;
  const had = idOf(key);
  own = { ...own, ...(had && had !== id ? { [had]: keyOf(id) } : {}), [id]: key };
  localStorage.setItem(KEPT, JSON.stringify(own));
  showKeys();
  return "";
}

export function usualKeys() {
  own = {};
  localStorage.removeItem(KEPT);
  showKeys();
}

// On the buttons themselves, and for screen readers.
export function showKeys() {
  for (const id of Object.keys(USUAL)) {
    const button = document.getElementById(id);
    const key = keyOf(id).toUpperCase();
    const cap = button.querySelector("kbd");
    if (cap) cap.textContent = key;
    button.setAttribute("aria-keyshortcuts", ["ready", "stop"].includes(id) ? `${key} Space` : key);
    button.title = [TITLES[id], `(${key})`].filter(Boolean).join(" ");
  }
}

const TITLES = { "by-itself": "A line-up that rests with hands away counts as ready", swap: "Field or picture large", replay: "The last play once more, slowly", big: "Large letters, to be read from two metres" };
