// How to read these figures: a whole society in one run, by the built programs as an office runs
// them, with the embedded database and its disk: its history imported from two files, then proven,
// backed up, restored with its proof, served, and paid a dividend. "memory" is the largest resident
// size of the process as the kernel records it. Targets on two cores for the whole size: backup 5
// minutes, restore with proof 15, nightly reconcile 2; the calls of a dividend day beside a backup
// within twice the quiet p95, and no answer of 500 or more. The whole size is 100,000 members and
// 10,000,000 lines, which takes hours and 20 GB of disk:
//   npm run bench -- society --members 100000 --lines 10000000 --seconds 600
// Without these words it is a hundredth of that, which shows that everything works and no figure.
// A society of a few members gets fewer calls a second, so that nobody signs in twice.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Answered,
  CALLS_A_SECOND,
  Crowd,
  live,
  percentilesOf,
  report,
} from "./dividend-day.ts";
import { median, percentile, printTable } from "./figures.ts";
import { type Counted, Society } from "./society.ts";
import { PASSWORD } from "./planted.ts";

const sized = (word: string, usual: number) => {
  const at = process.argv.indexOf(`--${word}`);
  const given = Number(process.argv[at + 1]);
  if (at >= 0 && !(given > 0)) throw new Error(`--${word} needs a number.`);
  return at < 0 ? usual : given;
};
const members = sized("members", 1000);
const lines = sized("lines", 100 * members);
const seconds = sized("seconds", 20);
const CALLS = 50;
/** Quiet, beside one backup, and beside one after the other. */
const DAYS = 3;

