import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import { payoutChoices } from "#shared/contract/payouts/own-bank.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDay, nairobiMoment } from "#server/kernel/platform/nairobi.ts";
import { isUsable } from "#server/payouts/transfers/usable-account-sql.ts";

const accountRow = z.object({
  id: z.bigint(),
  bank_name: z.string(),
  branch_code: z.string(),
  account_no: z.string(),
  account_name: z.string(),
  approval_id: z.bigint(),
  state: z.enum(["requested", "approved"]),
  is_by_office: z.boolean(),
  /** A day and a time in Nairobi; empty before the approval. */
  usable_from: z.string(),
  is_usable: z.boolean(),
});

/** A member's bank account that is in force or waits for the office. */
export type OwnAccountRow = z.infer<typeof accountRow>;

const findAccounts = statement({
  name: "own-bank-accounts",
  text: `select d.id, d.bank_name, d.branch_code, d.account_no, d.account_name, d.approval_id,
      d.state, d.otp_id is null as is_by_office,
      coalesce(${nairobiMoment("d.usable_from")}, '') as usable_from,
      ${isUsable} as is_usable
    from member_bank_details d join member m on m.id = d.member_id
      join approval a on a.id = d.approval_id
    where m.member_no = $1 and (d.state = 'approved' or d.state = 'requested'
      and a.state = 'waiting' and a.expires_at > akiba_now())
    order by d.id`,
  row: accountRow,
});

const findChoice = statement({
  name: "own-bank-choice",
  text: `select case when paid_at_bank(m.id) then 'bank' else 'phone' end as paid_by,
      coalesce((select case when c.way = 'phone' and c.in_force_from > akiba_now()
          then ${nairobiDay("c.in_force_from")}::text end
        from payout_choice c where c.member_id = m.id order by c.id desc limit 1), '') as phone_from
    from member m where m.member_no = $1`,
  row: z.object({
    paid_by: z.enum(payoutChoices),
    /** A day; empty unless the phone was chosen and is not in force yet. */
    phone_from: z.string(),
  }),
});

/** Where a member's loans, dividends and refunds are paid. */
export type ChoiceRow = z.infer<typeof findChoice.row>;

/** Returns where a member who is known to exist is paid. */
export async function choiceOf(snapshot: Snapshot, memberNo: MemberNo): Promise<ChoiceRow> {
  const found = await snapshot.first(findChoice, [memberNo]);
  if (found === null) throw new Error(`there is no member ${memberNo}`);
  return found;
}

/** Returns a member's account in force and the one that waits for the office, if there are any. */
export const accountsOf = (snapshot: Snapshot, memberNo: MemberNo): Promise<OwnAccountRow[]> =>
  snapshot.rows(findAccounts, [memberNo]);
