import * as contract from "#shared/contract/reconciliation/files.ts";
import { previewSent } from "#server/imports/engine/file-faults.ts";
import type { FileReadingQueue } from "#server/imports/engine/file-reading-queue.ts";
import { headingsDigest } from "#server/imports/engine/headings.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import { loadStatement } from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";
import { readStatement } from "./read-statement.ts";

/** The statements of the bank and of M-Pesa, and how far each account is reconciled. */
export function statementFileRoutes({
  reading,
}: {
  readonly reading: FileReadingQueue;
}): Mounted[] {
  return [
    mountRead(contract.overview, async (snapshot) => ({
      rows: (await queries.accountRows(snapshot)).map(present.presentAccount),
      files: (await queries.fileRows(snapshot)).map(present.presentFile),
    })),
    mountWrite(contract.preview, {
      prepare: ({ actor, query, file }) => previewSent(actorName(actor), file, query, reading),
      handle: async (work, { params: { account } }, seen) => {
        const signature = headingsDigest(seen.header);
        const remembered = await queries.rememberedPlaces(work, account, signature);
        return present.presentPreview(seen, remembered);
      },
    }),
    mountWrite(contract.load, {
      prepare: ({ actor, params, query, file }) =>
        readStatement(actorName(actor), { ...params, ...query, content: file }, reading),
      handle: async (work, { params, query: { fileName } }, read) =>
        present.presentLoaded(read, await loadStatement(work, { ...params, fileName }, read)),
    }),
  ];
}
