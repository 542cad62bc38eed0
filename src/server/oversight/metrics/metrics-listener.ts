import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Metrics } from "./metrics.ts";

/** Where metrics are read. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

const REQUEST_MS = 10_000;

interface MetricsListener {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/**
 * Serves the metrics at `/metrics` on a separate listener, so that a proxy in front of the portal
 * cannot reach it by mistake. Rejects if the address cannot be used.
 */
export async function listenForMetrics(
  metrics: Metrics,
  { host, port }: MetricsAddress,
): Promise<MetricsListener> {
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, keepAliveTimeout: REQUEST_MS },
    (request, response) => {
      if (request.url !== "/metrics" || request.method !== "GET") {
        response.writeHead(404).end();
        return;
      }
      metrics.text().then(
        (text) => response.writeHead(200, { "content-type": TEXT_FORMAT }).end(text),
        () => response.writeHead(500).end(),
      );
    },
  );
  server.listen(port, host);
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, stop: () => stopped(server) };
}

/** Prometheus's text format, version 0.0.4. */
const TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

async function stopped(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
