// How to read these figures: the time to import a society's history of 10,000 members and 500,000
// entries, which are 1,000,000 ledger lines, by the built command as an office runs it, with the
// embedded database and its disk. "import" is the command's own figure, from the first byte to the
// commit; "with the proof" adds the reconciler, which adds all of it up again. "memory" is the
// largest resident size of the importing process as the kernel records it. The target is 60 s on
// two cores and 256 MiB; the load average shows how busy the machine was.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";
import { migrate } from "#server/kernel/platform/migrate.ts";

const MEMBERS = 10_000;
const ENTRIES = 500_000;
const POLL_MS = 50;

export default async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "akiba-import-"));
  chmodSync(folder, 0o711);
  try {
    const files = [join(folder, "members.csv"), join(folder, "entries.csv")];
    await pipeline(Readable.from(memberRows()), createWriteStream(files[0] ?? ""));
    await pipeline(Readable.from(entryRows()), createWriteStream(files[1] ?? ""));
    await makeDatabase(folder);
    const { seconds, said, peakMiB } = await runImport(folder, [...files, "--commit"]);
    const [imported] = said.match(/^[\d.]+ s$/m) ?? ["it failed"];
    console.log(`  import ${imported}, with the proof ${seconds.toFixed(1)} s`);
    console.log(`  memory ${peakMiB.toFixed(0)} MiB at most`);
    console.log(
      `  load average ${loadavg()
        .map((load) => load.toFixed(1))
        .join(" ")}`,
    );
    console.log(`  ${said.trim().split("\n").slice(-3).join("; ")}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** No command creates a database, and creating it is not part of the measurement. */
async function makeDatabase(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  await migrate(postgres.connection, "migrations");
  await postgres.stop();
}

async function runImport(dataDir: string, given: readonly string[]) {
  const began = performance.now();
  const command = spawn(process.execPath, ["dist/server/cli.js", "import", ...given], {
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      AKIBA_MODE: "demo",
      DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  command.stdout.on("data", (part) => (said += String(part)));
  let peakMiB = 0;
  const look = setInterval(() => {
    peakMiB = Math.max(peakMiB, peakOf(command.pid ?? 0));
  }, POLL_MS);
  await once(command, "close");
  clearInterval(look);
  return { said, peakMiB, seconds: (performance.now() - began) / 1000 };
}

/** The kernel records the largest size, so that nothing between two samples is missed. */
function peakOf(pid: number): number {
  try {
    const [, kibibytes = "0"] =
      /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kibibytes) / 1024;
  } catch {
    return 0;
  }
}

function* memberRows() {
  yield "member_no,full_name,id_no,mobile,joined_on\n";
  for (let member = 0; member < MEMBERS; member += 1) {
    const digits = String(member).padStart(6, "0");
    yield `B${digits},Member Number ${digits},3${digits}1,0712${digits},2015-01-15\n`;
  }
}

/** Fifty months, in the order a core system exports them: by day, then by member. */
function* entryRows() {
  yield "member_no,date,kind,amount,narration,reference\n";
  for (let entry = 0; entry < ENTRIES; entry += 1) {
    const month = Math.floor(entry / MEMBERS);
    const member = `B${String(entry % MEMBERS).padStart(6, "0")}`;
    const ofYear = String((month % 12) + 1).padStart(2, "0");
    const yearMonth = `${2020 + Math.floor(month / 12)}-${ofYear}`;
    const kind = month % 5 === 4 ? "share_capital" : "deposit";
    const amount = `${1000 + (entry % 97) * 50}.00`;
    yield `${member},${yearMonth}-25,${kind},${amount},Check-off ${yearMonth},CO-${yearMonth}\n`;
  }
}
