import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { mayBePage } from "#shared/api-addresses.ts";
import type { InBothLanguages } from "#shared/language.ts";
import { bestEncoding, type EncodedText, encodeText } from "./compress.ts";
import { entityTag, matchesTag } from "./entity-tag.ts";
import { escapeHtml } from "./html.ts";
import { isPage } from "./known-pages.ts";
import { holdTo, type GcraLimiter } from "./rate-limit.ts";
import { addressOf, decodedPath, languageOf } from "./server.ts";
import { serveFixedText } from "./texts.ts";
import { namesOf, type SocietyOnPage, webManifest } from "./web-manifest.ts";

export interface PageOptions {
  /** The folder of the built page. */
  readonly directory: string;
  /**
   * The society's details embedded in the page, so that it need not request them; null if unknown.
   */
  readonly society: () => Promise<SocietyOnPage | null>;
  /** The rate limit of an address, which it shares with the calls. */
  readonly limiter: GcraLimiter;
  /** Whether browsers keep members' pages; if not, a browser that has kept some removes them. */
  readonly keepsPages: boolean;
}

/** Headers that have an effect only for a page or a call. A file is sent without them. */
const headersOfAnswers = ["permissions-policy", "cross-origin-opener-policy", "x-request-id"];

/**
 * Headers that have an effect only if a browser opens the file itself: it may run code in a picture
 * but shows a script as text. Scripts and style sheets are sent without them, because they make the
 * first load larger. Ours fetch nothing by themselves, so no referrer is sent either.
 */
const headersOfDocuments = ["content-security-policy", "referrer-policy"];
const neverOpenedAsDocument = new Set([".js", ".css"]);

const PLACE = "<!--akiba:society-->";

/**
 * Serves the built page: its files, and the page itself at its addresses. Any other address is a
 * 404, which shows a person in a browser the page's own text.
 */
export async function servePage(server: FastifyInstance, options: PageOptions): Promise<void> {
  const page = new Page(
    readFileSync(join(options.directory, "index.html"), "utf8"),
    options.society,
  );
  await server.register(fastifyStatic, {
    root: options.directory,
    preCompressed: true,
    wildcard: false,
    index: false,
    // The tag says whether a file has changed; a date would only add bytes.
    lastModified: false,
    acceptRanges: false,
    globIgnore: ["index.html*", "*-worker.js", "file-check.html*", "**/*.br", "**/*.gz"],
    setHeaders: (reply, path) => {
      // Compared below the served folder: that folder itself may be inside one of the same name.
      const forever = relative(options.directory, path).startsWith(`assets${sep}`);
      const age = forever ? "public, max-age=31536000, immutable" : "public, max-age=3600";
      reply.header("cache-control", age);
      const unneeded = neverOpenedAsDocument.has(extname(unencoded(path)))
        ? headersOfDocuments
        : [];
      for (const name of [...headersOfAnswers, ...unneeded]) reply.removeHeader(name);
      // No browser revalidates a file that it keeps forever.
      if (forever) reply.removeHeader("etag");
    },
  });
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const isKnown = isPage(decodedPath(request.url));
    if (!isKnown && !isForPerson(request)) return reply.callNotFound();
    holdTo(options.limiter, addressOf(request));
    const { encoded, tag } = await page.sent();
    const encoding = bestEncoding(request.headers["accept-encoding"]) ?? "identity";
    reply.code(isKnown ? 200 : 404).header("content-type", "text/html; charset=utf-8");
    reply.header("cache-control", isKnown ? "no-cache" : "no-store");
    reply.header("vary", "accept, accept-encoding");
    if (isKnown) {
      reply.header("etag", tag);
      if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
    }
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.send(encoded[encoding]);
  };
  serveWorker(server, options);
  server.get("/manifest.webmanifest", async (request, reply) => {
    holdTo(options.limiter, addressOf(request));
    const manifest = (await page.sent()).manifest[languageOf(request)];
    const tag = entityTag(manifest);
    reply.header("cache-control", "no-cache").header("etag", tag);
    reply.header("vary", "accept-language");
    if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
    return reply.header("content-type", "application/manifest+json").send(manifest);
  });
  server.get("/", sendPage);
  server.get("/*", sendPage);
}

/** The path of a file without the ending of its compressed form. */
function unencoded(path: string): string {
  return path.replace(/\.(br|gz)$/, "");
}

/**
 * Serves the service worker, which browsers ask for at each visit. If it is switched off, this is a
 * worker that removes itself and the kept pages, so that no browser stays on old pages.
 */
function serveWorker(
  server: FastifyInstance,
  { directory, keepsPages, limiter }: PageOptions,
): void {
  const file = join(directory, keepsPages ? "service-worker.js" : "retired-worker.js");
  serveFixedText(server, limiter, {
    path: "/service-worker.js",
    mediaType: "text/javascript; charset=utf-8",
    text: () => readFile(file, "utf8"),
  });
}

/** Whether a person may have mistyped the address of a page. */
function isForPerson({ url, headers }: FastifyRequest): boolean {
  return mayBePage(decodedPath(url)) && (headers.accept?.includes("text/html") ?? false);
}

const ASK_AGAIN_AFTER_MS = 5000;

/**
 * The page with the society's details in it. They are read at most every few seconds, however many
 * requests come; while they cannot be read, the last ones are used.
 */
class Page {
  readonly #template: string;
  readonly #society: () => Promise<SocietyOnPage | null>;
  #about: string | null = null;
  #sent: Promise<SentPage>;
  #askAgainAt = 0;

  constructor(template: string, society: () => Promise<SocietyOnPage | null>) {
    this.#template = template;
    this.#society = society;
    this.#sent = madeReady(template.replace(PLACE, ""), null);
  }

  sent(): Promise<SentPage> {
    if (performance.now() >= this.#askAgainAt) {
      this.#askAgainAt = performance.now() + ASK_AGAIN_AFTER_MS;
      this.#sent = this.#renewed(this.#sent);
    }
    return this.#sent;
  }

  async #renewed(last: Promise<SentPage>): Promise<SentPage> {
    const society = await this.#society().catch(() => null);
    const about = JSON.stringify(society);
    if (society === null || about === this.#about) return last;
    const meta = `<meta name="akiba-society" content="${escapeHtml(about)}" />`;
    const sent = await madeReady(
      this.#template.replace(PLACE, () => meta),
      society,
    );
    this.#about = about;
    return sent;
  }
}

/** The page as it is sent, with the entity tag for conditional requests. */
interface SentPage {
  readonly encoded: EncodedText;
  readonly tag: string;
  readonly manifest: InBothLanguages<string>;
}

async function madeReady(template: string, society: SocietyOnPage | null): Promise<SentPage> {
  const page = nameIn(template, society);
  const encoded = await encodeText(page);
  const manifest = { en: webManifest(society, "en"), sw: webManifest(society, "sw") };
  return { encoded, tag: entityTag(page), manifest };
}

/** Writes the society's names into the prerendered form, as the page does in its own. */
function nameIn(template: string, society: SocietyOnPage | null): string {
  const names = namesOf(society);
  return template.replaceAll(/\{(organisationName|shortName)\}/g, (_, name: keyof typeof names) =>
    escapeHtml(names[name]),
  );
}
