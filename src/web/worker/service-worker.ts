import { mayBePage } from "#shared/api-addresses.ts";
import type { WorkerMessage } from "../lib/worker-messages.ts";
import { KeptPages } from "./kept-pages.ts";
import { offlinePage } from "./offline-page.ts";

/**
 * The service worker of members' pages. It keeps the page and its files, and nothing else: no
 * answer of the API, no figure, no file of the office. A new version is installed beside the
 * running one and is used from the next page load on, so that no form changes while it is filled
 * in.
 */
declare const self: ServiceWorkerGlobalScope;

const pages = new KeptPages();

self.addEventListener("install", (event) => {
  event.waitUntil(pages.install().then(() => self.skipWaiting()));
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

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode !== "navigate") {
    if (pages.has(pathname)) event.respondWith(pages.file(request));
  } else if (mayBePage(pathname)) {
    const renewed = pages.renewPage();
    event.waitUntil(renewed);
    event.respondWith(pages.page(request).catch(offlinePage));
  }
});
