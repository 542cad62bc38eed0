import { STATUS_CODES } from "node:http";
import type { ProblemCode } from "#shared/contract/kernel/problems.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import { type ErrorAnswer, problemAnswer } from "./problem-answer.ts";
import { newRequestId } from "./request-id.ts";
import { securityHeaders } from "./security-headers.ts";

/** The problems of input that Node.js rejects before a call is known; any other is unreadable. */
const problems: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: "headers-too-large",
  ERR_HTTP_REQUEST_TIMEOUT: "too-slow",
};

/**
 * Answers input that is not valid HTTP, has too large headers or arrives too slowly, with the usual
 * response headers.
 */
export function answerClientError(behindTls: boolean, log: Log) {
  return (error: Error & { code?: string }, socket: NodeJS.WritableStream): void => {
    if (error.code === "ECONNRESET" || !socket.writable) return;
    const answer = problemAnswer(new Problem(problems[error.code ?? ""] ?? "not-json"), "en");
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
