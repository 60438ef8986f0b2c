// Dark or light, before anything is drawn: what was chosen here, else what the system likes.
const kept = localStorage.getItem("referee-theme");
const dark = kept ? kept === "dark" : !matchMedia("(prefers-color-scheme: light)").matches;
document.documentElement.dataset.theme = dark ? "dark" : "light";
