// How to read these figures: how long other members wait for their reads while the office sends 22
// files that are made to hold a server up: blank lines, rows that drop their last cells, headers of
// 500,000 columns, open quotes, statements of the bank with a million rows. "p99" is of reads sent
// 50 a second, whether or not the ones before were answered, so that a stalled server shows in all
// of them; "before" is the same with no file sent. "files" is until the last file was answered. The
// target is a p99 of 100 ms on two cores; the load average shows how busy the machine was.
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { peakOf, signIn } from "./office.ts";
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
const statements = [
  `${statementHead}${"1,2\n".repeat(1_000_000)}`,
  `${statementHead}${"16/03/2026,,x,,10,10\n".repeat(1_000_000)}`,
];

export default async function measure({ startDemo }: BenchTools): Promise<void> {
  const demo = await startDemo({ LIMIT_READS_PER_MINUTE: "60000", LIMIT_READ_BURST: "6000" });
  try {
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
    report("before", await pacedReads(read, () => (left -= 1) >= 0));
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
      ...statements.map((csv) => reconciliation("POST", "/bank/statements?fileName=s.csv", csv)),
    ]).finally(() => (areSent = true));
    const waits = await pacedReads(read, () => !areSent);
    const replies = await sending;
    console.log(`  files ${((performance.now() - began) / 1000).toFixed(1)} s, answered with`);
    console.log(`    ${replies.map(({ status }) => status).join(" ")}`);
    report("while 22 files were sent", waits);
    console.log(`  reads that were told to come back: ${busy}`);
    console.log(`  memory ${peakOf(demo.pid).toFixed(0)} MiB at most, ${atRest.toFixed(0)} before`);
    const load = loadavg().map((one) => one.toFixed(1));
    console.log(`  load average ${load.join(" ")}`);
  } finally {
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

/** Sends reads on schedule until it is stopped; returns the time of each. */
async function pacedReads(
  read: () => Promise<number>,
  goOn: () => boolean,
): Promise<readonly number[]> {
  const sent: Promise<number>[] = [];
  const began = performance.now();
  while (goOn()) {
    sent.push(read());
    await pause(Math.max(0, began + sent.length * EVERY_MS - performance.now()));
  }
  return Promise.all(sent);
}

function report(when: string, waits: readonly number[]): void {
  const sorted = waits.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(0);
  const median = `median ${at(0.5)} ms`;
  console.log(`  ${when}: ${waits.length} reads, ${median}, p99 ${at(0.99)} ms, most ${at(1)} ms`);
}
