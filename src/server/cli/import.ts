import { statSync } from "node:fs";
import { userInfo } from "node:os";
import { basename } from "node:path";
import { importFiles, type ImportProgress } from "../csv-import/import-files.ts";
import { sourceAt } from "../csv-import/read-file.ts";
import { reconcile } from "../ledger/reconcile.ts";
import type { Database } from "../platform/database.ts";
import { reportLines } from "./import-report.ts";

const usage = `Give the files of a society's history, in any order; docs/import.md describes them:
  npm run import -- members.csv next-of-kin.csv entries.csv loans.csv guarantees.csv
    withdrawables.csv --control control.csv            looks and reports, changes nothing
  npm run import -- … --repeats entries.csv=3          says that three lines listed twice are meant
  npm run import -- … --commit                         imports, all or nothing`;

/** Checks files and, with --commit, imports them; gives the exit code. */
export async function runImport(database: Database, given: readonly string[]): Promise<number> {
  const commit = given.includes("--commit");
  const meant = repeatsMeant(given);
  const paths = given.filter(
    (word, at) => !["--commit", "--control", REPEATS].includes(word) && given[at - 1] !== REPEATS,
  );
  const strange = paths.find((word) => word.startsWith("-"));
  if (paths.length === 0 || strange !== undefined) {
    console.log(strange === undefined ? usage : `There is no option ${strange}.\n${usage}`);
    return 2;
  }
  const sources = paths.map((path) => {
    const name = nameOf(path, paths);
    return { ...sourceAt(name, path), repeatsMeant: meant.get(name) ?? 0 };
  });
  const sizes = paths.map((path) => [nameOf(path, paths), sizeOf(path)] as const);
  const shown = new ProgressLine(new Map(sizes));
  const began = performance.now();
  const actor = `command line: ${userInfo().username}`;
  const report = await importFiles(database, {
    actor,
    sources,
    commit,
    onProgress: (progress) => shown.tell(progress),
  });
  shown.end();
  for (const line of reportLines(report, commit)) console.log(line);
  console.log(`${((performance.now() - began) / 1000).toFixed(1)} s`);
  if (report.runId === null) return report.findingCount === 0 ? 0 : 1;
  return proveBooks(database);
}

const REPEATS = "--repeats";

/** How many lines listed twice are said to be meant, by the name of their file. */
function repeatsMeant(given: readonly string[]): Map<string, number> {
  const said = given.filter((_, at) => given[at - 1] === REPEATS);
  return new Map(
    said.map((text) => {
      const equals = text.lastIndexOf("=");
      return [text.slice(0, equals), Number(text.slice(equals + 1))];
    }),
  );
}

/** What was written is added up again by other roads, after it is kept. */
async function proveBooks(database: Database): Promise<number> {
  const findings = await reconcile(database);
  for (const finding of findings) console.log(JSON.stringify(finding));
  console.log(findings.length === 0 ? "The books agree." : `${findings.length} do not agree.`);
  return findings.length === 0 ? 0 : 1;
}

/** Files of one name in two folders are told apart by their folders. */
function nameOf(path: string, paths: readonly string[]): string {
  const alike = paths.filter((other) => basename(other) === basename(path));
  return alike.length > 1 ? path : basename(path);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

const TELL_EVERY_MS = 250;
const WIDTH = 24;

/** A bar that is redrawn on a terminal; elsewhere a line for each step and each file. */
class ProgressLine {
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #size: number;
  #at = "";
  #began = 0;
  #read = 0;
  #before = 0;
  #told = 0;

  constructor(sizes: ReadonlyMap<string, number>) {
    this.#sizes = sizes;
    this.#size = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  }

  tell(progress: ImportProgress): void {
    const { step, file } = progress;
    const now = performance.now();
    const at = `${step} ${file}`.trim();
    const isNew = at !== this.#at;
    if (isNew) {
      // A file that could not be opened is passed over, and its size with it.
      if (step === "reading") this.#before = this.#sizesBefore(file);
      this.#began = now;
      this.#at = at;
    }
    this.#read = this.#before + progress.bytes;
    if (!process.stdout.isTTY) {
      if (isNew) console.log(`${at} …`);
      return;
    }
    if (!isNew && now - this.#told < TELL_EVERY_MS) return;
    this.#told = now;
    const words = step === "reading" ? this.#bar(progress, now - this.#began) : `${step} …`;
    process.stdout.write(`\r\u001B[K${words}`);
  }

  end(): void {
    if (process.stdout.isTTY) process.stdout.write("\r\u001B[K");
  }

  #bar({ file, bytes, rows }: ImportProgress, elapsed: number): string {
    const share = this.#size === 0 ? 1 : this.#read / this.#size;
    const full = Math.round(share * WIDTH);
    const seconds = Math.max(elapsed, 1) / 1000;
    const left = bytes === 0 ? 0 : ((this.#size - this.#read) * seconds) / bytes;
    const bar = "█".repeat(full) + "░".repeat(WIDTH - full);
    const pace = `${Math.round(rows / seconds)} rows/s, ${Math.ceil(left)} s left`;
    return `${bar} ${Math.floor(share * 100)} % ${file} ${rows} rows, ${pace}`;
  }

  #sizesBefore(file: string): number {
    let sum = 0;
    for (const [name, size] of this.#sizes) {
      if (name === file) break;
      sum += size;
    }
    return sum;
  }
}
