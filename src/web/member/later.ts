import { laterPages } from "#web/lib/later-pages.tsx";

/** The pages and forms of members that are loaded when the first of them is shown. */
export const { page: later } = laterPages(
  async () => (await import("./later-pages.ts")).laterPages,
);
