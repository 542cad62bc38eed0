// Runs before the first paint, so that the theme, the text size, the accent and the language do
// not flash, and that Login is there before the code that it needs.
(() => {
  const root = document.documentElement;
  let stored;
  try {
    stored = localStorage;
  } catch {
    // A browser that forbids storage follows the system, in English.
  }
  const { theme, language, text, shared, access } = { ...stored };
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (text === "large" || text === "larger") root.dataset.text = text;
  if (language === "sw") root.lang = "sw-KE";
  const spoken = language === "sw" ? "sw" : "en";
  preload(spoken);
  if (location.pathname === "/") preload("landing");
  const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document
    .querySelector("[name=theme-color]")
    ?.setAttribute("content", dark ? "#16191d" : "#ffffff");
  let logo;
  try {
    const society = JSON.parse(document.querySelector("[name=akiba-society]").content);
    logo = society.logo;
    root.style.setProperty("--accent-h", Number(society.accentHue));
    root.style.setProperty("--accent-c", Number(society.accentChroma));
  } catch {
    // The page has no society: the default accent applies until the portal has loaded it.
  }
  if (isOpenedAgain() && mayLoadAhead()) {
    // For the login form, which may also be opened from another page.
    root.dataset.again = "";
    if (!access && /^\/(login|app)\b/i.test(location.pathname)) {
      ["zone", `member-${spoken}`].forEach(preload);
    }
  }
  if (/^\/login\/?$/i.test(location.pathname) && !location.search && !access) {
    new MutationObserver((_, observer) => {
      const place = document.getElementById("root");
      if (!place) return;
      observer.disconnect();
      const form = document.getElementById(`first-${spoken}`);
      if (form) showForm(form, place);
    }).observe(root, { childList: true, subtree: true });
  }

  // Whether the browser had this very page before: somebody who comes another time is no passer-by.
  // A password manager fills both fields at once, which leaves no time to load anything then.
  function isOpenedAgain() {
    const [page] = performance.getEntriesByType("navigation");
    // The sizes are known only once all of the page is there, which may be after this runs.
    return page?.deliveryType === "cache" || page?.transferSize < page?.encodedBodySize;
  }

  // As in src/web/lib/mobile-data-limit.ts, whose amount over a mobile network is this one page.
  function mayLoadAhead() {
    const { saveData, effectiveType } = navigator.connection ?? {};
    return !saveData && !/2g/.test(effectiveType);
  }

  // The code takes it over: src/web/lib/first-form.ts.
  function showForm(form, place) {
    place.dataset.first = "";
    place.append(form.content);
    if (shared) place.querySelector("[type=checkbox]").checked = true;
    if (logo) {
      const picture = new Image();
      picture.className = form.dataset.logo;
      picture.src = logo;
      picture.alt = "";
      place.querySelector("header svg").replaceWith(picture);
    }
    place.addEventListener("click", (event) => {
      const pressed = event.target.closest("button, [role=alert] a");
      if (!pressed || place.dataset.first === undefined) return;
      event.preventDefault();
      if (pressed.href) {
        // Without a connection, a reload would lead to the browser's own error page.
        fetch("/health/live").then(
          () => location.reload(),
          () => (pressed.previousSibling.hidden = false),
        );
      } else {
        // It waits for the code, which presses it again.
        pressed.ariaDisabled = "true";
      }
    });
    addEventListener("unhandledrejection", sayFailed);
    addEventListener(
      "error",
      ({ target }) => {
        if (target.matches?.("script, [rel=stylesheet]") ?? true) sayFailed();
      },
      true,
    );

    // Some of the code did not come: no press would ever be answered.
    function sayFailed() {
      if (place.dataset.first !== undefined) place.querySelector("[role=alert]").hidden = false;
    }
  }

  // The build names the files of each language's texts, of the landing page and of a member's first
  // page; asked for here, a file arrives with the code.
  function preload(name) {
    for (const { content } of document.querySelectorAll(`[name=file-${name}]`)) {
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
