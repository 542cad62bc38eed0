import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { useServedSociety } from "#test/served-society.ts";

const LONGEST_MS = 300;
/** Shorter than the silence after which a connection is closed without an answer. */
const PAUSE_MS = 50;

const limits = { headersMilliseconds: LONGEST_MS, requestMilliseconds: LONGEST_MS };
const society = useServedSociety({ limits });

/** Sends the beginning of a request, then a letter at a time, and returns the answer. */
async function sentSlowly(beginning: readonly string[]): Promise<string> {
  const { port, hostname } = new URL(society.address);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(beginning.join("\r\n"));
  const letters = setInterval(() => socket.write("x"), PAUSE_MS);
  const answer = await text(socket);
  clearInterval(letters);
  return answer;
}

it.each([
  ["headers", ["GET /api/v1/notices HTTP/1.1", "Host: x", "X-Slow: "]],
  [
    "a body",
    [
      "POST /api/v1/auth/login HTTP/1.1",
      "Host: x",
      "Content-Type: application/json",
      "Content-Length: 9999",
      "",
      "",
    ],
  ],
])("a request with %s arriving too slowly is a 408 in our format", async (_, beginning) => {
  const answer = await sentSlowly(beginning);
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer).toContain('"reason":"too-slow"');
  expect(answer).toContain("x-content-type-options: nosniff");
});
