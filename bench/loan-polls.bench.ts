// How to read these figures: the cost of one more poll of `GET /v1/loan` in a society of 20,000
// members with 60,000 loans. "SQL" is the member's statement as it was, planned for each run
// because it also served staff, next to the current statement, whose plan is kept. "HTTP" is a
// whole answer next to an unchanged one (304), one call at a time, with the session's look-up in
// both. The calls of each pair alternate, so that a neighbour's noise affects both alike; the load
// average shows how much there was.
import { loadavg } from "node:os";
import pg from "pg";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import { loanList } from "#server/loans/instant-loans/queries.ts";
import { contestEnvironment, overhear } from "./contest.ts";
import { median, percentile, printTable } from "./figures.ts";
import { type PlantedMember, plantMembers } from "./planted.ts";
import type { BenchTools } from "./tools.ts";

const MEMBERS = 20_000;
const CALLS = 500;

const asItWas = `select l.id, m.member_no, m.full_name, l.category, l.principal_cents
  from loan l join member m on m.id = l.member_id
  where $1::text is null or m.member_no = $1 order by l.id limit 100 offset $2`;

const plantLoans = `insert into loan (loan_no, member_id, category, purpose, principal_cents,
    total_cents, monthly_deduction_cents, term_months, state)
  select 'P-' || id || '-' || n, id, 'Instant', 'Instant loan', 100000, 100000, 100000, 1,
    'withdrawn'
  from member, generate_series(1, 3) n where member_no like 'BENCH%'`;

export default async function measure(tools: BenchTools): Promise<void> {
  const demo = await tools.startDemo({
    ...contestEnvironment,
    LIMIT_POLLS_PER_MINUTE: "1000000",
    LIMIT_POLL_BURST: "1000000",
  });
  try {
    const { postgres, members } = await plantMembers(demo.dataDir, MEMBERS);
    const owner = new pg.Client(postgres.connection);
    await owner.connect();
    try {
      await owner.query(plantLoans);
      await owner.query("vacuum analyze");
      const rows = [...(await timeSql(owner)), ...(await timeHttp(demo.url, members))];
      console.log(`\n  ${CALLS} of each, in turns; load average ${loadavg()[0]?.toFixed(1)}`);
      printTable([["", "median", "p95", "of the first"], ...rows]);
    } finally {
      await owner.end();
      await postgres.stop();
    }
  } finally {
    await demo.stop();
  }
}

async function timeSql(owner: pg.Client): Promise<string[][]> {
  const scope = { memberNo: "BENCH777" } as unknown as MemberScope;
  const { name, text, more } = await overhear((snapshot) => loanList(snapshot, scope, 1));
  const values = ["BENCH777", ...more];
  return inTurns({
    "SQL, planned for each run": () => owner.query({ name: "as-it-was", text: asItWas, values }),
    "SQL, planned once": () => owner.query({ name, text, values }),
  });
}

async function timeHttp(url: string, members: readonly PlantedMember[]): Promise<string[][]> {
  const [member] = members;
  if (member === undefined) throw new Error("No member was planted.");
  const headers = { authorization: `Bearer ${member.token}`, "x-forwarded-for": member.ip };
  const ask = async (more: Readonly<Record<string, string>>, expected: number) => {
    const reply = await fetch(`${url}/v1/loan`, { headers: { ...headers, ...more } });
    await reply.arrayBuffer();
    if (reply.status !== expected) throw new Error(`${reply.status} instead of ${expected}.`);
    return reply;
  };
  const tag = (await ask({}, 200)).headers.get("etag") ?? "";
  return inTurns({
    "HTTP, 200": () => ask({}, 200),
    "HTTP, 304": () => ask({ "if-none-match": tag }, 304),
  });
}

/** Times several acts in turn, and returns their rows of the table. */
async function inTurns(
  acts: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<string[][]> {
  const named = Object.entries(acts);
  const times = named.map((): number[] => []);
  for (let call = 0; call < CALLS; call += 1) {
    for (const [at, [, act]] of named.entries()) {
      const from = performance.now();
      await act();
      times[at]?.push(performance.now() - from);
    }
  }
  const first = median(times[0] ?? []);
  return named.map(([name], at) => {
    const found = times[at] ?? [];
    const share = `${Math.round((100 * median(found)) / first)} %`;
    return [name, ms(median(found)), ms(percentile(found, 95)), share];
  });
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}
