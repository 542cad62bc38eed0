import { once } from "node:events";
import { connect } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends raw bytes, which no HTTP client would, and reads until the server closes. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer | null> {
  const { port } = new URL(url);
  const socket = connect({ host: "127.0.0.1", port: Number(port) });
  const parts: Buffer[] = [];
  socket.on("data", (part: Buffer) => parts.push(part));
  // A server may close while we are still sending; its answer before counts.
  socket.on("error", () => {});
  socket.setTimeout(20_000, () => socket.destroy());
  socket.write(bytes);
  await once(socket, "close");
  const text = Buffer.concat(parts).toString("latin1");
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  if (status === undefined) return null;
  const end = text.indexOf("\r\n\r\n");
  return { status: Number(status), head: text.slice(0, end), body: text.slice(end + 4) };
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
}

/** The bytes of a request whose parts are used as given. */
export function bytesOf({ method = "GET", path = "/", headers = [], body }: RawRequest): Buffer {
  const content = Buffer.from(body ?? "");
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "Host: akiba.example",
    "Connection: close",
    ...(body === undefined ? [] : [`Content-Length: ${content.length}`]),
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), content]);
}