export default async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "akiba-society-"));
  chmodSync(folder, 0o711);
  const society = new Society(folder, { members, lines });
  console.log(`  ${members} members, ${lines} lines`);
  try {
    await importHistory(society);
    await runAndTell(society, "nightly reconcile", ["reconcile"]);
    await backUpAndProve(society, join(folder, "backups"));
    const server = await society.serve();
    try {
      await timeCalls(society, server.url);
      await liveADay(society, server.url, join(folder, "beside"));
      await payDividend(society, server.url);
    } finally {
      const { memory } = await server.stop();
      console.log(`  the server's memory ${memory.toFixed(0)} MiB at most`);
    }
    await runAndTell(society, "reconcile afterwards", ["reconcile"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tell(what: string, { seconds: took, memory }: Counted, more = ""): void {
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const size = memory > 0 ? `, memory ${memory.toFixed(0)} MiB` : "";
  console.log(`  ${what} ${took.toFixed(1)} s${size}${more}, load average ${load}`);
}

async function runAndTell(society: Society, what: string, given: readonly string[]) {
  tell(what, await society.command(given));
}

async function importHistory(society: Society): Promise<void> {
  const files = await society.writeHistory();
  await society.found();
  await runAndTell(society, "import with its proof", ["import", ...files, "--commit"]);
}

async function backUpAndProve(society: Society, to: string): Promise<void> {
  mkdirSync(to);
  await runAndTell(society, "backup", ["backup", "--to", to]);
  const [file = ""] = readdirSync(to);
  const size = `, ${(statSync(join(to, file)).size / 2 ** 20).toFixed(0)} MiB`;
  const proven = await society.command(["backup", "verify", join(to, file), "--into-scratch"]);
  tell("restore with its proof", proven, size);
}

/** One call after the other: signing in, a statement, a search. */
async function timeCalls(society: Society, url: string): Promise<void> {
  const { token } = await society.staff();
  const own = society.crowd.slice(-CALLS);
  const asked: Readonly<Record<string, (call: number) => Promise<Response>>> = {
    "sign-in": (call) => {
      const { memberNo = "", ip = "" } = own[call] ?? {};
      const body = JSON.stringify({ memberNo, password: PASSWORD });
      const headers = { "content-type": "application/json", "x-forwarded-for": ip };
      return fetch(`${url}/api/v1/auth/authenticate`, { method: "POST", headers, body });
    },
    statement: (call) => {
      const { memberNo = "", token: member = "" } = own[call] ?? {};
      return fetch(`${url}/api/v1/savings/${memberNo}`, { headers: bearer(member) });
    },
    search: (call) => {
      const search = `number ${String((call * 7919) % members).padStart(6, "0")}`;
      const query = new URLSearchParams({ search });
      return fetch(`${url}/api/v1/members?${query}`, { headers: bearer(token) });
    },
  };
  const rows = [["", "median", "p95", "answers"]];
  for (const [what, ask] of Object.entries(asked)) rows.push(await figuresOf(what, ask));
  printTable(rows);
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function figuresOf(what: string, ask: (call: number) => Promise<Response>) {
  const times: number[] = [];
  const statuses = new Set<number>();
  for (let call = 0; call < CALLS; call += 1) {
    const began = performance.now();
    const answer = await ask(call);
    await answer.arrayBuffer();
    statuses.add(answer.status);
    times.push(performance.now() - began);
  }
  const [usual, slow] = [median(times), percentile(times, 95)].map((ms) => `${ms.toFixed(1)} ms`);
  return [what, usual ?? "", slow ?? "", [...statuses].join(", ")];
}

/** The calls of a dividend day: quiet, beside one backup, and beside one after the other. */
async function liveADay(society: Society, url: string, to: string): Promise<void> {
  // The last ones signed in by themselves above; each day needs one member for each call but reads.
  const crowd = new Crowd(society.crowd.slice(0, -CALLS));
  const times = Math.min(1, (members / 2 - CALLS) / (DAYS * seconds * 40));
  const name = `${Math.round(times * CALLS_A_SECOND)} calls a second for ${seconds} s`;
  const day = () => live(url, crowd, times, seconds);
  mkdirSync(to);
  const backUp = () => society.commandBesideMembers(["backup", "--to", to]);
  const quiet = await day();
  report(`Dividend day, quiet: ${name}`, quiet);
  const [withOne] = await Promise.all([day(), backUp()]);
  removeFilesIn(to);
  report("The same with a backup beside it", withOne);
  tellAgainst(quiet, withOne);
  const [withMany, backups] = await besideRepeated(day, async () => {
    await backUp();
    removeFilesIn(to);
  });
  report(`The same with ${backups} backups one after the other beside it`, withMany);
  tellAgainst(quiet, withMany);
}

function removeFilesIn(folder: string): void {
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
}

/** Repeats work until something else has ended; returns what that gave, and how often it ran. */
async function besideRepeated<Result>(
  other: () => Promise<Result>,
  work: () => Promise<void>,
): Promise<[Result, number]> {
  const progress = { isOver: false, runs: 0 };
  const working = (async () => {
    while (!progress.isOver) {
      await work();
      progress.runs += 1;
    }
  })();
  const result = await other();
  progress.isOver = true;
  await working;
  return [result, progress.runs];
}

function tellAgainst(quiet: readonly Answered[], beside: readonly Answered[]): void {
  const [before, after] = [quiet, beside].map((all) => percentilesOf(all, 95));
  const factors = Object.entries(after ?? {}).map(([kind, ms]) => {
    return `${kind} ${(ms / (before?.[kind] ?? ms)).toFixed(2)}`;
  });
  const broken = beside.filter(({ status }) => status === "failed" || status >= 500).length;
  console.log(`  p95 against quiet: ${factors.join(", ")}; answers of 500 or more: ${broken}`);
}

/** A dividend by the commands themselves, and then the queue of its payments. */
async function payDividend(society: Society, url: string): Promise<void> {
  for (const { what, seconds: took } of await society.dividend()) {
    tell(`dividend ${what}`, { seconds: took, memory: 0 });
  }
  const { token } = await society.staff();
  const page = () => fetch(`${url}/api/v1/payouts?tab=waiting`, { headers: bearer(token) });
  printTable([["", "median", "p95", "answers"], await figuresOf("queue of payouts", page)]);
}
