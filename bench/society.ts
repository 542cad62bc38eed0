import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { runWhenIdle } from "#server/backups/archive/low-priority.ts";
import { approve, declare, postAllMembers } from "#server/dividends/declarations/commands.ts";
import { lock, pay } from "#server/dividends/payments/commands.ts";
import { Database, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";
import { migrate } from "#server/kernel/platform/migrate.ts";
import { PasswordHasher } from "#server/kernel/platform/password-hash.ts";
import { randomToken, sha256 } from "#server/kernel/platform/random.ts";
import { peakOf } from "./office.ts";
import { PASSWORD, type PlantedMember } from "./planted.ts";

/** The cost of a run: seconds, and the largest resident size in MiB. */
export interface Counted {
  readonly seconds: number;
  readonly memory: number;
}

interface Size {
  readonly members: number;
  /** Two for each entry. */
  readonly lines: number;
}

const PEPPER = "a pepper of the benchmark, of 32 characters";
const YEAR = 2025;
const POLL_MS = 50;

/** A society in a separate folder, used by the built programs. */
export class Society {
  /** Those who may come on a dividend day, each with a login and a session. */
  crowd: readonly PlantedMember[] = [];
  readonly #folder: string;
  readonly #size: Size;

  constructor(folder: string, size: Size) {
    this.#folder = folder;
    this.#size = size;
  }

  /** Writes the members and their entries as a core system would export them. */
  async writeHistory(): Promise<string[]> {
    const files = { "members.csv": memberRows(this.#size), "entries.csv": entryRows(this.#size) };
    const paths: string[] = [];
    for (const [name, rows] of Object.entries(files)) {
      const path = join(this.#folder, name);
      await pipeline(Readable.from(rows), createWriteStream(path));
      paths.push(path);
    }
    return paths;
  }

  /** Makes the empty database, which no command does. */
  async found(): Promise<void> {
    await this.#withOwner(async ({ owner, connection }) => {
      await migrate(connection, "migrations");
      // Without it, a start would take the imported society for one of production.
      await owner.query("insert into database_mode (mode) values ('test')");
    });
  }

  /** Runs a command of the product to its end; throws what it said if it failed. */
  async command(given: readonly string[]): Promise<Counted> {
    return this.#counted(given, () => {});
  }

  /** Runs a command as the portal runs its nightly backup: while the processors are free. */
  async commandBesideMembers(given: readonly string[]): Promise<Counted> {
    return this.#counted(given, runWhenIdle);
  }

  async #counted(given: readonly string[], begun: (pid: number) => void): Promise<Counted> {
    const began = performance.now();
    const { child, said } = this.#spawn(["dist/server/cli.js", ...given]);
    if (child.pid !== undefined) begun(child.pid);
    const peak = watchPeak(child.pid ?? 0);
    const [code] = await once(child, "close");
    const memory = peak();
    if (code !== 0) throw new Error(`akiba ${given.join(" ")} failed: ${said()}`);
    return { seconds: (performance.now() - began) / 1000, memory };
  }

  /** Serves the society, with logins for its members and an office. */
  async serve() {
    await this.#withOwner(({ owner }) => this.#giveLogins(owner));
    const { child, said } = this.#spawn(["dist/server/main.js"]);
    const peak = watchPeak(child.pid ?? 0);
    const ended = once(child, "exit");
    const found = () => /ready at http:\/\/localhost:(\d+)/.exec(said())?.[1];
    while (found() === undefined) {
      if (child.exitCode !== null) throw new Error(`The server ended: ${said()}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    const stop = async () => {
      child.kill("SIGTERM");
      await ended;
      return { memory: peak() };
    };
    return { url: `http://127.0.0.1:${found()}`, stop };
  }

  /** Opens a session of a treasurer. */
  async staff(): Promise<{ readonly token: string }> {
    const token = randomToken();
    await this.#withOwner(({ owner }) =>
      owner.query(
        `insert into session (token_hash, login_id, idle_seconds, expires_at)
          select $1, id, 28800, now() + interval '8 hours' from login where login_no = 'BENCH'`,
        [sha256(token)],
      ),
    );
    return { token };
  }

  /** Declares, approves, posts, locks and pays a dividend, most of it to phones. */
  async dividend(): Promise<{ what: string; seconds: number }[]> {
    const steps: readonly (readonly [string, (work: UnitOfWork) => Promise<unknown>])[] = [
      ["calculated", (work) => declare(work, declared)],
      ["approved", (work) => approve(work, YEAR)],
      ["posted", (work) => postAllMembers(work, YEAR)],
      ["locked", (work) => lock(work, YEAR)],
      ["paid", (work) => pay(work, YEAR, () => {})],
    ];
    return this.#withOwner(async ({ owner, connection }) => {
      const database = new Database({ connection, poolSize: 2 });
      const done: { what: string; seconds: number }[] = [];
      try {
        for (const [at, [what, act]] of steps.entries()) {
          const began = performance.now();
          // Approved by another person than the one who declared it.
          await database.unitOfWork(what === "approved" ? "staff:B" : "staff:A", act);
          done.push({ what, seconds: (performance.now() - began) / 1000 });
          if (steps[at + 1]?.[0] === "locked") await owner.query(endChoice);
        }
      } finally {
        await database.close();
      }
      return done;
    });
  }

  async #giveLogins(owner: pg.Client): Promise<void> {
    const hasher = new PasswordHasher({ pepper: PEPPER, queue: 1, waitMilliseconds: 5000 });
    const phc = await hasher.hash(PASSWORD);
    this.crowd = Array.from({ length: this.#size.members }, (_, at) => ({
      memberNo: numberOf(at),
      token: randomToken(),
      ip: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
    }));
    const numbers = this.crowd.map(({ memberNo }) => memberNo);
    const hashes = this.crowd.map(({ token }) => sha256(token));
    await owner.query(giveMembersLogins, [numbers, phc]);
    await owner.query(giveMembersSessions, [numbers, hashes]);
    // A dividend goes to a phone only if its number is confirmed.
    await owner.query("update member set mobile_confirmed_at = '2025-01-01'");
    await owner.query(employTreasurer);
    // Their runs are measured by themselves, and would disturb the calls.
    await owner.query(nightIsOver);
    await owner.query("vacuum analyze");
  }

  async #withOwner<T>(
    use: (reached: { owner: pg.Client; connection: pg.ClientConfig }) => Promise<T>,
  ): Promise<T> {
    const postgres = await startEmbeddedPostgres({ dataDir: this.#folder });
    const { connection } = postgres;
    const owner = new pg.Client(connection);
    try {
      await owner.connect();
      return await use({ owner, connection });
    } finally {
      await owner.end();
      await postgres.stop();
    }
  }

  #spawn(given: readonly string[]) {
    const env = {
      PATH: process.env["PATH"],
      TMPDIR: this.#folder,
      NODE_ENV: "test",
      AKIBA_MODE: "test",
      AKIBA_SECRET: "a secret of the benchmark, of 32 characters",
      AKIBA_PASSWORD_PEPPER: PEPPER,
      DATA_DIR: this.#folder,
      PORT: "0",
      LOG_LEVEL: "warn",
      // Each member comes from a different address.
      TRUST_PROXY: "1",
      LIMIT_SEARCHES_PER_MINUTE: "1000000",
      LIMIT_SEARCH_BURST: "1000000",
    };
    const child = spawn(process.execPath, given, { env, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    child.stdout.on("data", (part) => (text += String(part)));
    child.stderr.on("data", (part) => (text += String(part)));
    return { child, said: () => text.slice(-4000) };
  }
}

/** Tracks the largest size of a process; the returned function reports it and stops. */
function watchPeak(pid: number): () => number {
  let peak = 0;
  const look = setInterval(() => {
    try {
      peak = Math.max(peak, peakOf(pid));
    } catch {
      // It has ended.
    }
  }, POLL_MS);
  return () => {
    clearInterval(look);
    return peak;
  };
}

const numberOf = (member: number) => `B${String(member).padStart(6, "0")}`;

function* memberRows({ members }: Size) {
  yield "member_no,full_name,id_no,mobile,joined_on\n";
  for (let member = 0; member < members; member += 1) {
    const digits = String(member).padStart(6, "0");
    yield `${numberOf(member)},Member Number ${digits},3${digits}1,0712${digits},2015-01-15\n`;
  }
}

/** Months up to the end of the year of the dividend, each by day and then by member. */
function* entryRows({ members, lines }: Size) {
  yield "member_no,date,kind,amount,narration,reference\n";
  const entries = Math.floor(lines / 2);
  const months = Math.ceil(entries / members);
  for (let entry = 0; entry < entries; entry += 1) {
    const month = Math.floor(entry / members);
    const before = months - 1 - month;
    const year = YEAR - Math.floor(before / 12);
    const yearMonth = `${year}-${String(12 - (before % 12)).padStart(2, "0")}`;
    const kind = month % 5 === 4 ? "share_capital" : "deposit";
    const amount = `${1000 + (entry % 97) * 50}.00`;
    const text = `Check-off ${yearMonth},CO-${yearMonth}`;
    yield `${numberOf(entry % members)},${yearMonth}-25,${kind},${amount},${text}\n`;
  }
}

const giveMembersLogins = `
  insert into login (login_no, member_id, password_phc)
    select member_no, id, $2 from member where member_no = any ($1)`;

const giveMembersSessions = `
  insert into session (token_hash, login_id, idle_seconds, expires_at)
    select hash, login.id, 28800, now() + interval '8 hours'
    from unnest($1::text[], $2::bytea[]) as given (no, hash) join login on login_no = no`;

const employTreasurer = `
  with employed as (
    insert into staff (staff_no, full_name, role) values ('BENCH', 'Bench', 'treasurer')
      returning id, staff_no
  ) insert into login (login_no, staff_id, password_phc) select staff_no, id, '' from employed`;

const nightIsOver = `update job set started_at = now(), ended_at = now(), result = 'succeeded',
  failures = 0 where name in ('reconciler', 'audit-check', 'retention')`;

const endChoice = "update dividend set opens_at = now() - interval '2 days', closes_at = now()";

const declared = {
  year: YEAR,
  shareRateBasisPoints: 1400,
  depositRateBasisPoints: 1100,
  weighting: "from-the-month",
  booksClosedOn: `${YEAR}-12-31` as CalendarDate,
  agmReference: "AGM-2026",
  holdArrears: false,
  opensOn: "2026-01-01" as CalendarDate,
  closesOn: "2035-12-31" as CalendarDate,
  defaultMode: "mobile",
} as const;
