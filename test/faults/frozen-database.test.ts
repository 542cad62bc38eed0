import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ask, signInBody } from "./load.ts";
import { embeddedConnection, PATIENT_MS, usePremises } from "./running-server.ts";
import { signalDatabase, until } from "./running-server.ts";
import { Society } from "./society.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const premises = usePremises();

describe("a database that is there and does not answer", () => {
  it("keeps no request waiting forever, and is used again once it answers", async () => {
    const server = await premises.start({});
    const society = new Society(embeddedConnection(premises.folder));
    await society.settle({ members: 20, newcomers: 0 });
    const signIn = (n: number) => {
      const from = `MS${n}`;
      return ask(server.url, "POST", "/api/v1/auth/authenticate", { body: signInBody(from), from });
    };
    await Promise.all([1, 2, 3].map(signIn));
    let frozen = true;
    const thaw = () => {
      if (frozen) signalDatabase(premises.folder, "SIGCONT");
      frozen = false;
    };
    onTestFinished(thaw);
    signalDatabase(premises.folder, "SIGSTOP");
    const began = performance.now();
    const reads = [1, 2, 3, 4].map(() => ask(server.url, "GET", "/api/v1/header/1"));
    const writes = Array.from({ length: 16 }, (_, at) => signIn(at + 4));
    for (const answer of await Promise.all([...reads, ...writes])) {
      expect(answer?.status, answer?.text).toBe(503);
      expect(answer?.headers.get("retry-after")).not.toBeNull();
    }
    expect(performance.now() - began).toBeLessThan(15_000);
    thaw();
    await until("somebody signs in again", async () => (await signIn(1))?.status === 200);
    expect(await server.end("SIGTERM")).toBe(0);
    expect(server.said).not.toMatch(/unhandled|uncaught|"level":50/i);
  });
});
