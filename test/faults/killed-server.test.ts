import { describe, expect, it, vi } from "vitest";
import { expectKept } from "./acknowledged.ts";
import { ask, Load } from "./load.ts";
import {
  databaseUrl,
  type RunningServer,
  until,
  usePremises,
  PATIENT_MS,
} from "./running-server.ts";
import { chance } from "./seed.ts";
import { useSociety } from "./society.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const counts = { members: 4, newcomers: 200 };
const given = useSociety(counts);
const premises = usePremises();

describe("a server killed at random moments under load", () => {
  it("loses nothing it acknowledged, duplicates nothing and leaves nothing half-done", async () => {
    const random = chance();
    const env = { DATABASE_URL: databaseUrl(given.connection) };
    let server: RunningServer = await premises.start(env);
    const load = new Load({ ...counts, society: given.society, url: () => server.url }).start();
    for (let kill = 1; kill <= 4; kill += 1) {
      const enough = load.acknowledged + random.between(5, 25);
      await until(`${enough} effects are acknowledged`, () => load.acknowledged >= enough);
      await server.end("SIGKILL");
      server = await premises.start(env);
      const health = await ask(server.url, "GET", "/health/ready");
      expect(health?.status, "it serves at once").toBe(200);
    }
    await load.stop();
    expect(load.count("none"), "requests cut off").toBeGreaterThan(0);
    await expectKept(load, given.society);
    expect(await server.end("SIGTERM")).toBe(0);
  });
});
