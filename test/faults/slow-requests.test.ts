import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "#server/app.ts";
import type { HttpServer } from "#server/kernel/http/server.ts";
import { parseConfig } from "#server/kernel/platform/config.ts";
import { silentLog } from "#test/silent-log.ts";
import { useTestSociety } from "../test-society.ts";

const society = useTestSociety();
let app: HttpServer;

beforeAll(async () => {
  const config = parseConfig({ AKIBA_MODE: "test" });
  const { database } = society;
  app = await buildApp({ config, database, log: silentLog, notify: () => {}, page: null });
  await app.listen({ host: "127.0.0.1", port: 0 });
});

afterAll(() => app.close());

/** Sends a part of a request and returns the milliseconds until the server closes. */
async function untilCutOff(part: string): Promise<number> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ host: "127.0.0.1", port });
  socket.on("error", () => {});
  socket.resume();
  socket.write(part);
  const began = performance.now();
  await once(socket, "close");
  return performance.now() - began;
}

describe("a request that never ends", () => {
  it("has 10 s for its headers and 15 s for all of it", () => {
    expect(app.server.headersTimeout).toBe(10_000);
    expect(app.server.requestTimeout).toBe(15_000);
  });

  it("is cut off soon after its time", async () => {
    // The times above, made short; the interval of the check stays the same.
    app.server.headersTimeout = 200;
    app.server.requestTimeout = 400;
    const head = "POST /api/v1/auth/registerOtp HTTP/1.1\r\nHost: a\r\n";
    const body = `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"mem`;
    const times = await Promise.all([untilCutOff(head), untilCutOff(body)]);
    for (const time of times) expect(time).toBeLessThan(10_000);
  });
});
