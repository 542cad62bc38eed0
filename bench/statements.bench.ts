// How to read these figures: first, as in reads.bench.ts, the share of a bare handler's answers a
// second, and of its processor time, that remains after everything the product does for a statement
// of 200 rows; both run the product's own SQL. The target is half of the bare "session + read".
// Then whether a statement slows down as the society grows: a member's statement with 10,000 and
// with 10,000,000 lines in the ledger, over HTTP and of the SQL alone. Two societies are served
// side by side and called in turns, so that what else the machine does slows both. The target is
// that the second takes at most 1.1 times as long. Both ledgers are written in the order a society
// posts, week by week through all members, so that in the large one no two lines of a member are
// close together. Both have the same number of members, accounts and logins. `npm run bench --
// statements 1000000` plants that many lines instead.
import { loadavg } from "node:os";
import pg from "pg";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import { runningStatement } from "#server/statements/member-statements/queries.ts";
import type { Overheard } from "./bare-handler.ts";
import { contest, contestEnvironment, overhear } from "./contest.ts";
import { median, percentile, printTable } from "./figures.ts";
import { type Planted, type PlantedMember, plantMembers } from "./planted.ts";
import type { BenchTools, Demo } from "./tools.ts";

const WEEKS = 200;
const LINES_OF_MEMBER = 2 * WEEKS;
const FEW_LINES = 10_000;
const MANY_LINES = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 10_000_000);
const CALLS = 200;
const WARM_UP = 30;
const WEEKS_AT_ONCE = 10;
const DIVIDEND = "/api/v1/dividend";

/** A served society, with a connection of its database's owner. */
interface PlantedSociety {
  readonly demo: Demo;
  readonly planted: Planted;
  readonly owner: pg.Client;
  stop(): Promise<void>;
}

/** The duration of each call in milliseconds. */
interface Timed {
  readonly lines: number;
  readonly http: number[];
  readonly sql: number[];
}

export default async function measure(tools: BenchTools): Promise<void> {
  const scope = { memberNo: "BENCH1" } as unknown as MemberScope;
  const statement = await overhear((snapshot) => runningStatement(snapshot, scope, "dividend"));
  const small = await plantSociety(tools, FEW_LINES);
  try {
    const { demo, planted } = small;
    const members = planted.members.slice(0, FEW_LINES / LINES_OF_MEMBER);
    const reads = { dividend: { path: DIVIDEND, statement } };
    await contest(tools, { demo, planted: { ...planted, members }, reads });
    const large = await plantSociety(tools, MANY_LINES);
    try {
      report(await timedInTurns([small, large], statement));
    } finally {
      await large.stop();
    }
  } finally {
    await small.stop();
  }
}

async function plantSociety(tools: BenchTools, lines: number): Promise<PlantedSociety> {
  const demo = await tools.startDemo(contestEnvironment);
  const planted = await plantMembers(demo.dataDir, MANY_LINES / LINES_OF_MEMBER);
  const owner = new pg.Client(planted.postgres.connection);
  await owner.connect();
  await prepareToPlant(owner);
  await plantLines(owner, lines / LINES_OF_MEMBER);
  const stop = async () => {
    await owner.end();
    await planted.postgres.stop();
    await demo.stop();
  };
  return { demo, planted, owner, stop };
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
 * Writes the ledger of a number of members. Triggers are off meanwhile, and the index of
 * statements is made at the end as it is defined: with 10,000,000 lines that saves minutes.
 */
async function plantLines(owner: pg.Client, members: number): Promise<void> {
  const began = performance.now();
  const { rows } = await owner.query<{ definition: string }>(
    "select pg_get_indexdef('journal_line_statement'::regclass) as definition",
  );
  await owner.query("set session_replication_role = replica");
  await owner.query("drop index journal_line_statement");
  for (let week = 0; week < WEEKS; week += WEEKS_AT_ONCE) {
    await owner.query(bookWeeks, [week, week + WEEKS_AT_ONCE - 1, members]);
  }
  await owner.query(rows[0]?.definition ?? "");
  await owner.query("set session_replication_role = origin");
  // Flushed first: vacuum marks no page as all-visible while a commit is not yet on the disk.
  await owner.query("checkpoint");
  await owner.query("vacuum (analyze) journal_entry, journal_line");
  await owner.query("checkpoint");
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

async function timedInTurns(
  societies: readonly [PlantedSociety, PlantedSociety],
  statement: Overheard,
): Promise<[Timed, Timed]> {
  const [small, large] = societies;
  const both = [
    { society: small, results: await nothingTimed(small) },
    { society: large, results: await nothingTimed(large) },
  ] as const;
  for (let round = -WARM_UP; round < CALLS; round += 1) {
    for (const { society, results } of both) {
      const http = await milliseconds(() => callForStatement(society));
      const sql = await milliseconds(() => runStatement(society, statement));
      if (round < 0) continue;
      results.http.push(http);
      results.sql.push(sql);
    }
  }
  return [both[0].results, both[1].results];
}

async function nothingTimed({ owner }: PlantedSociety): Promise<Timed> {
  const { rows } = await owner.query<{ n: string }>("select count(*) as n from journal_line");
  return { lines: Number(rows[0]?.n), http: [], sql: [] };
}

async function callForStatement({ demo, planted }: PlantedSociety): Promise<void> {
  const { memberNo, token, ip } = firstMember(planted);
  const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": ip };
  const response = await fetch(`${demo.url}${DIVIDEND}/${memberNo}`, { headers });
  const given = (await response.json()) as readonly unknown[];
  if (given.length !== WEEKS) throw new Error(`${response.status} with ${given.length} rows.`);
}

async function runStatement(
  { owner, planted }: PlantedSociety,
  { name, text, more }: Overheard,
): Promise<void> {
  await owner.query({ name, text, values: [firstMember(planted).memberNo, ...more] });
}

function firstMember({ members: [member] }: Planted): PlantedMember {
  if (member === undefined) throw new Error("No member was planted.");
  return member;
}

async function milliseconds(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

function report(states: readonly [Timed, Timed]): void {
  const [few, many] = states;
  const line = (name: string, figure: (state: Timed) => number): string[] => [
    name,
    ...states.map((state) => `${figure(state).toFixed(2)} ms`),
    (figure(many) / figure(few)).toFixed(2),
  ];
  console.log(`\n  one statement of ${WEEKS} rows, ${CALLS} calls to each in turns`);
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
