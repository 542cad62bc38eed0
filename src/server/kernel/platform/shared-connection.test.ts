import { afterEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { Database, type Statement, statement } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { useTestSociety } from "#test/test-society.ts";

const society = useTestSociety();

const row = z.object({ given: z.int(), pid: z.int() });

/** Answers with what it was asked, after a while; fails for every seventh number. */
const echo = statement({
  name: "test-shared-echo",
  quick: true,
  text: `select case when $1::int % 7 = 6 then 1 / ($2::int - $2::int) else $1::int end as given,
      pg_backend_pid() as pid
    from pg_sleep($2::int / 1e6)`,
  row,
});
const alone: Statement<z.infer<typeof row>> = { text: echo.text, row };

let database: Database;
afterEach(() => database.close());

function open(poolSize = 4): Database {
  const { connection } = society;
  return (database = new Database({ connection, poolSize, onConnectionError: () => {} }));
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

async function pidsOf(declared: typeof echo, count: number): Promise<Set<number>> {
  const asked = numbers(count).map((at) => database.one(declared, [at * 7, 1000]));
  return new Set((await Promise.all(asked)).map(([found]) => found?.pid ?? 0));
}

it("quick statements of one moment share a connection, and no others do", async () => {
  open();
  expect((await pidsOf(echo, 50)).size).toBe(1);
  expect((await pidsOf(alone, 3)).size).toBe(3);
});

it("a pool of fewer than four connections keeps each for one user", async () => {
  open(3);
  expect((await pidsOf(echo, 3)).size).toBe(3);
});

it("a thousand statements get their own answers, and a failure stays with its own", async () => {
  open();
  const answers = numbers(1000).map((at) => database.one(echo, [at, (at * 37) % 200]));
  const settled = await Promise.allSettled(answers);
  settled.forEach((one, at) => {
    if (at % 7 === 6) expect(one).toMatchObject({ reason: { code: "22012" } });
    else expect(one).toMatchObject({ value: [{ given: at }] });
  });
  // The failures cost nobody the connection.
  const pids = settled.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  expect(new Set(pids.map(({ pid }) => pid)).size).toBe(1);
});

it("a statement that takes long keeps only those waiting that were sent at once", async () => {
  open();
  const slow = database.one(echo, [7, 1_000_000]);
  let isDone = false;
  void slow.then(() => (isDone = true));
  await vi.waitFor(async () => {
    const { rowCount } = await society.owner.query(
      `select from pg_stat_activity where datname = current_database()
        and query like '%from pg_sleep($2%' and state = 'active'
        and query_start < clock_timestamp() - interval '120 ms'`,
    );
    expect(rowCount).toBe(1);
  });
  const [quick] = await database.one(echo, [14, 0]);
  expect(isDone).toBe(false);
  const [slept] = await slow;
  expect(quick?.pid).not.toBe(slept?.pid);
});

it("a killed connection fails as busy for those it serves, and the next get another", async () => {
  open();
  const [before] = await database.one(echo, [0, 0]);
  const asked = numbers(50).map((at) => database.one(echo, [at * 7, 20_000]));
  const settled = Promise.allSettled(asked);
  await society.owner.query("select pg_terminate_backend($1)", [before?.pid]);
  const outcomes = await settled;
  const failed = outcomes.filter(({ status }) => status === "rejected");
  expect(failed.length).toBeGreaterThan(0);
  for (const one of failed) {
    const reason = one.status === "rejected" ? (one.reason as unknown) : null;
    expect(reason).toBeInstanceOf(Problem);
    expect(reason).toMatchObject({ code: "busy" });
  }
  outcomes.forEach((one, at) => {
    if (one.status === "fulfilled") expect(one.value[0]?.given).toBe(at * 7);
  });
  const [after] = await database.one(echo, [21, 0]);
  expect(after).toMatchObject({ given: 21 });
  expect(after?.pid).not.toBe(before?.pid);
});
