// Colours of the teams on every page, and what is read or seen on them.

// Black or white, whichever is read better on a colour.
export const contrast = (colour) => (luminous(colour) > 0.3 ? "#0b0f14" : "#ffffff");

// A stripe or inner line that is seen on a colour.
export const stripe = (colour) => (luminous(colour) > 0.55 ? "#0b0f14" : "#ffffff");

// What sets a colour apart from the green and from the dark behind it: a dark jersey gets a light seam.
export const seam = (colour) => (luminous(colour) < 0.05 ? "#e8eef2" : "#04070a");

// The colours of the teams, for the style sheets; away's stripes have to be seen on its colour.
export function paint(colours) {
  const { style } = document.documentElement;
  for (const team of ["home", "away"]) {
    if (!colours[team]) continue;
    style.setProperty(`--${team}`, colours[team]);
    style.setProperty(`--${team}-seam`, seam(colours[team]));
  }
  if (colours.away) style.setProperty("--away-stripe", stripe(colours.away));
}

function luminous(colour) {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const v = parseInt(colour.slice(i, i + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
