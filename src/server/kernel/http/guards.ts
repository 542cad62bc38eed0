import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "#server/kernel/platform/problem.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Rejects, before reading the request, input that our clients never send. */
export function guardRequests(server: FastifyInstance, publicUrl: string | null): void {
  const publicHost = publicUrl === null ? null : new URL(publicUrl).host;
  server.addHook("onRequest", (request, _, done) => {
    if (hasTwoAuthorizations(request)) return done(new Problem("headers-twice"));
    if (isForeign(request, publicHost)) return done(new Problem("foreign-origin"));
    done();
  });
}

/** Of two such headers Node keeps the first; a proxy in front may have read the second. */
function hasTwoAuthorizations({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === "authorization") count += 1;
  }
  return count > 1;
}

/**
 * Whether a page of another site sent a request that may change something. Browsers name the origin
 * of each such request; other clients name none, and pass. The scheme is not compared, because a
 * proxy may end TLS before us.
 */
function isForeign(request: FastifyRequest, publicHost: string | null): boolean {
  const { origin } = request.headers;
  if (origin === undefined || SAFE.has(request.method)) return false;
  const host = URL.canParse(origin) ? new URL(origin).host : "";
  return host === "" || (host !== publicHost && host !== request.host.toLowerCase());
}
