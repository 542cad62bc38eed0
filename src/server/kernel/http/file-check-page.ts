import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { DocumentKeys } from "#server/kernel/documents/document-keys.ts";
import { escapeHtml } from "./html.ts";
import { holdTo, type GcraLimiter } from "./rate-limit.ts";
import { addressOf } from "./server.ts";

interface FileCheck {
  /** The folder of the built page. */
  readonly directory: string;
  readonly society: () => Promise<string>;
  /** The public keys of every signature on a document. */
  readonly keys: () => Promise<DocumentKeys>;
}

const PLACE = "<!--akiba:keys-->";

/**
 * Serves the page that checks a PDF. It is one file that works without a connection, so it has its
 * script, its style and the society's keys in it; its policy allows these and no connection.
 */
export function serveFileCheck(
  server: FastifyInstance,
  limiter: GcraLimiter,
  { directory, society, keys }: FileCheck,
): void {
  const template = readFileSync(join(directory, "file-check.html"), "utf8");
  const policy = policyOf(template);
  server.get("/file-check.html", async (request, reply) => {
    holdTo(limiter, addressOf(request));
    const given = JSON.stringify({ society: await society(), ...(await keys()) });
    const meta = `<meta name="akiba-keys" content="${escapeHtml(given)}" />`;
    reply.header("content-security-policy", policy).header("cache-control", "no-cache");
    reply.header("content-type", "text/html; charset=utf-8");
    return reply.send(template.replace(PLACE, () => meta));
  });
}

function policyOf(page: string): string {
  return [
    "default-src 'none'",
    `script-src ${digestOf(page, "script")}`,
    `style-src ${digestOf(page, "style")}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}

function digestOf(page: string, element: "script" | "style"): string {
  const [, content = ""] = new RegExp(`<${element}>([^]*?)</${element}>`).exec(page) ?? [];
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}
