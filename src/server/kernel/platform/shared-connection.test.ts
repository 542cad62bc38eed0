import { afterEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import {
  Database,
  type DatabaseOptions,
  type Statement,
  statement,
} from "#server/kernel/platform/database.ts";
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

function open(more: Partial<DatabaseOptions> = {}): void {
  const { connection } = society;
  database = new Database({ connection, poolSize: 4, onConnectionError: () => {}, ...more });
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
  open({ poolSize: 3 });
  expect((await pidsOf(echo, 3)).size).toBe(3);
});

it("a thousand statements get their own answers, and a failure stays with its own", async () => {
  open();
  for (let round = 0; round < 20; round += 1) {
    const asked = numbers(50).map((at) => at + 50 * round);
    const answers = asked.map((at) => database.one(echo, [at, (at * 37) % 200]));
    const settled = await Promise.allSettled(answers);
    settled.forEach((one, at) => {
      const given = asked[at] ?? 0;
      if (given % 7 === 6) expect(one).toMatchObject({ reason: { code: "22012" } });
      else expect(one).toMatchObject({ value: [{ given }] });
    });
  }
});

it("at most 64 statements wait for the shared connection, the others have one alone", async () => {
  open();
  expect((await pidsOf(echo, 64)).size).toBe(1);
  expect((await pidsOf(echo, 80)).size).toBeGreaterThan(1);
});

it("no connection is kept for sharing where each statement needs a transaction", async () => {
  open({ settingsBy: "transaction" });
  const reading = numbers(4).map(() =>
    database.snapshot((snapshot) => snapshot.rows(echo, [0, 200_000])),
  );
  const pids = (await Promise.all(reading)).map(([found]) => found?.pid);
  expect(new Set(pids).size).toBe(4);
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

it("a killed connection costs no quick statement its answer", async () => {
  open();
  const [before] = await database.one(echo, [0, 0]);
  const asked = numbers(50).map((at) => database.one(echo, [at * 7, 20_000]));
  await society.owner.query("select pg_terminate_backend($1)", [before?.pid]);
  (await Promise.all(asked)).forEach(([found], at) => expect(found?.given).toBe(at * 7));
});

const byKey = statement({
  name: "test-shared-by-key",
  quick: true,
  text: "select amount from shared_test where id = $1",
  row: z.object({ amount: z.union([z.int(), z.bigint()]) }),
});

it("a prepared statement that a migration made invalid is answered all the same", async () => {
  const { owner } = society;
  open();
  await owner.query("create table shared_test (id int primary key, amount int)");
  try {
    await owner.query("grant select on shared_test to akiba_app");
    await owner.query("insert into shared_test values (1, 5)");
    expect(await database.one(byKey, [1])).toEqual([{ amount: 5 }]);
    await owner.query("alter table shared_test alter amount type bigint");
    expect(await database.one(byKey, [1])).toEqual([{ amount: 5n }]);
    expect(await database.one(byKey, [1])).toEqual([{ amount: 5n }]);
  } finally {
    await owner.query("drop table shared_test");
  }
});
