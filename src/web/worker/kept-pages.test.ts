import { afterEach, expect, it, vi } from "vitest";

interface Asked {
  readonly address: string;
  readonly cache: RequestCache | undefined;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Keeps the pages in a browser with one file in its own cache; returns what was asked and kept. */
async function install(saveData: boolean): Promise<{ asked: Asked[]; kept: string[] }> {
  const asked: Asked[] = [];
  const kept: string[] = [];
  const cache = {
    put: async (address: string) => void kept.push(address),
    keys: async () => [],
  };
  vi.stubGlobal("navigator", { connection: { saveData } });
  vi.stubGlobal("caches", { open: async () => cache, match: async () => undefined });
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    asked.push({ address, cache: init?.cache });
    const isMissing = init?.cache === "only-if-cached" && address !== "/assets/opened.js";
    if (isMissing) throw new TypeError("Failed to fetch");
    return new Response("/assets/opened.js");
  });
  vi.stubGlobal("AKIBA_MEMBER_FILES", {
    version: "one",
    first: ["/assets/opened.js"],
    files: ["/assets/opened.js", "/assets/later.js", "/icon.svg"],
    texts: { en: [], sw: [] },
  });
  const { KeptPages } = await import("./kept-pages.ts");
  await new KeptPages().install();
  return { asked, kept };
}

it("with Save-Data only the files of opened pages are kept, and no other is loaded", async () => {
  const { asked, kept } = await install(true);
  const lasting = asked.filter(({ address }) => address.startsWith("/assets/"));
  expect(lasting.map(({ cache }) => cache)).toEqual(["only-if-cached", "only-if-cached"]);
  expect(kept).toEqual(expect.arrayContaining(["/", "/icon.svg", "/assets/opened.js"]));
  expect(kept).not.toContain("/assets/later.js");
});

it("everybody else loads the files of all members' pages ahead", async () => {
  const { asked, kept } = await install(false);
  expect(asked.some(({ cache }) => cache === "only-if-cached")).toBe(false);
  expect(kept).toEqual(expect.arrayContaining(["/", "/assets/opened.js", "/assets/later.js"]));
});
