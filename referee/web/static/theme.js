// Dark or light on every page, before anything is drawn: what was chosen here, else what the system likes.
{
  const bright = matchMedia("(prefers-color-scheme: light)");
  const show = () => {
    const kept = localStorage.getItem("referee-theme");
    document.documentElement.dataset.theme = kept ?? (bright.matches ? "light" : "dark");
  };
  show();
  bright.addEventListener("change", show);
  addEventListener("storage", show); // chosen on another page
  addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme")?.addEventListener("click", () => {
      const now = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
      localStorage.setItem("referee-theme", now);
      show();
    });
  });
}
