import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { createServer, connect, type Server, type Socket } from "node:net";

/** The line between a browser and the portal: it counts what passes and can be cut. */
export interface Line {
  /** The portal's address for the browser. */
  readonly url: string;
  /** The bytes that the portal has sent so far, headers included. */
  readonly bytes: () => number;
  /** Ends all connections and accepts no other, as when the server is gone. */
  readonly cut: () => Promise<void>;
  /** Accepts connections again at the same address. */
  readonly mend: () => Promise<void>;
  /** Ends all connections once so many bytes have passed, in the middle of whatever is sent. */
  readonly breakAfter: (bytes: number) => Promise<void>;
  /** Leads to another portal from the next connection on, and ends those that are open. */
  readonly lead: (portal: string) => void;
}

/** Opens a line to a portal on this machine. */
export async function openLine(portal: string): Promise<Line> {
  let away = new URL(portal);
  const open = new Set<Socket>();
  let sent = 0;
  let passed: (bytes: number) => void = () => undefined;
  const listener: Server = createServer((browser) => {
    const server = connect(Number(away.port), away.hostname);
    for (const end of [browser, server]) {
      open.add(end);
      end.on("close", () => open.delete(end));
      // A cut connection is what these journeys are about.
      end.on("error", () => end.destroy());
    }
    server.on("data", (part) => {
      sent += part.length;
      passed(part.length);
    });
    browser.on("data", (part) => passed(part.length));
    browser.pipe(server).pipe(browser);
  });
  const listen = (at: number): Promise<number> =>
    new Promise((resolve) => {
      listener.listen(at, "127.0.0.1", () => {
        resolve((listener.address() as { port: number }).port);
      });
    });
  const own = await listen(0);
  return {
    url: `http://127.0.0.1:${own}`,
    bytes: () => sent,
    async cut() {
      const closed = new Promise((resolve) => {
        listener.close(resolve);
      });
      for (const end of open) end.destroy();
      await closed;
    },
    async mend() {
      await listen(own);
    },
    breakAfter(bytes) {
      let left = bytes;
      return new Promise((resolve) => {
        passed = (more) => {
          left -= more;
          if (left > 0) return;
          passed = () => undefined;
          for (const end of open) end.destroy();
          resolve();
        };
      });
    },
    lead(to) {
      away = new URL(to);
      for (const end of open) end.destroy();
    },
  };
}

/** A portal that serves the next version of the page: the same files under another version. */
export async function nextVersionOf(portal: string): Promise<{ url: string; stop: () => void }> {
  const server: HttpServer = createHttpServer((request, response) => {
    void (async () => {
      const { authorization = "", cookie = "", accept = "" } = request.headers;
      const headers = { authorization, cookie, accept };
      const { url = "", method = "GET" } = request;
      const answer = await fetch(portal + url, { method, headers });
      const type = answer.headers.get("content-type") ?? "";
      const content = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { "content-type": type, "cache-control": "no-cache" });
      if (request.url === "/service-worker.js") {
        response.end(content.toString().replace(/version:[`"'](\w+)[`"']/, 'version:"next"'));
      } else if (type.startsWith("text/html")) {
        response.end(content.toString().replace("</title>", '</title><meta name="next" />'));
      } else {
        response.end(content);
      }
    })();
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
