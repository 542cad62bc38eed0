import { mayBePage } from "#shared/api-addresses.ts";
import { NEWER_VERSION, type WorkerMessage } from "../lib/worker-messages.ts";
import { FILE_CHECK, KeptPages } from "./kept-pages.ts";
import { offlinePage } from "./offline-page.ts";

/**
 * The service worker of members' pages. It keeps the page and its files, and nothing else: no API
 * answers, no figures, no staff files. A new version is installed beside the running one and is
 * used from the next page load on, so that no form changes while it is filled in.
 */
declare const self: ServiceWorkerGlobalScope;

const pages = new KeptPages();

self.addEventListener("install", (event) => {
  keepOutOfCalls(event);
  event.waitUntil(install());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(pages.dropOldVersions().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  const message = event.data as WorkerMessage;
  event.waitUntil(
    message.kind === "member" ? pages.keepLanguage(message.language) : pages.askServerFirst(),
  );
});

/**
 * Keeps this version and notifies the open pages, whose next link then loads it: the previous
 * worker answers with it. This worker takes over once no page of the previous one is open. It never
 * calls skipWaiting: browsers stop the old worker for that, and a page load may happen in that
 * moment.
 */
async function install(): Promise<void> {
  await pages.install();
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // A client has no target origin: it belongs to this origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  for (const page of open) page.postMessage(NEWER_VERSION);
}

interface Router {
  readonly addRoutes?: (routes: readonly object[]) => Promise<void>;
}

/** API calls never start the worker, in browsers that support this. */
function keepOutOfCalls(event: ExtendableEvent): void {
  const routes = ["/api/*", "/v1/*", "/health/*"].map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: "network",
  }));
  void (event as Router).addRoutes?.(routes).catch(() => undefined);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode !== "navigate") {
    if (pages.mayHave(pathname)) event.respondWith(pages.file(request));
  } else if (pathname === FILE_CHECK) {
    event.respondWith(pages.serverFirst(request));
  } else if (mayBePage(pathname)) {
    const renewed = pages.renewPage();
    event.waitUntil(renewed);
    event.respondWith(pages.page(request).catch(offlinePage));
  }
});
