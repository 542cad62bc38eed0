import * as contract from "#shared/contract/oversight/audit-log.ts";
import { exportHeads } from "#shared/messages/statements/exports.ts";
import { followAuditChain } from "#server/oversight/audit/verify.ts";
import { streamCsvRows } from "#server/kernel/documents/csv.ts";
import { type Mounted, mountRead } from "#server/kernel/http/mount.ts";
import { mountStream, type ReadPart } from "#server/kernel/http/mount-files.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

const PAGE = 50;
const PAGE_OF_FILE = 2000;

/** The most records that one call verifies: hashing them all takes well under a second. */
const STRETCH = 8000;

/** A search of the audit log, as the audit log itself records it. */
function told({ query }: { readonly query: queries.AuditLogFilters }): Record<string, string> {
  const { before: _, ...asked } = query;
  return Object.fromEntries(
    Object.entries(asked).filter((pair): pair is [string, string] => {
      return typeof pair[1] === "string";
    }),
  );
}

/** The audit log, for the people who review it. */
export function auditLogRoutes(): Mounted[] {
  return [
    mountRead(
      contract.search,
      async (snapshot, { query }) => {
        const page = await queries.auditLogPage(snapshot, query, PAGE);
        return present.presentPage(page, page.rows.length === PAGE);
      },
      told,
    ),
    mountStream(contract.file, {
      mediaType: "text/csv; charset=utf-8",
      fileName: () => "audit-trail.csv",
      parts: (read, { query, language }) =>
        streamCsvRows(exportHeads(language).audit, everyRecord(read, query)),
      told,
    }),
    mountRead(contract.head, async (snapshot) =>
      present.presentHead(await queries.auditLogHead(snapshot)),
    ),
    mountRead(contract.chain, async (snapshot, { query }) => {
      const after = BigInt(query.after ?? 0);
      const { length, to, brokenAt, hash, isEnd } = await followAuditChain(
        snapshot,
        after,
        STRETCH,
      );
      return {
        length: String(length),
        to: String(to),
        brokenAt: brokenAt === null ? "" : String(brokenAt),
        hash,
        isEnd,
      };
    }),
  ];
}

async function* everyRecord(read: ReadPart, asked: queries.AuditLogFilters) {
  for (let before: queries.AuditLogFilters["before"] | null = undefined; before !== null;) {
    const from: queries.AuditLogFilters = { ...asked, before };
    const page = await read((snapshot) => queries.auditLogPage(snapshot, from, PAGE_OF_FILE));
    yield page.rows.map(present.recordCells);
    before = page.last && { at: page.last.micros, seq: page.last.seq };
  }
}
