import * as contract from "#shared/contract/reconciliation/statement.ts";
import { documentMediaTypes } from "#shared/contract/statements/member-statements.ts";
import type { DrawingQueue } from "#server/kernel/documents/drawing-queue.ts";
import { readSocietyHeading } from "#server/kernel/documents/heading.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import { Document, type Mounted, mountFile, mountRead } from "#server/kernel/http/mount.ts";
import { presentStatement, statementDocument } from "./present.ts";
import { readStatementOf } from "./queries.ts";

/** The open items of each side that a page lists, and that a file lists. */
const LISTED = { page: 200, file: 5000 };

/** The reconciliation statement of a day. */
export function dayStatementRoutes(desk: DrawingQueue): Mounted[] {
  return [
    mountRead(contract.statement, async (snapshot, { params: { account }, query: { day } }) =>
      presentStatement(await readStatementOf(snapshot, { account, day, listed: LISTED.page })),
    ),
    mountFile(contract.statementFile, {
      read: async (snapshot, { params: { account }, query: { day } }) => ({
        read: await readStatementOf(snapshot, { account, day, listed: LISTED.file }),
        heading: await readSocietyHeading(snapshot),
      }),
      draw: async ({ read, heading }, { actor, language, params: { format } }) => {
        const document = statementDocument(read, heading, language);
        const content = await desk.draw(actorName(actor), { document, format });
        const name = `reconciliation-${read.account}-${read.to}.${format}`;
        return new Document(documentMediaTypes[format], name, content);
      },
    }),
  ];
}
