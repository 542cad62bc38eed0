import { statSync } from "node:fs";
import { userInfo } from "node:os";
import { basename } from "node:path";
import { importFiles, type ImportProgress } from "#server/imports/engine/import-files.ts";
import type { ImportSource } from "#server/imports/engine/read-file.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import { type ImportWords, readImportWords } from "./import-answers.ts";
import { reportLines } from "./import-report.ts";
import { readSource } from "./import-sources.ts";
import { proveBooks } from "./prove-books.ts";

const usage = `Give the files of a society's history, in any order; docs/import.md describes them:
  npm run import -- members.csv next-of-kin.csv entries.csv loans.csv guarantees.csv
    withdrawables.xlsx --control control.csv           looks and reports, changes nothing
  npm run import -- … --commit                         imports, all or nothing
What a file does not tell itself, each as often as needed:
  --dates FILE:COLUMN=day-first                        or month-first; numbers of days: 1900 or 1904
  --column FILE:COLUMN=HEADING                         which column of ours a heading is
  --leave-out FILE=HEADING                             a column that nobody needs
  --encoding FILE=windows-1252                         or utf-8, utf-16le, utf-16be
  --separator FILE=semicolon                           or comma, tab, pipe
  --sheet FILE=SHEET   --header-row FILE=3
  --repeats entries.csv=3                              three lines listed twice are meant`;

/** Checks files and, with --commit, imports them; returns the exit code. */
export async function runImport(database: Database, given: readonly string[]): Promise<number> {
  const words = readImportWords(given, nameOf);
  if (typeof words === "string" || words.paths.length === 0) {
    console.log(typeof words === "string" ? `${words}\n${usage}` : usage);
    return 2;
  }
  const { commit, paths } = words;
  const sources = await recogniseAll(words);
  if (sources === null) return 1;
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
  // After the commit the new entries are added up again in other ways.
  return proveBooks(database);
}

/** Prints how the files are read; null when a person must answer the printed questions first. */
async function recogniseAll({ paths, answers }: ImportWords): Promise<ImportSource[] | null> {
  const sources: ImportSource[] = [];
  const questions: string[] = [];
  console.log("Recognised");
  for (const path of paths) {
    const name = nameOf(path, paths);
    const answer = answers.get(name);
    if (answer === undefined) throw new Error(`nothing is known of ${name}`);
    const read = await readSource(name, path, answer);
    for (const line of read.recognised) console.log(line);
    sources.push(read.source);
    questions.push(...read.questions);
  }
  console.log("");
  if (questions.length === 0) return sources;
  for (const line of ["Answer these questions first:", ...questions, "", "Nothing was changed."]) {
    console.log(line);
  }
  return null;
}

/** Files with the same name in two folders are distinguished by their folders. */
function nameOf(path: string, paths: readonly string[]): string {
  const alike = paths.filter((other) => basename(other) === basename(path));
  return alike.length > 1 ? path : basename(path);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

const TELL_EVERY_MS = 250;
const WIDTH = 24;

/** A progress bar that is redrawn on a terminal; elsewhere one line for each step and each file. */
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
      // A file that could not be opened is skipped, together with its size.
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
    // A converted file may be longer than it is on disk.
    const share = this.#size === 0 ? 1 : Math.min(this.#read / this.#size, 1);
    const full = Math.round(share * WIDTH);
    const seconds = Math.max(elapsed, 1) / 1000;
    const left = bytes === 0 ? 0 : ((1 - share) * this.#size * seconds) / bytes;
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
