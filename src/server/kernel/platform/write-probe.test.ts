import { afterEach, describe, expect, it } from "vitest";
import type { AddressInfo } from "node:net";
import { buildApp } from "#server/app.ts";
import { parseConfig } from "#server/kernel/platform/config.ts";
import { Database } from "#server/kernel/platform/database.ts";
import { silentLog } from "#test/silent-log.ts";
import { foundSociety } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { WriteProbe } from "./write-probe.ts";

const society = useServedSociety();
const opened: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

/** The same database, through connections on which nothing can be written. */
function readOnlyDatabase(): Database {
  const options = "-c default_transaction_read_only=on";
  const database = new Database({ connection: { ...society.connection, options }, poolSize: 4 });
  opened.push(database);
  return database;
}

async function writtenAt(): Promise<Date | undefined> {
  const { rows } = await society.owner.query<{ at: Date }>("select at from write_probe");
  return rows[0]?.at;
}

describe("the readiness check", () => {
  it("answers 503 with the reason while nothing can be written, and reads go on", async () => {
    await foundSociety(society);
    const config = parseConfig({ AKIBA_MODE: "test" });
    const database = readOnlyDatabase();
    const app = await buildApp({ config, database, log: silentLog, notify: () => {}, page: null });
    opened.push(app);
    await app.listen({ host: "127.0.0.1", port: 0 });
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    const ready = await fetch(`${url}/health/ready`);
    expect(ready.status).toBe(503);
    expect(ready.headers.get("retry-after")).toBe("5");
    expect(await ready.json()).toMatchObject({ reason: "read-only" });
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect((await fetch(`${url}/api/v1/header/1`)).status).toBe(200);
    expect((await society.send("GET", "/health/ready")).status).toBe(200);
  });

  it("writes once for any number of probes within five seconds", async () => {
    let now = 0;
    const probe = new WriteProbe(society.database, () => now);
    expect(await Promise.all(Array.from({ length: 50 }, () => probe.check()))).toEqual(
      Array.from({ length: 50 }, () => "ok"),
    );
    const first = await writtenAt();
    now = 4999;
    await probe.check();
    expect(await writtenAt()).toEqual(first);
    now = 5000;
    await probe.check();
    expect(await writtenAt()).not.toEqual(first);
  });

  it("reports a write that failed since, until there is space", async () => {
    let now = 0;
    const probe = new WriteProbe(society.database, () => now);
    expect(await probe.check()).toBe("ok");
    society.database.writes.noteFailure("53100");
    expect(await probe.check(), "though the last answer is fresh").toBe("disk-full");
    now = 5000;
    expect(await probe.check()).toBe("ok");
    expect(society.database.writes.trouble).toBeNull();
  });

  it("reports that the database is unreachable when nothing answers", async () => {
    const nowhere = { host: "127.0.0.1", port: 9, user: "x", database: "x" };
    const database = new Database({ connection: nowhere, poolSize: 1 });
    opened.push(database);
    expect(await new WriteProbe(database).check()).toBe("away");
  });
});
