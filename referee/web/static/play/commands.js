// Commands of the coach: each is one request, and a refusal is shown in words.

import { send } from "/orders.js";

export const command = (what) => send("/wish", what);
export const say = (what, more = {}) => command({ do: "say", said: { what, ...more } });
export const enter = (what, more = {}) => command({ do: "enter", event: { what, ...more } });
