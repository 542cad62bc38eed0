// How to read these figures: paybill confirmations at a steady rate, a tenth of them repeated, as
// M-Pesa does when an answer is slow. They are sent on schedule, whether or not the ones
// before were answered, so that one that waits shows in all that wait behind it. BENCH_OTHER_BUILD
// names the folder of another clone that is built: its server then works on the same database, in
// turns with this one, so that both meet the same load of the machine. Messages stay in the outbox.
import { spawn } from "node:child_process";
import { loadavg } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { runServer } from "../scripts/lib/run-server.js";
import { contestEnvironment } from "./contest.ts";
import { median, printTable, processorMilliseconds } from "./figures.ts";
import { confirmationOf, paybillEnvironment, proveOnce } from "./paybill.ts";
import { percentile, sendPaced } from "./paced.ts";
import { type PlantedMember, plantMembers } from "./planted.ts";
import type { BenchTools } from "./tools.ts";

const MEMBERS = 500;
const RATES = [50, 100, 200];
const SECONDS = 10;
const ROUNDS = 3;

interface Contender {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
}

interface Measured {
  readonly reached: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly serverMilliseconds: number;
  /** The share that was asked to come back, which M-Pesa does not do. */
  readonly rejected: number;
}

export default async function measure(tools: BenchTools): Promise<void> {
  const environment = { ...contestEnvironment, ...paybillEnvironment };
  const demo = await tools.startDemo(environment);
  try {
    const { postgres, members } = await plantMembers(demo.dataDir, MEMBERS);
    const owner = new pg.Client(postgres.connection);
    await owner.connect();
    const other = await startOther(demo.dataDir, environment);
    try {
      await owner.query(`alter table outbox_message
        alter column next_attempt_at set default now() + interval '1 day'`);
      const contenders = [{ ...demo, name: "this build" }, ...other];
      for (const rate of RATES) await inRounds(contenders, members, rate);
      console.log(`  ${await proveOnce(owner)}`);
    } finally {
      await Promise.all(other.map(({ stop }) => stop()));
      await owner.end();
      await postgres.stop();
    }
  } finally {
    await demo.stop();
  }
}

/** Starts the server of another build over the same folder, if one is named. */
async function startOther(dataDir: string, environment: Readonly<Record<string, string>>) {
  const folder = process.env["BENCH_OTHER_BUILD"] ?? "";
  if (folder === "") return [];
  const launch = (variables: Readonly<Record<string, string>>) =>
    spawn(process.execPath, [join(folder, "dist/server/main.js")], {
      cwd: folder,
      env: { ...process.env, ...variables },
      stdio: ["ignore", "ignore", "inherit"],
    });
  const { pid = 0, ...server } = await runServer(dataDir, environment, launch);
  return [{ ...server, pid, name: "other build" }];
}

async function inRounds(
  contenders: readonly Contender[],
  members: readonly PlantedMember[],
  rate: number,
): Promise<void> {
  const measured: Measured[][] = contenders.map(() => []);
  for (const contender of contenders) await steady(contender, members, { rate, seconds: 3 });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      // A different one begins each round, so that none always follows the same.
      const at = (round + turn) % contenders.length;
      const contender = contenders[at] as Contender;
      measured[at]?.push(await steady(contender, members, { rate, seconds: SECONDS }));
    }
  }
  report(contenders, measured, rate);
}

async function steady(
  { url, pid }: Contender,
  members: readonly PlantedMember[],
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<Measured> {
  const many = rate * seconds;
  let sent = 0;
  let rejected = 0;
  const send = async (): Promise<number> => {
    const member = members[sent % members.length] as PlantedMember;
    const { path, ...request } = confirmationOf(member, sent % 10 === 9);
    sent += 1;
    const began = performance.now();
    const reply = await fetch(`${url}${path}`, request);
    await reply.text();
    if (!reply.ok) rejected += 1;
    return performance.now() - began;
  };
  const before = processorMilliseconds(pid);
  const began = performance.now();
  const times = await sendPaced(send, { everyMs: 1000 / rate, goOn: () => sent < many });
  const reached = (many * 1000) / (performance.now() - began);
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) =>
    Number(percentile(times, share)),
  );
  const serverMilliseconds = (processorMilliseconds(pid) - before) / many;
  return {
    reached,
    p50,
    p95,
    p99,
    serverMilliseconds,
    rejected: rejected / many,
  };
}

function report(
  contenders: readonly Contender[],
  measured: readonly Measured[][],
  rate: number,
): void {
  console.log(`\n  ${rate} confirmations a second, median of ${ROUNDS} times ${SECONDS} s`);
  printTable([
    ["", "reached", "p50", "p95", "p99", "server, each", "rejected"],
    ...contenders.map(({ name }, at) => {
      const of = (figure: (one: Measured) => number) => median((measured[at] ?? []).map(figure));
      return [
        name,
        `${Math.round(of(({ reached }) => reached))}/s`,
        ...[of(({ p50 }) => p50), of(({ p95 }) => p95), of(({ p99 }) => p99)].map(
          (milliseconds) => `${milliseconds} ms`,
        ),
        `${of(({ serverMilliseconds }) => serverMilliseconds).toFixed(2)} ms`,
        `${Math.round(100 * of(({ rejected }) => rejected))} %`,
      ];
    }),
  ]);
  const loads = loadavg().map((load) => load.toFixed(1));
  console.log(`  load average ${loads.join(" ")}`);
}
