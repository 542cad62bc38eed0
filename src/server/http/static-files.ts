import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bestEncoding, type Encoding } from "./compress.ts";
import { escapeHtml } from "./html.ts";
import { holdTo, type InstanceLimiter } from "./rate-limit.ts";
import { addressOf, decodedPath, isApi } from "./server.ts";

export interface PageOptions {
  /** The folder of the built page. */
  readonly directory: string;
  /** What the page is told of the society, so that it need not ask first; null when unknown. */
  readonly society: () => Promise<unknown>;
  /** The budget of an address, which it shares with the calls. */
  readonly limiter: InstanceLimiter;
}

const PLACE = "<!--akiba:society-->";

/** Serves the built page: its files as they are, and the page itself at every other address. */
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
      const forever = path.includes("/assets/");
      const age = forever ? "public, max-age=31536000, immutable" : "public, max-age=3600";
      reply.header("cache-control", age);
    },
  });
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    // A tab from before a deploy asks for chunks that are gone; a page would break it unseen.
    if (isApi(request.url) || isAsset(request.url)) return reply.callNotFound();
    holdTo(options.limiter, addressOf(request));
    const encoded = await page.encoded();
    const encoding = bestEncoding(request.headers["accept-encoding"]) ?? "identity";
    reply.header("content-type", "text/html; charset=utf-8");
    reply.header("cache-control", "no-cache").header("vary", "accept-encoding");
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.send(encoded[encoding]);
  };
  server.get("/", sendPage);
  server.get("/*", sendPage);
}

function isAsset(url: string): boolean {
  return /^\/+assets\//.test(decodedPath(url));
}

type PageEncoding = Encoding | "identity";

type Encoded = Record<PageEncoding, Buffer>;

const ASK_AGAIN_AFTER_MS = 5000;

/**
 * The page with the society in it. The society is asked for at most every few seconds, however many
 * come; while it cannot be read, the last that was read stands.
 */
class Page {
  readonly #template: string;
  readonly #society: () => Promise<unknown>;
  #about: string | null = null;
  #encoded: Promise<Encoded>;
  #askAgainAt = 0;

  constructor(template: string, society: () => Promise<unknown>) {
    this.#template = template;
    this.#society = society;
    this.#encoded = encode(template.replace(PLACE, ""));
  }

  encoded(): Promise<Encoded> {
    if (performance.now() >= this.#askAgainAt) {
      this.#askAgainAt = performance.now() + ASK_AGAIN_AFTER_MS;
      this.#encoded = this.#renewed(this.#encoded);
    }
    return this.#encoded;
  }

  async #renewed(last: Promise<Encoded>): Promise<Encoded> {
    const society = await this.#society().catch(() => null);
    const about = JSON.stringify(society);
    if (society === null || about === this.#about) return last;
    const meta = `<meta name="akiba-society" content="${escapeHtml(about)}" />`;
    const encoded = await encode(this.#template.replace(PLACE, () => meta));
    this.#about = about;
    return encoded;
  }
}

const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);

/** At the slow levels, since it is done once for as long as the society stays the same. */
async function encode(html: string): Promise<Encoded> {
  const identity = Buffer.from(html);
  const [br, gzipped] = await Promise.all([inBrotli(identity), inGzip(identity)]);
  return { br, gzip: gzipped, identity };
}
