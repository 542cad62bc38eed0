import { STATUS_CODES } from "node:http";
import { Problem } from "#server/kernel/platform/problem.ts";
import { problemAnswer } from "./problem-answer.ts";
import { securityHeaders } from "./security-headers.ts";

/**
 * Answers input that is not valid HTTP or has too large headers, with the usual response headers.
 */
export function answerClientError(behindTls: boolean) {
  const unreadable = answerOf(new Problem("not-json"), behindTls);
  const tooLong = answerOf(new Problem("headers-too-large"), behindTls);
  return (error: Error & { code?: string }, socket: NodeJS.WritableStream): void => {
    if (error.code === "ECONNRESET" || !socket.writable) return;
    socket.end(error.code === "HPE_HEADER_OVERFLOW" ? tooLong : unreadable);
  };
}

function answerOf(problem: Problem, behindTls: boolean): string {
  const answer = problemAnswer(problem, "en");
  const body = JSON.stringify(answer.body);
  const headers = {
    ...securityHeaders(behindTls),
    "content-type": answer.mediaType,
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `${answer.status} ${STATUS_CODES[answer.status]}`;
  return `HTTP/1.1 ${status}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}
