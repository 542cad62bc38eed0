import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

/** A number without what people write in several ways, as `counter_document_once` (0099) has it. */
const plain = (written: string): string => `ltrim(akiba_plain(${written}), '0')`;

// The condition on receipts is that of the index. No index has the receipts of loans in this form,
// so that those are compared as they are written.
const findUse = statement({
  name: "counter-document-used",
  text: `select exists (select from counter_receipt r where r.way = 'slip'
      and akiba_plain(r.bank) = '' and ${plain("r.document_no")} = ${plain("$1")}
      and r.state not in ('bounced', 'reversed'))
    or exists (select from loan_step s where s.receipt_no = $1 and s.step = 'repaid'
      and not exists (select from loan_step v where v.reverses = s.id))
    or exists (select from treasury_movement t where t.state = 'posted' and t.counted_as = 'bank'
      and t.reference <> '' and ${plain("t.reference")} = ${plain("$1")}) as used`,
  row: z.object({ used: z.boolean() }),
});

/** Returns whether the number of a slip is in the books, from here, a loan or the treasury. */
export async function isDocumentUsed(snapshot: Snapshot, documentNo: string): Promise<boolean> {
  return (await snapshot.first(findUse, [documentNo]))?.used ?? false;
}
