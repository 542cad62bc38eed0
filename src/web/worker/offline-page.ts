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
