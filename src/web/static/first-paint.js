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
  preload(language === "sw" ? "sw" : "en");
  if (location.pathname === "/") preload("landing");
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

  // The build names the files of each language's texts and of the landing page; asked for here, a
  // file arrives with the code.
  function preload(name) {
    for (const { content } of document.querySelectorAll(`meta[name="file-${name}"]`)) {
      const link = document.createElement("link");
      link.href = content;
      if (content.endsWith(".css")) {
        link.rel = "preload";
        link.as = "style";
        link.crossOrigin = "";
      } else {
        link.rel = "modulepreload";
      }
      document.head.append(link);
    }
  }
})();
