import * as contract from "#shared/contract/ledger/chart.ts";
import { drawCsvRows } from "#server/kernel/documents/csv.ts";
import {
  Document,
  type Mounted,
  mountFile,
  mountRead,
  mountWrite,
} from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { closeAccount, openAccount } from "./commands.ts";
import { accountCells, presentAccount } from "./present.ts";
import { accountRows, typeRows } from "./queries.ts";

/** The accounts of income and expense that the administrator adds to the chart. */
export function chartRoutes(notify: Notify): Mounted[] {
  return [
    mountRead(contract.list, async (snapshot) => ({
      types: await typeRows(snapshot),
      rows: (await accountRows(snapshot)).map(presentAccount),
    })),
    mountFile(contract.file, {
      read: (snapshot) => accountRows(snapshot),
      draw: async (rows, { language }) =>
        new Document(
          "text/csv; charset=utf-8",
          "added-accounts.csv",
          drawCsvRows(accountCells(rows, language)),
        ),
    }),
    mountWrite(contract.open, {
      handle: async (work, { body }) => {
        await openAccount(work, body, notify);
        return { code: body.code, name: body.name };
      },
    }),
    mountWrite(contract.close, {
      handle: async (work, { params: { added } }) => {
        const { name } = await closeAccount(work, added, notify);
        return { code: added, name };
      },
    }),
  ];
}
