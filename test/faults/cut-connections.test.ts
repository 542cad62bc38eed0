import { describe, expect, it, vi } from "vitest";
import { expectKept } from "./acknowledged.ts";
import { ask, Load } from "./load.ts";
import { databaseUrl, until, usePremises, PATIENT_MS } from "./running-server.ts";
import { chance } from "./seed.ts";
import { useSociety } from "./society.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const counts = { members: 4, newcomers: 200 };
const given = useSociety(counts);
const premises = usePremises();

const cutEverybody = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

describe("connections cut in the middle of work", () => {
  it("cause only 503s, and work continues automatically", async () => {
    const random = chance();
    const server = await premises.start({ DATABASE_URL: databaseUrl(given.connection) });
    const { society } = given;
    const load = new Load({ ...counts, society, url: () => server.url }).start();
    for (let cut = 1; cut <= 10; cut += 1) {
      const enough = load.acknowledged + random.between(1, 12);
      await until(`${enough} effects are acknowledged`, () => load.acknowledged >= enough);
      await society.rows(cutEverybody);
    }
    await load.stop();
    const health = await ask(server.url, "GET", "/health/ready");
    expect(health?.status).toBe(200);
    expect(load.count(503), "requests told to come back").toBeGreaterThan(0);
    expect(load.count("none"), "connections that the server broke off").toBe(0);
    await expectKept(load, society);
    expect(await server.end("SIGTERM")).toBe(0);
    expect(server.said).not.toMatch(/unhandled|uncaught|"level":50/i);
  });
});
