// What the page asks of the program, each time with the token of the printed address.

let scanned = "";
let token = takeToken();

// A code that was scanned instead of typed; it counts once.
export function takeScanned() {
  const code = scanned;
  scanned = "";
  return code;
}

function takeToken() {
  let given = decodeURIComponent(location.hash.slice(1));
  const code = new URLSearchParams(given).get("pair");
  if (code) {
    scanned = code;
    given = "";
    history.replaceState(null, "", location.pathname);
  }
  if (given) {
    sessionStorage.setItem("referee-token", given);
    history.replaceState(null, "", location.pathname);
  }
  return given || sessionStorage.getItem("referee-token") || "";
}

// A device that was paired keeps its token as long as its tab is open.
export function keepToken(given) {
  token = given;
  sessionStorage.setItem("referee-token", given);
}

export const ask = async (path, body) => (await send(path, body)) !== null;

// What the program answers, or null if it refused: then the reason is shown.
export async function send(path, body) {
  const { value, why, early } = await tried(path, body);
  if (!early) notice(why);
  return value;
}

// The answer with the reason of a refusal, which nobody is shown. `early`: the night has not begun.
export async function tried(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-referee-token": token },
    body: JSON.stringify(body ?? {}),
  }).catch(() => null);
  if (answer?.ok) return { value: await answer.json(), why: "", early: false };
  const why = answer ? await reason(answer) : "The referee program does not answer.";
  return { value: null, why, early: answer?.status === 409 };
}

// What stands at a path, asked for with the token; null if nobody answers.
export const got = (path) => fetch(path, { headers: { "x-referee-token": token } }).catch(() => null);

async function reason(answer) {
  const text = await answer.text();
  try {
    const { detail } = JSON.parse(text);
    return Array.isArray(detail) ? `${detail[0].loc.at(-1)}: ${detail[0].msg}` : detail;
  } catch {
    return text;
  }
}

export function notice(text) {
  const place = document.getElementById("notice");
  place.textContent = text;
  place.hidden = !text;
}

export const paired = async () => token !== "" && (await ask("/pair"));
