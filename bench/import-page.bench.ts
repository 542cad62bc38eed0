// How to read these figures: the time an import of 50,000 entries takes over HTTP in the built
// product, by the calls of the import page: "uploaded" is the upload with its preview; "mapped and
// checked" reads every row, compares it with the register and the books, and writes nothing;
// "posted" does that again and writes every entry in one unit of work; "undone" writes their
// reversals. "memory" is the largest resident size of the server. The target is 30 s for each on
// two cores; the load average shows how busy the machine was.
import { loadavg } from "node:os";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";
import { peakOf, plant, plantMembers, signIn, timed } from "./office.ts";
import type { BenchTools } from "./tools.ts";

const ROWS = 50_000;

export default async function measure({ startDemo }: BenchTools): Promise<void> {
  const demo = await startDemo();
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: demo.dataDir });
    await plant(postgres.connection, [...plantMembers(ROWS), "vacuum analyze"]);
    const atRest = peakOf(demo.pid);
    const clerk = await signIn(demo.url, "ST9001", "imports");
    const treasurer = await signIn(demo.url, "ST9005", "imports");
    const administrator = await signIn(demo.url, "ST9003", "imports");
    const csv = aFile();
    const upload = () => clerk("POST", "?kind=entries&fileName=history.csv", csv);
    const taken = await timed(`taken in, ${(csv.length / 1_048_576).toFixed(1)} MiB`, upload);
    const { id, files } = (await taken.json()) as { id: string; files: { id: string }[] };
    const places = { member_no: 0, date: 1, kind: 2, amount: 3, reference: 4 };
    const path = `/${id}/files/${files[0]?.id}/mapping`;
    await timed("mapped and checked", () => clerk("POST", path, { places, expectedRows: ROWS }));
    await timed("sent", () => clerk("POST", `/${id}/sending`, {}));
    const shown = async () => {
      const { shownDigest } = (await (await treasurer("GET", `/${id}`)).json()) as {
        shownDigest: string;
      };
      return { shownDigest };
    };
    const toPost = await shown();
    await timed("posted", () => treasurer("POST", `/${id}/posting`, toPost));
    const reason = { reason: "Measured", ...(await shown()) };
    await timed("undone", () => administrator("POST", `/${id}/undoing`, reason));
    const peak = peakOf(demo.pid);
    console.log(`  memory ${peak.toFixed(0)} MiB at most, ${atRest.toFixed(0)} MiB before`);
    console.log(
      `  load average ${loadavg()
        .map((one) => one.toFixed(1))
        .join(" ")}`,
    );
    await postgres.stop();
  } finally {
    await demo.stop();
  }
}

function aFile(): string {
  let csv = "Payroll,Posted,What,Sum,Ref\n";
  for (let row = 1; row <= ROWS; row += 1) {
    const who = `B${String(row).padStart(6, "0")}`;
    csv += `${who},2026-0${(row % 5) + 1}-28,deposit,"${1000 + (row % 900)}.50",HIST-${row}\n`;
  }
  return csv;
}
