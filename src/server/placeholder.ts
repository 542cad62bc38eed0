import { createServer } from "node:http";
import type { Server } from "node:http";
import { Client } from "pg";
import type { ClientConfig } from "pg";

/** What main.ts asks of the application; stands in until the real one is here. */
export interface App {
  listen(at: { host: string; port: number }): Promise<void>;
  close(): Promise<void>;
  server: Server;
}

/** Answers / and /health/ready. */
export function buildApp(connection: ClientConfig): App {
  const server = createServer((request, response) => {
    if (request.url !== "/health/ready") return void response.end("Akiba");
    ask(connection).then(
      () => response.end("ready"),
      () => response.writeHead(503).end(),
    );
  });
  return {
    server,
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once("error", reject).listen(port, host, resolve);
      }),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

async function ask(connection: ClientConfig): Promise<void> {
  const client = new Client(connection);
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
  } finally {
    await client.end().catch(() => {});
  }
}
