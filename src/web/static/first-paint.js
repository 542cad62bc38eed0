// Runs before the first paint, so that neither the theme, the accent nor the language flashes.
(() => {
  const root = document.documentElement;
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = kept("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (kept("language") === "sw") root.lang = "sw-KE";
  const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", dark ? "#16191d" : "#ffffff");
  try {
    const society = JSON.parse(document.querySelector('meta[name="akiba-society"]').content);
    root.style.setProperty("--accent-h", String(Number(society.accentHue)));
    root.style.setProperty("--accent-c", String(Number(society.accentChroma)));
  } catch {
    // No society in the page: the tokens' own accent stands until the portal has fetched it.
  }
})();
