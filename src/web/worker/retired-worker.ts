/**
 * Sent instead of the service worker when the operator switches it off: it removes itself and
 * everything that was kept. Open pages stay as they are and load from the server from then on.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => {
  void self.skipWaiting();
  // Not awaited: the browser removes the registration once this installation is over.
  void self.registration.unregister();
  event.waitUntil(forget());
});

// The old worker may have kept something more before it ended; it is not waited for (see there).
self.addEventListener("activate", (event) => event.waitUntil(forget()));

// A page that registers while another one is still open keeps a registration that was removed.
// Each page sends a message once it is registered, which is when it can be removed again.
self.addEventListener("message", () => void self.registration.unregister());

async function forget(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith("akiba-"));
  await Promise.all(names.map((name) => caches.delete(name)));
  indexedDB.deleteDatabase("akiba-offline");
}
