// How to read these figures: how long the office waits for a page of the loan queue in a society of
// 100,000 members and 200,000 loans, over HTTP, one call at a time: each tab, order, search and
// filter on its own, with the counts of all tabs that come with every page. The target is 200 ms.
// "nobody" is a search without results, "everybody" one that matches every member; the load average
// shows how busy the machine was.
import { loadavg } from "node:os";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";
import { contestEnvironment } from "./contest.ts";
import { median, percentile, printTable } from "./figures.ts";
import type { BenchTools } from "./tools.ts";

const MEMBERS = 100_000;
const CALLS = 20;

const pages: Readonly<Record<string, string>> = {
  "to approve, longest first": "",
  "to approve, largest first": "?order=amount",
  "to approve, not met": "?checks=unmet",
  "to approve, a name": "?search=member+number+0777",
  "to approve, nobody": "?search=nobody+at+all",
  "disbursed today": "?stage=disbursed-today",
  "running, newest first": "?stage=running&order=newest",
  "running, a member number": "?stage=running&search=B077777",
  "settled, largest first": "?stage=settled&order=amount",
  "settled, a member number": "?stage=settled&search=B077777",
  "settled, nobody": "?stage=settled&search=nobody+at+all",
  "settled, some names": "?stage=settled&search=0777",
  "settled, many names": "?stage=settled&search=07",
  "settled, everybody": "?stage=settled&search=me&order=amount",
  "settled, a loan number": "?stage=settled&search=q-1234",
};

export default async function measure(tools: BenchTools): Promise<void> {
  const demo = await tools.startDemo(contestEnvironment);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: demo.dataDir });
    try {
      await plant(postgres.connection);
      await timePages(demo.url);
    } finally {
      await postgres.stop();
    }
  } finally {
    await demo.stop();
  }
}

async function plant(connection: pg.ClientConfig): Promise<void> {
  const owner = new pg.Client(connection);
  await owner.connect();
  try {
    await owner.query("begin");
    for (const sql of planting) await owner.query(sql);
    await owner.query("commit");
    await owner.query("vacuum analyze");
  } finally {
    await owner.end();
  }
}

async function timePages(url: string): Promise<void> {
  const body = JSON.stringify({ memberNo: "ST9002", password: "Demo-2026-mfanyakazi" });
  const signedIn = await fetch(`${url}/api/v1/auth/authenticate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const { token } = (await signedIn.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const rows = [["page", "median", "p95", "rows"]];
  for (const [name, query] of Object.entries(pages)) {
    const took: number[] = [];
    let found = 0;
    for (let call = 0; call < CALLS; call += 1) {
      const began = performance.now();
      const reply = await fetch(`${url}/api/v1/instant-loans${query}`, { headers });
      found = ((await reply.json()) as { rows: unknown[] }).rows.length;
      took.push(performance.now() - began);
    }
    const said = (figure: number) => `${figure.toFixed(0)} ms`;
    rows.push([name, said(median(took)), said(percentile(took, 95)), String(found)]);
  }
  printTable(rows);
  const load = loadavg().map((figure) => figure.toFixed(1));
  console.log(`  load average ${load.join(" ")}`);
}

/**
 * Two loans for each member, of which one in fifty waits and three in ten are being repaid. A third
 * of those that were paid out are from before the portal, so that none of its policies judged them.
 */
const planting = [
  `insert into member (member_no, full_name, mobile_number, joined_on)
    select 'B' || lpad(n::text, 6, '0'), 'Member Number ' || lpad(n::text, 6, '0'), '', '2019-03-01'
    from generate_series(1, ${MEMBERS}) n`,
  `insert into ledger_account (code, member_id, normal_side, floor_cents, balance_cents)
    select code, id, -1, 0, -(id % 90 + 10) * 100000
    from member, unnest(array['member-deposits', 'share-capital', 'dividend-payable']) as code
    where member_no like 'B%'`,
  `with given as (
      select m.id, turn, (m.id * 2 + turn) as n from member m, generate_series(0, 1) as turn
      where m.member_no like 'B%'
    ), placed as (
      select *, case when turn = 0 then
          case when n % 100 < 40 then 'declined' when n % 100 < 50 then 'withdrawn'
            else 'settled' end
        else case when n % 100 < 4 then 'applied' when n % 100 < 5 then 'approved'
          when n % 100 < 60 then 'disbursed' else 'settled' end end as state
      from given
    )
    insert into loan (loan_no, member_id, category, purpose, principal_cents, fee_cents,
        total_cents, monthly_deduction_cents, term_months, state, policy_id, applied_at,
        start_date, end_date)
      select 'Q-' || n, id, 'Instant', 'Instant loan', (n % 95 + 5) * 100000, 0,
        (n % 95 + 5) * 100000, 100000, 6, state,
        case when state not in ('disbursed', 'settled') or n % 3 > 0 then 1 end,
        now() - (n % 90) * interval '1 hour',
        case when state in ('disbursed', 'settled') then current_date - (n % 300)::int end,
        case when state in ('disbursed', 'settled') then current_date + 180 end
      from placed`,
  `insert into loan_step (loan_id, step, taken_by, reason)
    select id, state, 'bench', case when state = 'declined' then 'No' else '' end from loan
    where loan_no like 'Q-%' and state <> 'disbursed'`,
  `insert into ledger_account (code, member_id, reference, normal_side, balance_cents)
    select 'loan-receivable', member_id, loan_no, 1,
      case when state = 'disbursed' then total_cents / 2 else 0 end
    from loan where loan_no like 'Q-%' and state in ('disbursed', 'settled')`,
];
