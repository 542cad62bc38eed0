import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bestEncoding, type Encoding } from "./compress.ts";
import { escapeHtml } from "./html.ts";
import { decodedPath, isApi } from "./server.ts";

export interface PageOptions {
  /** The folder of the built page. */
  readonly directory: string;
  /** What the page is told of the society, so that it need not ask first; null when unknown. */
  readonly society: () => Promise<unknown>;
}

const PLACE = "<!--akiba:society-->";

/** Serves the built page: its files as they are, and the page itself at every other address. */
export async function servePage(server: FastifyInstance, options: PageOptions): Promise<void> {
  const page = new Page(readFileSync(join(options.directory, "index.html"), "utf8"));
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
    const encoding = bestEncoding(request.headers["accept-encoding"]) ?? "identity";
    reply.header("content-type", "text/html; charset=utf-8");
    reply.header("cache-control", "no-cache").header("vary", "accept-encoding");
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.send(page.about(await options.society())[encoding]);
  };
  server.get("/", sendPage);
  server.get("/*", sendPage);
}

function isAsset(url: string): boolean {
  return /^\/+assets\//.test(decodedPath(url));
}

type PageEncoding = Encoding | "identity";

/** The page with the society in it, compressed once for as long as the society stays the same. */
class Page {
  readonly #template: string;
  #about = "";
  #encoded: Record<PageEncoding, Buffer>;

  constructor(template: string) {
    this.#template = template;
    this.#encoded = encode(template);
  }

  about(society: unknown): Record<PageEncoding, Buffer> {
    const about = JSON.stringify(society ?? null);
    if (about !== this.#about) {
      this.#about = about;
      const meta = `<meta name="akiba-society" content="${escapeHtml(about)}" />`;
      this.#encoded = encode(this.#template.replace(PLACE, () => (society ? meta : "")));
    }
    return this.#encoded;
  }
}

function encode(html: string): Record<PageEncoding, Buffer> {
  const identity = Buffer.from(html);
  return { br: brotliCompressSync(identity), gzip: gzipSync(identity), identity };
}
