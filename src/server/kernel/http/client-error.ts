import { STATUS_CODES } from "node:http";
import { Problem } from "#server/kernel/platform/problem.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import { type ErrorAnswer, problemAnswer } from "./problem-answer.ts";
import { newRequestId } from "./request-id.ts";
import { securityHeaders } from "./security-headers.ts";

/**
 * Answers input that is not valid HTTP or has too large headers, with the usual response headers.
 */
export function answerClientError(behindTls: boolean, log: Log) {
  const unreadable = problemAnswer(new Problem("not-json"), "en");
  const tooLong = problemAnswer(new Problem("headers-too-large"), "en");
  return (error: Error & { code?: string }, socket: NodeJS.WritableStream): void => {
    if (error.code === "ECONNRESET" || !socket.writable) return;
    const answer = error.code === "HPE_HEADER_OVERFLOW" ? tooLong : unreadable;
    const requestId = newRequestId();
    socket.end(textOf(answer, requestId, behindTls));
    log.info("answered", { requestId, method: "unknown", route: "unknown", status: answer.status });
  };
}

function textOf(answer: ErrorAnswer, requestId: string, behindTls: boolean): string {
  const body = JSON.stringify({ ...answer.body, requestId });
  const headers = {
    ...securityHeaders(behindTls),
    "x-request-id": requestId,
    "content-type": answer.mediaType,
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `${answer.status} ${STATUS_CODES[answer.status]}`;
  return `HTTP/1.1 ${status}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}
