// Runs before the first paint, so that the theme, the text size, the accent and the language do
// not flash.
(() => {
  const root = document.documentElement;
  let theme = null;
  let language = null;
  let text = null;
  try {
    theme = localStorage.getItem("theme");
    language = localStorage.getItem("language");
    text = localStorage.getItem("text");
  } catch {
    // A browser that forbids storage follows the system, in English.
  }
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (text === "large" || text === "larger") root.dataset.text = text;
  if (language === "sw") root.lang = "sw-KE";
  preloadTexts(language === "sw" ? "sw" : "en");
  const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", dark ? "#16191d" : "#ffffff");
  try {
    const society = JSON.parse(document.querySelector('meta[name="akiba-society"]').content);
    root.style.setProperty("--accent-h", String(Number(society.accentHue)));
    root.style.setProperty("--accent-c", String(Number(society.accentChroma)));
  } catch {
    // The page has no society: the default accent applies until the portal has loaded it.
  }

  // The build names the file of each language; asked for here, it arrives with the code.
  function preloadTexts(spoken) {
    const file = document.querySelector(`meta[name="texts-${spoken}"]`)?.getAttribute("content");
    if (!file) return;
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = file;
    document.head.append(link);
  }
})();
