import { lazy } from "react";

const load = async () => (await import("./later-pages.ts")).laterPages;

type Pages = Awaited<ReturnType<typeof load>>;

/** Returns a page or a form of members that is loaded when it is first shown. */
export function later<Name extends keyof Pages>(name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
}
