import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isPage } from "#shared/page-addresses.ts";
import { bestEncoding, type EncodedText, encodeText } from "./compress.ts";
import { escapeHtml } from "./html.ts";
import { holdTo, type GcraLimiter } from "./rate-limit.ts";
import { addressOf, decodedPath, isApi } from "./server.ts";

export interface PageOptions {
  /** The folder of the built page. */
  readonly directory: string;
  /**
   * The society's details embedded in the page, so that it need not ask for them; null when
   * unknown.
   */
  readonly society: () => Promise<unknown>;
  /** The rate limit of an address, which it shares with the calls. */
  readonly limiter: GcraLimiter;
}

/**
 * Headers that mean something only for a page or a call. A script or a style sheet goes without
 * them, as each weighs on the first load.
 */
const headersOfAnswers = ["permissions-policy", "cross-origin-opener-policy", "x-request-id"];

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
    globIgnore: ["index.html*", "**/*.br", "**/*.gz"],
    setHeaders: (reply, path) => {
      // Compared below the served folder: that folder itself may be inside one of the same name.
      const forever = relative(options.directory, path).startsWith(`assets${sep}`);
      const age = forever ? "public, max-age=31536000, immutable" : "public, max-age=3600";
      reply.header("cache-control", age);
      for (const name of headersOfAnswers) reply.removeHeader(name);
    },
  });
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const isKnown = isPage(decodedPath(request.url));
    if (!isKnown && !isForPerson(request)) return reply.callNotFound();
    holdTo(options.limiter, addressOf(request));
    const encoded = await page.encoded();
    const encoding = bestEncoding(request.headers["accept-encoding"]) ?? "identity";
    reply.code(isKnown ? 200 : 404).header("content-type", "text/html; charset=utf-8");
    reply.header("cache-control", isKnown ? "no-cache" : "no-store");
    reply.header("vary", "accept, accept-encoding");
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.send(encoded[encoding]);
  };
  server.get("/", sendPage);
  server.get("/*", sendPage);
}

/**
 * Whether a person may have mistyped the address of a page. Nobody types one with a dot, as of a
 * file; a tab from before a deployment asks for files that are gone, and would break if it got the
 * page.
 */
function isForPerson({ url, headers }: FastifyRequest): boolean {
  const path = decodedPath(url);
  if (isApi(url) || path.includes(".") || /^\/+assets(\/|$)/.test(path)) return false;
  return headers.accept?.includes("text/html") ?? false;
}

const ASK_AGAIN_AFTER_MS = 5000;

/**
 * The page with the society's details in it. They are read at most every few seconds, however many
 * requests come; while they cannot be read, the last ones are used.
 */
class Page {
  readonly #template: string;
  readonly #society: () => Promise<unknown>;
  #about: string | null = null;
  #encoded: Promise<EncodedText>;
  #askAgainAt = 0;

  constructor(template: string, society: () => Promise<unknown>) {
    this.#template = template;
    this.#society = society;
    this.#encoded = encodeText(template.replace(PLACE, ""));
  }

  encoded(): Promise<EncodedText> {
    if (performance.now() >= this.#askAgainAt) {
      this.#askAgainAt = performance.now() + ASK_AGAIN_AFTER_MS;
      this.#encoded = this.#renewed(this.#encoded);
    }
    return this.#encoded;
  }

  async #renewed(last: Promise<EncodedText>): Promise<EncodedText> {
    const society = await this.#society().catch(() => null);
    const about = JSON.stringify(society);
    if (society === null || about === this.#about) return last;
    const meta = `<meta name="akiba-society" content="${escapeHtml(about)}" />`;
    const encoded = await encodeText(this.#template.replace(PLACE, () => meta));
    this.#about = about;
    return encoded;
  }
}
