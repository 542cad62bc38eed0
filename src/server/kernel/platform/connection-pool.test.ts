import { expect, it, vi } from "vitest";
import * as z from "zod";
import { Database, statement } from "#server/kernel/platform/database.ts";
import { useTestSociety } from "#test/test-society.ts";

const society = useTestSociety();

const sleep = statement({
  text: "select pg_sleep(20)::text as slept",
  row: z.object({ slept: z.string() }),
});

const endSleepers = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and query = 'select pg_sleep(20)::text as slept'`;

it("an abandoned database opens no connection, and reports none that its server ends", async () => {
  const reported: Error[] = [];
  const onConnectionError = (error: Error) => reported.push(error);
  const { connection } = society;
  const database = new Database({ connection, poolSize: 2, onConnectionError });
  const sleeping = () => database.unitOfWork("start", (work) => work.rows(sleep));
  // Its connection is still being opened, so there is nothing to end yet.
  const underWay = expect(sleeping()).rejects.toThrow();
  await database.abandon();
  await vi.waitFor(async () => {
    const { rowCount } = await society.owner.query(endSleepers);
    expect(rowCount).toBe(1);
  });
  await underWay;
  expect(reported).toEqual([]);
  await expect(sleeping()).rejects.toThrow("after calling end");
  await database.close();
});
