import type { Language } from "#shared/language.ts";

/** The files of members' pages, which the build lists. */
interface MemberFiles {
  /** A digest of all of them, different for each version. */
  readonly version: string;
  /** The files that the page itself names. */
  readonly first: readonly string[];
  /** The addresses of all files, except those of texts. */
  readonly files: readonly string[];
  /** The files of texts of each language. */
  readonly texts: Readonly<Record<Language, readonly string[]>>;
}

declare const AKIBA_MEMBER_FILES: MemberFiles;

const { version, first, files, texts } = AKIBA_MEMBER_FILES;

const PAGE = "/";
const PREFIX = "akiba-pages-";
const CURRENT = PREFIX + version;
/**
 * Kept across versions: the languages used here, whether staff work in this browser, and which
 * version was kept last.
 */
const CHOICES = "akiba-choices";
const OFFICE = "/office";
const NEWEST = "/newest";

/** The page that checks a PDF, which needs no connection. It holds the society's newest keys. */
export const FILE_CHECK = "/file-check.html";

/** How long a page load waits for the server if a kept page could be shown. */
const PATIENCE_MS = 5000;

/** Names change with the content, so a file that an older version has is the same file. */
const isLasting = (address: string): boolean => address.startsWith("/assets/");

/** The society's logo has its digest as its name. */
const isLogo = (address: string): boolean => address.startsWith("/society/logo/");

/** The kept page and its files: one cache for each version. */
export class KeptPages {
  readonly #known = new Set([...files, ...Object.values(texts).flat()]);

  /** Whether a file may be kept: one that members' pages need, in this version or the next. */
  mayHave(address: string): boolean {
    return this.#known.has(address) || isLogo(address) || isLasting(address);
  }

  /** Keeps everything that this version needs; if one file is missing, the old version stays. */
  async install(): Promise<void> {
    const cache = await caches.open(CURRENT);
    const languages = await this.#languages();
    const wanted = [...files, ...languages.flatMap((language) => texts[language])];
    const page = await fetchFresh(PAGE);
    // While instances are upgraded one after the other, another release may have answered.
    if (!(await isOfThisVersion(page))) throw new Error("the page is of another version");
    await Promise.all(wanted.map((address) => keepFile(cache, address)));
    await cache.put(PAGE, page);
    await (await caches.open(CHOICES)).put(NEWEST, new Response(CURRENT));
  }

  /** Keeps the previous version too, as a tab that is still open may load more of its files. */
  async dropOldVersions(): Promise<void> {
    const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
    const previous = versions.findLast((name) => name !== CURRENT);
    const old = versions.filter((name) => name !== CURRENT && name !== previous);
    await Promise.all(old.map((name) => caches.delete(name)));
  }

  /** Keeps the texts of the language in use here, now and in later versions. */
  async keepLanguage(language: Language): Promise<void> {
    const [cache, choices] = await Promise.all([caches.open(CURRENT), caches.open(CHOICES)]);
    await choices.delete(OFFICE);
    await choices.put(`/${language}`, new Response());
    await Promise.all(texts[language].map((address) => keepFile(cache, address)));
  }

  /** From now on the page comes from the server, and from here only without a network. */
  async askServerFirst(): Promise<void> {
    await (await caches.open(CHOICES)).put(OFFICE, new Response());
  }

  /**
   * Answers with the page of the version that was kept last, even if its worker still waits for
   * this one; if none is kept, with the server's page. Fails if there is neither.
   */
  async page(request: Request): Promise<Response> {
    const kept = await keptPage(await newestVersion());
    if (!kept) return fetch(request);
    const isOffice = await caches.match(OFFICE, { cacheName: CHOICES });
    if (!isOffice) return kept;
    return Promise.race([fetch(request).catch(() => kept), afterPatience(kept)]);
  }

  /** Answers with the server's file, and without a connection with the kept one. */
  async serverFirst(request: Request): Promise<Response> {
    try {
      return await fetch(request);
    } catch (error) {
      const kept = await caches.match(request, { cacheName: CURRENT, ignoreVary: true });
      if (kept) return kept;
      throw error;
    }
  }

  /**
   * Answers with a kept file, from another version if the page belongs to that one; otherwise
   * fetches it.
   */
  async file(request: Request): Promise<Response> {
    const kept =
      (await caches.match(request, { cacheName: CURRENT, ignoreVary: true })) ??
      (await caches.match(request, { ignoreVary: true }));
    if (kept) return kept;
    const answer = await fetch(request);
    const { pathname } = new URL(request.url);
    const isOurs = this.#known.has(pathname) || isLogo(pathname);
    if (isOurs && answer.ok) await (await caches.open(CURRENT)).put(request, answer.clone());
    return answer;
  }

  /**
   * Keeps the current newest page, which contains the society's names, if the server's page has the
   * same version.
   */
  async renewPage(): Promise<void> {
    try {
      const version = await newestVersion();
      const [answer, kept] = await Promise.all([fetchFresh(PAGE), keptPage(version)]);
      if (!kept || (await filesOf(answer)) !== (await filesOf(kept))) return;
      await (await caches.open(version)).put(PAGE, answer);
    } catch {
      // Offline: the kept page is as good as before.
    }
  }

  async #languages(): Promise<Language[]> {
    const choices = await (await caches.open(CHOICES)).keys();
    const chosen = new Set(choices.map(({ url }) => new URL(url).pathname.slice(1)));
    return (["en", "sw"] as const).filter((language) => chosen.has(language));
  }
}

/** Returns the name of the version that was kept last, which may be newer than this one. */
async function newestVersion(): Promise<string> {
  const newest = await (await caches.match(NEWEST, { cacheName: CHOICES }))?.text();
  return newest && (await caches.has(newest)) ? newest : CURRENT;
}

function keptPage(version: string): Promise<Response | undefined> {
  return caches.match(PAGE, { cacheName: version, ignoreVary: true });
}

function afterPatience(kept: Response): Promise<Response> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(kept), PATIENCE_MS);
  });
}

/** Returns the addresses of the files that a page names: another version names others. */
async function filesOf(page: Response): Promise<string> {
  return ((await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []).join(" ");
}

async function isOfThisVersion(page: Response): Promise<boolean> {
  const text = await page.clone().text();
  return first.every((address) => text.includes(address));
}

async function keepFile(cache: Cache, address: string): Promise<void> {
  const known = isLasting(address) ? await caches.match(address, { ignoreVary: true }) : undefined;
  if (known) return cache.put(address, known);
  const answer = await (isLasting(address) ? fetchLasting(address) : fetchFresh(address));
  if (answer) await cache.put(address, answer);
}

/** Revalidates the browser's copy with the server, which costs only headers. */
async function fetchFresh(address: string): Promise<Response> {
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/**
 * Takes a file from the browser's own cache or the server. With Save-Data it fetches nothing ahead:
 * it returns null unless an opened page has already put the file into the browser's cache.
 */
async function fetchLasting(address: string): Promise<Response | null> {
  if (!savesData()) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer;
  }
  try {
    return await fetch(address, { cache: "only-if-cached", mode: "same-origin" });
  } catch {
    return null;
  }
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData ?? false;
}
