/** Returns, in the page, whether the browser keeps the pages, with the texts of the language. */
export async function arePagesKept(): Promise<boolean> {
  const names = await caches.keys();
  const chosen = await caches.open("akiba-choices");
  const languages = (await chosen.keys()).length;
  return names.some((name) => name.startsWith("akiba-pages-")) && languages > 0;
}

/** Returns, in the page, the cache of the version that the browser kept last. */
export async function newestKept(): Promise<string | undefined> {
  return (await caches.match("/newest", { cacheName: "akiba-choices" }))?.text();
}
