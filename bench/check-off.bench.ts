// How to read these figures: the time for a check-off file of 50,000 lines in the built product, by
// the calls the desk makes: "imported" is reading, matching and writing it, "matched again" the
// same without the reading, "posted" all of its entries, settled loans and 98,000 messages in one
// unit of work, "reversed" their reversal. Each member has one running loan of six instalments.
// "memory" is the largest resident size of the server as the kernel records it. The target is 30 s
// for each on two cores; the load average shows how busy the machine was.
import { loadavg } from "node:os";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";
import { median } from "./figures.ts";
import { peakOf, plant, plantMembers, signIn, timed } from "./office.ts";
import type { BenchTools } from "./tools.ts";

const LINES = 50_000;

export default async function measure({ startDemo }: BenchTools): Promise<void> {
  const demo = await startDemo();
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: demo.dataDir });
    await plant(postgres.connection, [...plantMembers(LINES), ...planting]);
    const atRest = peakOf(demo.pid);
    const desk = await signIn(demo.url, "ST9001", "check-off");
    const treasurer = await signIn(demo.url, "ST9005", "check-off");
    const { csv, declared } = aFile();
    const asked = new URLSearchParams({ month: "2026-06", declared, fileName: "june.csv" });
    const taken = await timed("taken in", () => desk("POST", `?${asked.toString()}`, csv));
    const { id } = (await taken.json()) as { id: string };
    await timed("a page of lines", () => desk("GET", `/${id}/lines?state=ambiguous`));
    await timed("variance", () => desk("GET", `/${id}/variance?kind=short`));
    await timed("matched again", () => desk("POST", `/${id}/matching`, {}));
    const shown = await timed("a look before posting", () => treasurer("GET", `/${id}`));
    const digest = await digestIn(shown);
    await compareReads(postgres.connection, id, () => treasurer("GET", `/${id}`));
    await timed("lines to check", () => treasurer("GET", `/${id}/review`));
    await timed("posted", () => treasurer("POST", `/${id}/posting`, { digest }));
    const other = await signIn(demo.url, "ST9003", "check-off");
    const preview = await timed("a look before reversal", () => other("GET", `/${id}/reversal`));
    const ending = { reason: "Measured", digest: await digestIn(preview) };
    await timed("taken back", () => other("POST", `/${id}/reversal`, ending));
    const peak = peakOf(demo.pid);
    console.log(`  memory ${peak.toFixed(0)} MiB at most, ${atRest.toFixed(0)} MiB before`);
    const load = loadavg().map((one) => one.toFixed(1));
    console.log(`  load average ${load.join(" ")}`);
    await postgres.stop();
  } finally {
    await demo.stop();
  }
}

const READS = 21;

/** Reads the file over HTTP and, alternately, calculates its figures as each read once did. */
async function compareReads(
  connection: pg.ClientConfig,
  id: string,
  read: () => Promise<Response>,
): Promise<void> {
  const owner = new pg.Client(connection);
  await owner.connect();
  const [kept, calculated]: [number[], number[]] = [[], []];
  for (let round = 0; round < READS; round += 1) {
    const began = performance.now();
    await (await read()).text();
    const between = performance.now();
    await owner.query("select check_off_keep_figures($1)", [id]);
    kept.push(between - began);
    calculated.push(performance.now() - between);
  }
  await owner.end();
  const [one, other] = [median(kept), median(calculated)];
  console.log(`  read ${one.toFixed(1)} ms, figures calculated ${other.toFixed(0)} ms`);
  console.log(`  ratio ${(other / one).toFixed(0)}, medians of ${READS}`);
}

async function digestIn(reply: Response): Promise<string> {
  return ((await reply.json()) as { digest: string }).digest;
}

/** One line in a hundred matches nobody, one in twenty brings more than is owed. */
function aFile(): { csv: string; declared: string } {
  let csv = "member_no,amount,note\n";
  let sum = 0;
  for (let line = 1; line <= LINES; line += 1) {
    const amount = line % 20 === 0 ? 7000 : 1000;
    sum += amount;
    const who = `${line % 100 === 1 ? "X" : "B"}${String(line).padStart(6, "0")}`;
    const note = amount === 7000 ? "loan" : line % 10 === 3 ? "deposits" : "";
    csv += `${who},${amount},${note}\n`;
  }
  return { csv, declared: String(sum) };
}

const planting = [
  `insert into loan (loan_no, member_id, category, purpose, principal_cents, fee_cents,
      total_cents, monthly_deduction_cents, term_months, state, start_date, end_date)
    select 'L' || member_no, id, 'Instant', 'Measured', 600000, 0, 600000, 100000, 6, 'disbursed',
      '2026-05-01', '2026-11-01' from member where member_no ~ '^B[0-9]{6}$'`,
  `insert into loan_instalment
    select id, n, ('2026-05-01'::date + make_interval(months => n))::date, 100000
    from loan, generate_series(1, 6) n where loan_no ~ '^LB[0-9]{6}$'`,
  `insert into ledger_account (code, member_id, reference, normal_side)
    select 'loan-receivable', member_id, loan_no, 1 from loan where loan_no ~ '^LB[0-9]{6}$'`,
  `begin;
  insert into journal_entry (id, kind, value_date, narration, actor)
    select nextval('journal_entry_id_seq'), 'loan-disbursed', '2026-05-01', loan_no, 'bench'
    from loan where loan_no ~ '^LB[0-9]{6}$';
  insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
    select e.id, s.n, case s.n when 1 then a.id else c.id end, e.value_date,
      case s.n when 1 then 600000 else -600000 end
    from journal_entry e join ledger_account a on a.reference = e.narration
      cross join generate_series(1, 2) as s(n), ledger_account c
    where e.actor = 'bench' and c.code = 'payout-clearing';
  commit`,
  "vacuum analyze",
];
