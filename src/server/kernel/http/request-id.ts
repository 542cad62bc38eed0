import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";

/** The parts of a request that name it; `ips` is absent where no proxy is trusted. */
type Named = Pick<FastifyRequest, "id" | "headers" | "ips">;

/** Long enough to be unique, and only characters that are safe in a header and in a log. */
const GIVEN_ID = /^[\w.:-]{8,64}$/;

// https://www.w3.org/TR/trace-context/#traceparent-header: no version ff, no id of zeros, and
// exactly four fields in the only version there is.
const TRACE_PARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns an identifier for a request, unique across instances and restarts. */
export const newRequestId = (): string => randomUUID();

/**
 * The identifier of a request: `X-Request-Id` if a trusted proxy sent a well-formed one, else the
 * one that was made for it. A trusted proxy is one whose `X-Forwarded-For` counts.
 */
export function requestIdOf(request: Named): string {
  const given = request.headers["x-request-id"];
  if (typeof given !== "string" || !GIVEN_ID.test(given)) return request.id;
  return isFromProxy(request) ? given : request.id;
}

/** Whether the sender is trusted: then the addresses it forwarded follow its own. */
function isFromProxy({ ips }: Named): boolean {
  return ips !== undefined && ips.length > 1;
}

/** The W3C trace context of a request for its log line, or nothing if it is not well formed. */
export function traceOf({ traceparent }: IncomingHttpHeaders): { traceparent?: string } {
  const isWhole = typeof traceparent === "string" && TRACE_PARENT.test(traceparent);
  return isWhole ? { traceparent } : {};
}
