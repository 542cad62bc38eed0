import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { expectKept } from "./acknowledged.ts";
import { ask, Load, signInBody } from "./load.ts";
import { databaseUrl, until, usePremises, PATIENT_MS } from "./running-server.ts";
import { useSociety } from "./society.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const counts = { members: 4, newcomers: 200 };
const given = useSociety(counts);
const premises = usePremises();

describe("a server told to stop under load", () => {
  it("answers the requests it has begun, loses nothing and ends with 0", async () => {
    const server = await premises.start({ DATABASE_URL: databaseUrl(given.connection) });
    const { society } = given;
    let current = server;
    const load = new Load({ ...counts, society, url: () => current.url }).start();
    await until("30 effects are acknowledged", () => load.acknowledged >= 30);
    const burst = Array.from({ length: 20 }, async () => {
      const from = "MS1";
      return ask(server.url, "GET", "/api/v1/header/1", { from });
    });
    const began = performance.now();
    const ended = server.end("SIGTERM");
    expect(await ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    for (const answer of await Promise.all(burst)) {
      expect([200, 503, undefined]).toContain(answer?.status);
      if (answer?.status === 503) expect(answer.headers.get("retry-after")).not.toBeNull();
    }
    expect(await ask(server.url, "GET", "/health/live"), "it takes nothing new").toBeNull();
    current = await premises.start({ DATABASE_URL: databaseUrl(given.connection) });
    await load.stop();
    await expectKept(load, society);
    expect(server.said).not.toMatch(/unhandled|uncaught|"level":50/i);
  });

  it("finishes a request whose answer is not there yet when the signal comes", async () => {
    const server = await premises.start({ DATABASE_URL: databaseUrl(given.connection) });
    const { society } = given;
    // We hold its last row, so that the request is surely under way.
    const release = await society.hold("select from login where login_no = 'MS4' for update");
    const answer = ask(server.url, "POST", "/api/v1/auth/authenticate", {
      body: signInBody("MS4"),
      from: "MS4",
    });
    await until("the sign-in waits for the row", () => society.somebodyWaits());
    const ended = server.end("SIGTERM");
    const { port } = new URL(server.url);
    await until("no new connection is taken", () => refuses(Number(port)));
    await release();
    expect((await answer)?.status).toBe(200);
    const began = performance.now();
    expect(await ended).toBe(0);
    expect(performance.now() - began, "an idle connection holds nothing up").toBeLessThan(5000);
  });
});

async function refuses(port: number): Promise<boolean> {
  const socket = connect({ host: "127.0.0.1", port });
  const outcome = await Promise.race([
    once(socket, "connect").then(() => false),
    once(socket, "error").then(() => true),
  ]).catch(() => true);
  socket.destroy();
  return outcome;
}
