import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { buildWorker, programFolder } from "#test/built-worker.ts";
import { FileReadingQueue } from "./file-reading-queue.ts";

const folder = programFolder();
let program: URL;
let desk: FileReadingQueue;

beforeAll(async () => {
  program = await buildWorker(folder, "imports/engine/reading-worker.ts");
  desk = new FileReadingQueue(limitDefaults, program);
});

afterAll(async () => {
  await desk.close();
  rmSync(folder, { recursive: true });
});

const columns = [
  { name: "member_no", aliases: [], needed: true },
  { name: "amount", aliases: [], needed: true },
  { name: "note", aliases: [], needed: false },
];
const bytes = (text: string) => new TextEncoder().encode(text);
const head = "member_no,amount,note\n";
const FIVE_MB = 5_000_000;

/** Files that held the whole server up, or could. */
const hostile: readonly (readonly [string, string, string | null])[] = [
  ["98 KB of blank lines", `${head}MS1,5,\n${"\n".repeat(98_000)}`, null],
  ["5 MB of blank lines", `${head}MS1,5,\n${"\r\n".repeat(FIVE_MB / 2)}`, null],
  ["5 MB of rows of blanks", `${head}MS1,5,\n${" ,,\n".repeat(FIVE_MB / 4)}`, null],
  ["rows that drop empty last cells", `${head}${"MS1,5\n".repeat(50_000)}`, null],
  ["rows with empty surplus cells", `${head}${"MS1,5,,,,,,\n".repeat(50_000)}`, null],
  ["a header of 500,000 columns", `${"a,".repeat(500_000)}\n1\n`, "file.name-row"],
  ["5 MB of commas", ",".repeat(FIVE_MB), null],
  ["a row of 5 MB of commas", `${head}MS1,5${",".repeat(FIVE_MB)}x\n`, "row.cells"],
  ["rows that are all too long", `${head}${"MS1,5,,x\n".repeat(50_000)}`, "row.cells"],
  ["an open quote", `${head}"${"x".repeat(FIVE_MB)}`, "row.quotes"],
  ["5 MB of quotes", `${head}${'"'.repeat(FIVE_MB)}`, "row.quotes"],
  ["a million rows", `${head}${"1,2\n".repeat(1_000_000)}`, "file.rows"],
  ["short rows under many columns", `${"a,".repeat(99)}b\n${"1\n".repeat(40_000)}`, "file.cells"],
];

describe("a file that is read in its own thread", () => {
  it.each(hostile)("of %s is answered while others are served", async (_, text, problem) => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const { rows, faults } = await desk.readTable("staff:A", bytes(text), columns);
    delay.disable();
    if (problem !== null) expect(faults[0]).toMatchObject({ problem });
    else if (text.startsWith(head))
      expect({ faults, first: rows[0]?.cells }).toEqual({
        faults: [],
        first: ["MS1", "5", ""],
      });
    // Handing the file over and its rows back; the file of blank lines took minutes.
    expect(delay.max / 1e6).toBeLessThan(1000);
  });

  it("keeps the numbers of its rows when blank rows are left out", async () => {
    const text = `\n${head}\n\nMS1,5\n,,\nMS2,6,x,y\n`;
    const { rows, faults } = await desk.readTable("staff:A", bytes(text), columns);
    expect(rows.map(({ row }) => row)).toEqual([5, 7]);
    expect(faults).toEqual([{ row: 7, column: "", problem: "row.cells" }]);
    const beyond = await desk.readTable("staff:A", bytes(`${head}MS1,5\n,,,,x\n`), columns);
    expect(beyond.faults).toEqual([{ row: 3, column: "", problem: "row.cells" }]);
  });

  it("that takes too much time is an error of the file, and the next is read", async () => {
    const hurried = new FileReadingQueue({ ...limitDefaults, uploadParseMilliseconds: 1 }, program);
    const slow = bytes(`${head}${"MS1,5\n".repeat(50_000)}`);
    await expect(hurried.readTable("staff:A", slow, columns)).rejects.toMatchObject({
      code: "file-faults",
      fields: [{ field: "row:0:", problem: "file.heavy" }],
    });
    await hurried.close();
    expect((await desk.readTable("staff:A", slow, columns)).rows).toHaveLength(50_000);
  });

  it("that takes too much memory is an error of the file, not of the server", async () => {
    const greedy = join(folder, "greedy.js");
    writeFileSync(
      greedy,
      `import { parentPort } from "node:worker_threads";
      parentPort.on("message", () => {
        const held = [];
        for (;;) held.push({ cells: Array.from({ length: 1000 }, (_, at) => at) });
      });`,
    );
    const full = new FileReadingQueue(limitDefaults, pathToFileURL(greedy));
    await expect(full.preview("staff:A", bytes("a,b\n"))).rejects.toMatchObject({
      code: "file-faults",
      fields: [{ problem: "file.heavy" }],
    });
    await full.close();
  });

  it("leaves room for others: one sender holds twenty places of forty", async () => {
    const small = bytes(`${head}MS1,5\n`);
    const asked = ["A", "B", "C"].flatMap((sender) =>
      Array.from({ length: 21 }, () => desk.readTable(sender, small, columns)),
    );
    const fates = (await Promise.allSettled(asked)).map(({ status }) => status);
    expect(fates.filter((fate) => fate === "fulfilled")).toHaveLength(40);
    expect(fates[20]).toBe("rejected");
    expect(fates[21]).toBe("fulfilled");
  });
});
