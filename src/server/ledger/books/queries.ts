import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import {
  type EntriesAsked,
  type EntryRow,
  accountEntries,
} from "#server/ledger/journal/account-entries.ts";
import type { ReadPart } from "#server/kernel/http/mount-files.ts";
import { everyCode } from "#server/ledger/journal/trial-balance.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

const findTies = statement({
  name: "books-ties",
  text: `select m.full_name, a.code, a.reference,
      a.balance_cents * a.normal_side as shown_cents,
      (coalesce(sum(l.amount_cents), 0) * a.normal_side)::bigint as journal_cents,
      count(l.entry_id)::int as lines
    from member m join ledger_account a on a.member_id = m.id
      left join journal_line l on l.account_id = a.id
    where m.member_no = $1
    group by m.id, a.id order by array_position($2::text[], a.code), a.reference`,
  row: z.object({
    full_name: z.string(),
    code: z.string(),
    reference: z.string(),
    shown_cents: bigCents,
    journal_cents: bigCents,
    lines: z.int(),
  }),
});

/** The balance of each account on a member's statements, next to the sum of its lines. */
export function tiesOf(snapshot: Snapshot, memberNo: MemberNo) {
  return snapshot.rows(findTies, [memberNo, everyCode]);
}

const PAGE_OF_FILE = 2000;

/** Reads all requested entries, page by page. */
export async function* everyEntry(
  read: ReadPart,
  asked: EntriesAsked,
): AsyncGenerator<readonly EntryRow[]> {
  for (let after: EntriesAsked["after"] | null = asked.after; after !== null;) {
    const from: EntriesAsked = { ...asked, after };
    const page = await read((snapshot) => accountEntries(snapshot, from, PAGE_OF_FILE));
    yield page.rows;
    after = page.next;
  }
}
