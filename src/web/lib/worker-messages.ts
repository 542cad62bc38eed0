import type { Language } from "#shared/language.ts";

/**
 * The messages from a page to its service worker. Members' pages are cached in the member's
 * language; staff pages always ask the server first, because their files are not cached.
 */
export type WorkerMessage =
  | { readonly kind: "member"; readonly language: Language }
  | { readonly kind: "office" };

/** The message from a service worker to the open pages: a newer version is kept. */
export const NEWER_VERSION = "newer-version";
