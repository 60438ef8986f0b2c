// The log for a report of a fault: what is in it is said first, then the browser keeps the file.

import { send } from "/orders.js";

const IN = "In it: the log of the night (what the program did not expect; it may name files), what the doctor says of this computer (names of cameras and serial devices, whether there is a calibration, a teams file, a plan, sound), versions of the program and the system, and rules, board and picture rate of the game.";
const NOT = "Not in it: pictures, videos, the journal, names of teams and players, notes, codes. Your home folder is written as ~. Nothing is sent: you get a file of plain text, which you can read, and send it yourself.";

function made(kind, words = "", name = "") {
  const node = document.createElement(kind);
  node.textContent = words;
  node.className = name;
  return node;
}

function button(words, deed) {
  const node = made("button", words, "plain");
  node.type = "button";
  node.addEventListener("click", deed);
  return node;
}

// `game`: of the list of games; empty: the night that runs.
export function openReport(game = "") {
  const box = made("dialog", "", "keys-box");
  box.id = "report-box";
  box.setAttribute("aria-label", "The log for a report");
  const says = made("p", "", "quiet");
  says.setAttribute("role", "status");
  const load = button("Keep the file", async () => {
    load.disabled = true;
    says.textContent = "It is being put together …";
    const got = await send("/report", { game });
    load.disabled = false;
    says.textContent = got ? `Kept as ${got.name}, where this browser keeps what it loads.` : "It could not be made.";
    if (got) keep(got);
  });
  box.append(made("h2", "The log for a report"), made("p", IN), made("p", NOT), says, load, button("Close", () => box.close()));
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

function keep({ name, zip }) {
  const bytes = Uint8Array.from(atob(zip), (letter) => letter.charCodeAt(0));
  const link = made("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// In the box of the keys, on every page that has it.
export function reportButton() {
  const box = document.querySelector(".keys-box");
  const open = button("Log for a report …", () => {
    box.close();
    openReport();
  });
  box.append(open);
}
