import type { Language } from "#shared/language.ts";

/**
 * The messages from a page to its service worker. Members' pages are kept in the language they are
 * read in; the office always asks the server first, because its files are not kept.
 */
export type WorkerMessage =
  | { readonly kind: "member"; readonly language: Language }
  | { readonly kind: "office" };

/** The message from a service worker to the open pages: a newer version is kept. */
export const NEWER_VERSION = "newer-version";
