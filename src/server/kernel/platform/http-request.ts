import { request as requestInClear } from "node:http";
import type { Agent, IncomingMessage } from "node:http";
import { request as requestByTls } from "node:https";

export interface Question {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds until there is a connection, and until the answer is read to its end. */
  readonly connectMs: number;
  readonly totalMs: number;
  /** Keeps connections for later requests; without it each request has a connection of its own. */
  readonly agent?: Agent;
}

export interface Reply {
  readonly status: number;
  /** The Retry-After header in seconds, if given in that form. */
  readonly retryAfter: number | null;
  readonly body: string;
}

/** There was no answer, and whether the other side may have read the request all the same. */
export class NoReply extends Error {
  readonly wasReached: boolean;

  constructor(wasReached: boolean, cause: unknown) {
    super(cause instanceof Error ? cause.message : "no answer", { cause });
    this.wasReached = wasReached;
  }
}

const LONGEST_ANSWER = 65_536;

/**
 * Sends a request to another server and reads the answer; throws NoReply if it does not arrive in
 * time. `fetch` is not used because it has no time limit for the
 * connection alone, and follows redirects with a member's number in the request.
 */
export function ask({ url, method, headers, body, agent, ...timing }: Question): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const start = url.protocol === "https:" ? requestByTls : requestInClear;
    let wasReached = false;
    const fail = (error: unknown) => reject(new NoReply(wasReached, error));
    const request = start(url, {
      method,
      agent: agent ?? false,
      headers: { ...headers, ...(body !== "" && { "content-length": Buffer.byteLength(body) }) },
    });
    const giveUp = (why: string) => () => request.destroy(new Error(why));
    const connecting = setTimeout(giveUp("no connection in time"), timing.connectMs);
    const answering = setTimeout(giveUp("no answer in time"), timing.totalMs);
    const settle = () => {
      clearTimeout(connecting);
      clearTimeout(answering);
    };
    const connected = () => {
      wasReached = true;
      clearTimeout(connecting);
    };
    request.once("socket", (socket) => {
      if (request.reusedSocket) connected();
      else socket.once("connect", connected);
    });
    request.once("error", fail);
    request.once("close", settle);
    request.once("response", (response) => {
      readReply(response).then(resolve, (error: unknown) => {
        request.destroy();
        fail(error);
      });
    });
    request.end(body);
  });
}

async function readReply(response: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONGEST_ANSWER) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  const retryAfter = Number.parseInt(response.headers["retry-after"] ?? "", 10);
  return {
    status: response.statusCode ?? 0,
    retryAfter: retryAfter >= 0 ? retryAfter : null,
    body: Buffer.concat(chunks).toString(),
  };
}
