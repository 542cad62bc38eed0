import * as z from "zod/mini";
import { documentStates } from "#shared/receipt-states.ts";
import { issuedDocuments } from "#shared/contract/statements/member-statements.ts";
import type { VerificationCode } from "#shared/verification-code.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";

const issued = z.object({
  organisation_name: z.string(),
  full_name: z.string(),
  member_no: z.string(),
  statement: z.enum(issuedDocuments),
  period_from: z.nullable(z.string()),
  period_to: z.string(),
  closing_cents: z.bigint(),
  issued_on: z.string(),
  loan_no: z.nullable(z.string()),
  receipt: z.nullable(z.enum(documentStates)),
});

export type IssuedStatement = z.infer<typeof issued>;

const findIssued = statement({
  name: "issued-statement",
  text: `select s.organisation_name, m.full_name, m.member_no, i.statement, i.period_from,
      i.period_to, i.closing_cents,
      ${nairobiDay("i.issued_at")} as issued_on, i.loan_no,
      coalesce(r.state, case when exists (select from journal_entry e
          where e.reverses = t.entry_id) then 'reversed' when t.id is not null then 'credited'
          when g.state = 'accepted' then 'pledged' when g.id is not null then 'ended' end)
        as receipt
    from issued_statement i join member m on m.id = i.member_id cross join society s
      left join counter_receipt r on r.id = i.receipt_id
      left join member_transfer t on t.id = i.transfer_id
      left join guarantee g on g.id = i.guarantee_id
    where i.code = $1`,
  row: issued,
});

const findSealed = statement({
  name: "issued-rows",
  text: `select sealed_record from issued_statement where code = $1`,
  row: z.object({ sealed_record: z.nullable(z.instanceof(Uint8Array)) }),
});

/**
 * The sealed entries of a document, null within it for an older document; null if there is no such
 * document.
 */
export function sealedRowsUnder(snapshot: Snapshot, code: VerificationCode) {
  return snapshot.first(findSealed, [code]);
}

/** The document issued under a code, with its member's names; null if there is none. */
export function issuedUnder(
  snapshot: Snapshot,
  code: VerificationCode,
): Promise<IssuedStatement | null> {
  return snapshot.first(findIssued, [code]);
}
