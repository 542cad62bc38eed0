/**
 * Sent in place of the service worker when the operator switches it off: it removes itself and all
 * that was kept. Open pages stay as they are and load from the server from then on.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener("activate", (event) => event.waitUntil(retire()));

async function retire(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith("akiba-"));
  await Promise.all(names.map((name) => caches.delete(name)));
  indexedDB.deleteDatabase("akiba-offline");
  await self.registration.unregister();
}
