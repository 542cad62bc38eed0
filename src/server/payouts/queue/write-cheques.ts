import type { UnitOfWork } from "#server/kernel/platform/database.ts";

/** Writes a row of the register for each of these payments that was made by cheque. */
export async function writeCheques(work: UnitOfWork, payoutIds: readonly bigint[]): Promise<void> {
  await work.run(
    `insert into cheque (cheque_no, payee, amount_cents, written_on, written_by, payout_id,
        entry_id)
      select p.receipt_no, m.full_name, p.amount_cents, e.value_date, p.claimed_by, p.id, e.id
      from payout p join member m on m.id = p.member_id
        join journal_entry e on e.kind = 'payout-by-cheque' and e.reference_no = p.reference
          and e.receipt_no = p.receipt_no
      where p.id = any ($1::bigint[]) and p.state = 'paid' and p.way = 'cheque'`,
    [payoutIds],
  );
}
