// How to read these figures: how long other members wait for their reads while the office sends 24
// files that are made to hold a server up: blank lines, rows that drop their last cells, headers of
// 500,000 columns, open quotes, statements of the bank and of M-Pesa with a million rows. "p99" is
// of reads sent 50 a second, whether or not the ones before were answered, so that a stalled server
// shows in all of them; "before" is the same with no file sent. "files" is until the last file was
// answered. The target is a p99 of 100 ms on two cores; the load average shows how busy the machine
// was. Then each statement is sent once more by itself, which must be rejected, and all together
// while the server is killed. "rows" are those of every table, which stay as they were.
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";
import { countRows, differencesIn } from "./all-rows.ts";
import { peakOf, signIn } from "./office.ts";
import { percentile, sendPaced } from "./paced.ts";
import type { BenchTools } from "./tools.ts";

const EVERY_MS = 20;
const READS_BEFORE = 500;
const MIB = 1_048_576;

const head = "member_no,amount,note\n";
const hostile = [
  `${head}MS1001,5,\n${"\n".repeat(98_000)}`,
  `${head}MS1001,5,\n${"\n".repeat(4.9 * MIB)}`,
  `${head}MS1001,5,\n${" ,,\n".repeat(1.2 * MIB)}`,
  `${head}${"MS1001,5\n".repeat(50_000)}`,
  `${head}${"MS1001,5,,,,,\n".repeat(50_000)}`,
  `${head}${"MS1001,5,,x\n".repeat(50_000)}`,
  `${"a,".repeat(500_000)}\n1\n`,
  `${head}"${"x".repeat(4.9 * MIB)}`,
  `${head}${"1,2\n".repeat(1.2 * MIB)}`,
  ",".repeat(5 * MIB),
];

const statementHead = "Date,Reference,Description,Debit,Credit,Balance\n";
const mpesaHead = "Receipt No.,Completion Time,Paid In,Withdrawn,Balance\n";
const statements = [
  ["bank", `${statementHead}${"1,2\n".repeat(1_000_000)}`],
  ["bank", `${statementHead}${"16/03/2026,,x,,10,10\n".repeat(1_000_000)}`],
  ["mobile-money", `${mpesaHead}${"A,1,1,,\n".repeat(600_000)}`],
  ["mobile-money", `${mpesaHead}${"A,,,\n".repeat(1_000_000)}`],
] as const;
const FILES = hostile.length * 2 + statements.length;
/** How long the server reads a statement before it is killed. */
const KILLED_AFTER_MS = 400;

export default async function measure({ startDemo }: BenchTools): Promise<void> {
  const demo = await startDemo({ LIMIT_READS_PER_MINUTE: "60000", LIMIT_READ_BURST: "6000" });
  const postgres = await startEmbeddedPostgres({ dataDir: demo.dataDir });
  const owner = new pg.Client(postgres.connection);
  try {
    await owner.connect();
    const token = await memberToken(demo.url);
    let busy = 0;
    const read = async () => {
      const began = performance.now();
      const headers = { authorization: `Bearer ${token}` };
      const reply = await fetch(`${demo.url}/api/v1/savings/sumTotal/MS1001`, { headers });
      await reply.text();
      if (!reply.ok) busy += 1;
      return performance.now() - began;
    };
    let left = READS_BEFORE;
    report("before", await sendPaced(read, { everyMs: EVERY_MS, goOn: () => (left -= 1) >= 0 }));
    const atRest = peakOf(demo.pid);
    const checkOff = await signIn(demo.url, "ST9001", "check-off");
    const imports = await signIn(demo.url, "ST9001", "imports");
    const reconciliation = await signIn(demo.url, "ST9001", "reconciliation");
    const began = performance.now();
    let areSent = false;
    const sending = Promise.all([
      ...hostile.flatMap((csv, at) => [
        checkOff("POST", `?month=2026-06&declared=5&fileName=h${at}.csv`, csv),
        imports("POST", `?kind=entries&fileName=h${at}.csv`, csv),
      ]),
      ...statements.map(([account, csv]) =>
        reconciliation("POST", `/${account}/statements?fileName=s.csv`, csv),
      ),
    ]).finally(() => (areSent = true));
    const waits = await sendPaced(read, { everyMs: EVERY_MS, goOn: () => !areSent });
    const replies = await sending;
    console.log(`  files ${((performance.now() - began) / 1000).toFixed(1)} s, answered with`);
    console.log(`    ${replies.map(({ status }) => status).join(" ")}`);
    report(`while ${FILES} files were sent`, waits);
    console.log(`  reads that were told to come back: ${busy}`);
    console.log(`  memory ${peakOf(demo.pid).toFixed(0)} MiB at most, ${atRest.toFixed(0)} before`);
    const load = loadavg().map((one) => one.toFixed(1));
    console.log(`  load average ${load.join(" ")}`);
    const rows = await countRows(owner);
    const send = ([account, csv]: (typeof statements)[number]) =>
      reconciliation("POST", `/${account}/statements?fileName=s.csv`, csv);
    for (const one of statements) {
      const before = performance.now();
      const { status } = await send(one);
      const seconds = ((performance.now() - before) / 1000).toFixed(1);
      console.log(
        `  ${one[0]}, ${(one[1].length / MIB).toFixed(0)} MiB: ${status} in ${seconds} s`,
      );
    }
    console.log(`  memory ${peakOf(demo.pid).toFixed(0)} MiB at most`);
    reportRows("after each was rejected", differencesIn(rows, await countRows(owner)));
    // The server is killed before it answers.
    for (const one of statements) send(one).catch(() => {});
    await pause(KILLED_AFTER_MS);
    process.kill(demo.pid, "SIGKILL");
    await pause(KILLED_AFTER_MS);
    reportRows("after the server was killed", differencesIn(rows, await countRows(owner)));
  } finally {
    await owner.end();
    await postgres.stop();
    await demo.stop();
  }
}

async function memberToken(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/v1/auth/authenticate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ memberNo: "MS1001", password: "Demo-2026-mwanachama" }),
  });
  return ((await reply.json()) as { token: string }).token;
}

function report(when: string, waits: readonly number[]): void {
  const [median, p99, most] = [0.5, 0.99, 1].map((share) => percentile(waits, share));
  console.log(
    `  ${when}: ${waits.length} reads, median ${median} ms, p99 ${p99} ms, most ${most} ms`,
  );
}

function reportRows(when: string, differences: readonly string[]): void {
  console.log(
    `  rows ${when}: ${differences.length === 0 ? "all as before" : differences.join(", ")}`,
  );
}
