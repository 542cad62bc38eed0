import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDayText } from "#server/kernel/platform/nairobi.ts";
import type { detailsRow } from "./bank-details.ts";
import { OLD_NUMBER_DAYS } from "./warned-numbers-sql.ts";

const findWarnings = statement({
  name: "bank-details-warnings",
  text: `select case when d.otp_id is not null then m.mobile_number else '' end as code_to,
      coalesce((select max(${nairobiDayText("c.in_force_at")}) from contact_change_request c
        where c.member_id = m.id and c.state = 'in-force' and c.mobile_number <> ''
          and c.in_force_at > akiba_now() - make_interval(days => $2)), '') as number_since,
      coalesce((select ${nairobiDayText("l.password_changed_at")} from login l
        where l.login_no = m.member_no and l.password_changed_at > l.created_at
          and l.password_changed_at > akiba_now() - make_interval(days => $2)), '')
        as password_since
    from member_bank_details d join member m on m.id = d.member_id where d.id = $1`,
  row: z.object({
    /** The number that got the code; empty if the office entered the account. */
    code_to: z.string(),
    /** The days of a new number and of a new password; empty if they are old. */
    number_since: z.string(),
    password_since: z.string(),
  }),
});

/**
 * Returns who gave the requested details, and which contact data changed recently and may be a
 * thief's.
 */
export const warningsOf = (snapshot: Snapshot, { id }: { readonly id: bigint }) =>
  snapshot.first(findWarnings, [id, OLD_NUMBER_DAYS]);

// Earlier owners of the account count too, and so do waiting requests. A bank writes a number with
// or without its leading zeros.
const findSharers = statement({
  name: "bank-details-sharers",
  text: `select m.member_no, m.full_name,
      exists (select from staff s where s.member_id = m.id) as is_staff
    from member m
    where m.id <> $1 and exists (select from member_bank_details d
        join approval a on a.id = d.approval_id
      where d.member_id = m.id and ltrim(d.account_no, '0') = ltrim($2, '0')
        and (d.state <> 'requested' or a.state = 'waiting' and a.expires_at > akiba_now()))
    order by m.id`,
  row: z.object({ member_no: z.string(), full_name: z.string(), is_staff: z.boolean() }),
});

/** Returns the other members who have, had or asked for the same account number, in any bank. */
export function sharersOf(
  snapshot: Snapshot,
  { member_id: memberId, account_no: accountNo }: z.infer<typeof detailsRow>,
) {
  return snapshot.rows(findSharers, [memberId, accountNo]);
}
