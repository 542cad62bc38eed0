import { describe, expect, it, vi } from "vitest";
import { expectKept } from "./acknowledged.ts";
import { ask, Load } from "./load.ts";
import {
  embeddedConnection,
  signalDatabase,
  until,
  usePremises,
  PATIENT_MS,
} from "./running-server.ts";
import { chance } from "./seed.ts";
import { Society } from "./society.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const counts = { members: 4, newcomers: 200 };
const premises = usePremises();

describe("a database killed with all its workers under load", () => {
  it("causes 503s with Retry-After, restarts automatically and loses nothing", async () => {
    const random = chance();
    const server = await premises.start({});
    const society = new Society(embeddedConnection(premises.folder));
    await society.settle(counts);
    const load = new Load({ ...counts, society, url: () => server.url }).start();
    for (let kill = 1; kill <= 2; kill += 1) {
      const enough = load.acknowledged + random.between(5, 25);
      await until(`${enough} effects are acknowledged`, () => load.acknowledged >= enough);
      const before = load.count(503);
      signalDatabase(premises.folder, "SIGKILL");
      await until("somebody is told to come back", () => load.count(503) > before);
      await until("it serves again", async () => {
        return (await ask(server.url, "GET", "/health/ready"))?.status === 200;
      });
      expect(server.lives, server.said).toBe(true);
    }
    await load.stop();
    expect(load.count("none"), "connections that the server broke off").toBe(0);
    expect(load.count(500)).toBe(0);
    await expectKept(load, society);
    expect(await server.end("SIGTERM")).toBe(0);
    expect(server.said).not.toMatch(/unhandled|uncaught|"level":50/i);
  });
});
