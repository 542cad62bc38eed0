/** The light and the dark colours of tokens.css, with the default accent. */
const style = `:root {
  color-scheme: light dark;
  font: 1rem / 1.55 system-ui, sans-serif;
}
body {
  margin: 24px;
  background: oklch(0.982 0.002 250);
  color: oklch(0.23 0.012 255);
}
a {
  color: oklch(0.395 0.078 172);
}
@media (prefers-color-scheme: dark) {
  body {
    background: oklch(0.176 0.006 255);
    color: oklch(0.952 0.004 255);
  }
  a {
    color: oklch(0.83 0.078 172);
  }
}`;

/**
 * Returns a page of last resort, for a browser that threw the kept pages away while offline. No
 * script loads it, so it says the same in both languages.
 */
export function offlinePage(): Response {
  const page = `<!doctype html>
<html lang="en-KE">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>Offline</title>
<style>${style}</style>
<h1>You are offline</h1>
<p>Check your connection, then load the page again.</p>
<p lang="sw-KE">Huna mtandao. Angalia mtandao wako, kisha pakia ukurasa tena.</p>
<p><a href="">Load again · <span lang="sw-KE">Pakia tena</span></a></p>
</html>`;
  return new Response(page, {
    status: 503,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}
