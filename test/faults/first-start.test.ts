import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { ask } from "./load.ts";
import { embeddedConnection, usePremises, PATIENT_MS } from "./running-server.ts";
import { Society } from "./society.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const premises = usePremises();

describe("several instances started at once on nothing at all", () => {
  it("all come up, on one database, migrated and seeded once", async () => {
    const folder = join(premises.folder, "demo");
    const env = { DATA_DIR: folder, AKIBA_MODE: "demo" };
    const servers = await Promise.all([1, 2, 3].map(() => premises.start(env)));
    for (const { url } of servers) {
      expect((await ask(url, "GET", "/health/ready"))?.status).toBe(200);
    }
    const society = new Society(embeddedConnection(folder));
    const migrated = await society.rows(
      "select version, count(*)::int as times from schema_migration group by version",
    );
    expect(migrated.filter(({ times }) => times !== 1)).toEqual([]);
    const members = await society.rows<{ n: number }>("select count(*)::int as n from member");
    const records = await society.rows<{ n: number }>(
      "select count(*)::int as n from audit_record where action = 'member-registered'",
    );
    expect(records).toEqual(members);
    await society.isInOrder();
    for (const server of servers) expect(await server.end("SIGTERM")).toBe(0);
  });
});
