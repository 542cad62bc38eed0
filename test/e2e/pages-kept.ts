/** Returns, in the page, whether the browser keeps the pages, with the texts of the language. */
export async function arePagesKept(): Promise<boolean> {
  const names = await caches.keys();
  const name = names.findLast((one) => one.startsWith("akiba-pages-"));
  const chosen = await caches.open("akiba-choices");
  const languages = (await chosen.keys()).filter(({ url }) => /\/(en|sw)$/.test(url));
  if (name === undefined || languages.length === 0) return false;
  const cache = await caches.open(name);
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const files = loaded.filter((url) => /\/assets\/.*\.js$/.test(url));
  const kept = await Promise.all(files.map((url) => cache.match(url, { ignoreVary: true })));
  return kept.every((file) => file !== undefined);
}

/** Returns, in the page, the cache of the version that the browser kept last. */
export async function newestKept(): Promise<string | undefined> {
  return (await caches.match("/newest", { cacheName: "akiba-choices" }))?.text();
}
