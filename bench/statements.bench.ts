// How to read these figures: first, as in reads.bench.ts, the share of a bare handler's answers a
// second, and of its processor time, that remains after everything the product does for a statement
// of 200 rows; both run the product's own SQL. The target is half of the bare "session + read".
// Then whether a statement slows down as the society grows: the same member's statement, one call
// at a time, with 10,000 and with 10,000,000 lines in the ledger, over HTTP and of the SQL alone.
// The target is that the second takes at most 1.3 times as long. Both ledgers are written in the
// order a society posts, week by week through all members, so that in the large one no two lines of
// a member are close together. Members, accounts and logins are the same in both. `npm run bench --
// statements 1000000` plants that many lines instead.
import { loadavg } from "node:os";
import pg from "pg";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import { runningStatement } from "#server/statements/member-statements/queries.ts";
import type { Overheard } from "./bare-handler.ts";
import { contest, contestEnvironment, overhear } from "./contest.ts";
import { median, percentile, printTable } from "./figures.ts";
import { type PlantedMember, plantMembers } from "./planted.ts";
import type { BenchTools, Demo } from "./tools.ts";

const WEEKS = 200;
const LINES_OF_MEMBER = 2 * WEEKS;
const FEW_LINES = 10_000;
const MANY_LINES = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 10_000_000);
const CALLS = 200;
const WARM_UP = 30;
const WEEKS_AT_ONCE = 10;
const DIVIDEND = "/api/v1/dividend";

interface Timed {
  readonly lines: number;
  readonly http: readonly number[];
  readonly sql: readonly number[];
}

export default async function measure(tools: BenchTools): Promise<void> {
  const scope = { memberNo: "BENCH1" } as unknown as MemberScope;
  const statement = await overhear((snapshot) => runningStatement(snapshot, scope, "dividend"));
  const demo = await tools.startDemo(contestEnvironment);
  try {
    const planted = await plantMembers(demo.dataDir, MANY_LINES / LINES_OF_MEMBER);
    const owner = new pg.Client(planted.postgres.connection);
    await owner.connect();
    try {
      await prepareToPlant(owner);
      await plantLines(owner, FEW_LINES / LINES_OF_MEMBER);
      const members = planted.members.slice(0, FEW_LINES / LINES_OF_MEMBER);
      const reads = { dividend: { path: DIVIDEND, statement } };
      await contest(tools, { demo, planted: { ...planted, members }, reads });
      const [member] = members;
      if (member === undefined) throw new Error("No member was planted.");
      const few = await timed(owner, demo, member, statement);
      await plantLines(owner, planted.members.length);
      report([few, await timed(owner, demo, member, statement)]);
    } finally {
      await owner.end();
      await planted.postgres.stop();
    }
  } finally {
    await demo.stop();
  }
}

/** One connection plants and reads; as the owner, for what the application may not do. */
async function prepareToPlant(owner: pg.Client): Promise<void> {
  await owner.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
  await owner.query(`create temp table planted_account as
    select a.id, row_number() over (order by a.id) as n
    from ledger_account a join member m on m.id = a.member_id
    where a.code = 'dividend-payable' and m.member_no like 'BENCH%'`);
  await owner.query("create temp table first_entry as select max(id) + 1 as id from journal_entry");
  await owner.query("analyze planted_account");
}

/**
 * Rewrites the ledger for a number of members. Triggers are off meanwhile, and the index of
 * statements is made at the end as it is defined: with 10,000,000 lines that saves minutes.
 */
async function plantLines(owner: pg.Client, members: number): Promise<void> {
  const began = performance.now();
  const { rows } = await owner.query<{ definition: string }>(
    "select pg_get_indexdef('journal_line_statement'::regclass) as definition",
  );
  await owner.query("set session_replication_role = replica");
  await owner.query("drop index journal_line_statement");
  await owner.query("delete from journal_line where entry_id >= (select id from first_entry)");
  await owner.query("delete from journal_entry where id >= (select id from first_entry)");
  for (let week = 0; week < WEEKS; week += WEEKS_AT_ONCE) {
    await owner.query(bookWeeks, [week, week + WEEKS_AT_ONCE - 1, members]);
  }
  await owner.query(rows[0]?.definition ?? "");
  await owner.query("set session_replication_role = origin");
  // Flushed first: vacuum marks no page as all-visible while a commit is not yet on the disk.
  await owner.query("checkpoint");
  await owner.query("vacuum (analyze) journal_entry, journal_line");
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`  planted ${members * LINES_OF_MEMBER} lines in ${seconds} s`);
}

const bookWeeks = `
  with booked as (
    select (select id from first_entry) + week * $3::int + n - 1 as entry_id, id as account_id,
      akiba_today() - 7 * (${WEEKS} - week) as value_date, week, 10000 + 50 * (n % 97) as cents
    from generate_series($1::int, $2::int) as week, planted_account
    where n <= $3::int order by week, n
  ), entered as (
    insert into journal_entry (id, kind, value_date, narration, reference_no, receipt_no, actor)
      select entry_id, 'dividend', value_date, 'Dividend, week ' || week, 'PCO-' || entry_id,
        'R' || entry_id, 'bench'
      from booked
  )
  insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
    select entry_id, line_no, case line_no when 1 then bank.id else account_id end, value_date,
      case line_no when 1 then cents else -cents end
    from booked, generate_series(1, 2) as line_no, ledger_account bank
    where bank.code = 'bank' and bank.member_id is null
    order by entry_id, line_no`;

async function timed(
  owner: pg.Client,
  demo: Demo,
  { memberNo, token, ip }: PlantedMember,
  { name, text, more }: Overheard,
): Promise<Timed> {
  const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": ip };
  const http = await times(async () => {
    const response = await fetch(`${demo.url}${DIVIDEND}/${memberNo}`, { headers });
    const given = (await response.json()) as readonly unknown[];
    if (given.length !== WEEKS) throw new Error(`${response.status} with ${given.length} rows.`);
  });
  const sql = await times(() => owner.query({ name, text, values: [memberNo, ...more] }));
  const { rows } = await owner.query<{ n: string }>("select count(*) as n from journal_line");
  return { lines: Number(rows[0]?.n), http, sql };
}

/** Milliseconds of each call, one after the other. */
async function times(call: () => Promise<unknown>): Promise<number[]> {
  const measured: number[] = [];
  for (let round = -WARM_UP; round < CALLS; round += 1) {
    const began = performance.now();
    await call();
    if (round >= 0) measured.push(performance.now() - began);
  }
  return measured;
}

function report(states: readonly [Timed, Timed]): void {
  const [few, many] = states;
  const line = (name: string, figure: (state: Timed) => number): string[] => [
    name,
    ...states.map((state) => `${figure(state).toFixed(2)} ms`),
    (figure(many) / figure(few)).toFixed(2),
  ];
  console.log(`\n  one statement of ${WEEKS} rows, ${CALLS} calls one after the other`);
  printTable([
    ["lines in the ledger", ...states.map(({ lines }) => String(lines)), "ratio"],
    line("HTTP, median", ({ http }) => median(http)),
    line("HTTP, fastest tenth", ({ http }) => percentile(http, 10)),
    line("SQL, median", ({ sql }) => median(sql)),
    line("SQL, fastest tenth", ({ sql }) => percentile(sql, 10)),
  ]);
  const loads = loadavg().map((load) => load.toFixed(1));
  console.log(`  load average ${loads.join(" ")}`);
}
