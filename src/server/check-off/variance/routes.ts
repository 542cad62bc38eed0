import type { Destination } from "#shared/contract/check-off/files.ts";
import * as contract from "#shared/contract/check-off/variance.ts";
import { addCents, toWireAmount } from "#shared/money.ts";
import { csvOf } from "#server/kernel/documents/csv.ts";
import { Document, type Mounted, mountFile, mountRead } from "#server/kernel/http/mount.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { presentTotals, presentVariance, varianceTable } from "./present.ts";
import * as queries from "./queries.ts";

/** The amounts due in a month against the amounts in the employer's file. */
export function checkOffVarianceRoutes(): Mounted[] {
  return [
    mountRead(contract.variance, async (snapshot, { params, query }) => {
      const file = await queries.reportedFile(snapshot, params.batch);
      if (file === null) throw new Problem("no-such-batch");
      const { rows, isLast } = await queries.variancePage(snapshot, params.batch, query);
      const parts = await queries.broughtTo(snapshot, params.batch);
      const to = (...wanted: readonly Destination[]) => {
        const found = parts.filter(({ destination }) => wanted.includes(destination));
        return toWireAmount(addCents(...found.map((part) => part.cents)));
      };
      return {
        totals: presentTotals(await queries.varianceSums(snapshot, params.batch)),
        toDeposits: to("deposits"),
        toShareCapital: to("share-capital"),
        toFees: to("fees", "welfare", "insurance"),
        toSuspense: to("suspense"),
        amount: toWireAmount(file.total_cents),
        rows: rows.map(presentVariance),
        next: isLast ? "" : (rows.at(-1)?.member_no ?? ""),
      };
    }),
    mountFile(contract.varianceFile, {
      read: async (snapshot, { params }) => {
        const file = await queries.reportedFile(snapshot, params.batch);
        if (file === null) throw new Problem("no-such-batch");
        return { ...file, rows: await queries.wholeVariance(snapshot, params.batch) };
      },
      draw: async ({ month, rows }, { language }) =>
        new Document(
          "text/csv; charset=utf-8",
          `check-off-${month}.csv`,
          csvOf(varianceTable(language, rows)),
        ),
    }),
  ];
}
