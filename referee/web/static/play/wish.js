// Wishes of the coach: each is one request, and a refusal is shown in words.

import { send } from "/orders.js";

export const wish = (what) => send("/wish", what);
export const say = (what, more = {}) => wish({ do: "say", said: { what, ...more } });
export const enter = (what, more = {}) => wish({ do: "enter", event: { what, ...more } });
