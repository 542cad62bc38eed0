import { request as requestInClear } from "node:http";
import type { IncomingMessage } from "node:http";
import { request as requestByTls } from "node:https";

export interface FormPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: URLSearchParams;
  /** Milliseconds until there is a connection, and until the answer is read to its end. */
  readonly connectMs: number;
  readonly totalMs: number;
}

export interface FormAnswer {
  readonly status: number;
  /** The Retry-After header in seconds, where it is given as such. */
  readonly retryAfter: number | null;
  readonly body: string;
}

const LONGEST_ANSWER = 65_536;

/**
 * Posts a form on a connection of its own and reads the answer; throws when there is none in
 * time. `fetch` is not used because it has no time limit for the connection alone, and follows
 * redirects with a member's number in hand.
 */
export function postForm(post: FormPost): Promise<FormAnswer> {
  return new Promise((resolve, reject) => {
    const start = post.url.protocol === "https:" ? requestByTls : requestInClear;
    const body = post.form.toString();
    const request = start(post.url, {
      method: "POST",
      // A connection that the other side has dropped meanwhile would cost a code its first try.
      agent: false,
      headers: {
        ...post.headers,
        "content-type": "application/x-www-form-urlencoded",
        "content-length": Buffer.byteLength(body),
      },
    });
    const giveUp = (why: string) => () => request.destroy(new Error(why));
    const connecting = setTimeout(giveUp("no connection in time"), post.connectMs);
    const answering = setTimeout(giveUp("no answer in time"), post.totalMs);
    const settle = () => {
      clearTimeout(connecting);
      clearTimeout(answering);
    };
    request.once("socket", (socket) => socket.once("connect", () => clearTimeout(connecting)));
    request.once("error", reject);
    request.once("close", settle);
    request.once("response", (response) => {
      readAnswer(response).then(resolve, (error: unknown) => {
        request.destroy();
        reject(error);
      });
    });
    request.end(body);
  });
}

async function readAnswer(response: IncomingMessage): Promise<FormAnswer> {
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
