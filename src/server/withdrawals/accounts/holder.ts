import * as z from "zod/mini";
import { languages } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Cents, toWireAmount } from "#shared/money.ts";
import { memberStates } from "#shared/contract/members/suspensions.ts";
import { mayDo } from "#shared/while-suspended.ts";
import { confirmedMobile } from "#server/members/membership/confirmed-mobile.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { textCents } from "#server/kernel/platform/row-fields.ts";

const accountRow = z.pipe(
  z.object({ no: z.string(), balance: textCents, uncounted: textCents }),
  z.transform(({ no, balance, uncounted }): WithdrawableBalance => ({ no, balance, uncounted })),
);

/** A withdrawable account of a member and its balance. */
export interface WithdrawableBalance {
  readonly no: string;
  readonly balance: Cents;
  /** Cash received for it that is still in a till, which two people have not counted. */
  readonly uncounted: Cents;
}

const findHolder = statement({
  name: "withdrawals-holder",
  text: `select m.id, m.member_no, m.full_name, m.language, m.mobile_number,
      m.membership as state,
      ${confirmedMobile} as confirmed_mobile,
      exists (select from member_exit e where e.member_id = m.id
        and e.state in ('asked', 'approved')) as is_leaving,
      coalesce((select json_agg(json_build_object('no', a.reference,
          'balance', (a.balance_cents * a.normal_side)::text,
          'uncounted', cash_not_counted(m.id, a.reference)::text) order by a.id)
        from ledger_account a
        where a.code = 'withdrawable-deposits' and a.member_id = m.id), '[]') as accounts
    from member m where m.member_no = $1`,
  row: z.object({
    id: z.bigint(),
    member_no: z.string(),
    full_name: z.string(),
    language: z.enum(languages),
    mobile_number: z.string(),
    confirmed_mobile: z.string(),
    state: z.enum(memberStates),
    is_leaving: z.boolean(),
    accounts: z.array(accountRow),
  }),
});

/** A member with the withdrawable accounts from which they move or withdraw money. */
export type Holder = z.infer<typeof findHolder.row>;

/** Returns a member with their withdrawable accounts; null if there is no such member. */
export function holderOf(snapshot: Snapshot, memberNo: MemberNo): Promise<Holder | null> {
  return snapshot.first(findHolder, [memberNo]);
}

/** Why a member cannot move money out of a withdrawable account; empty if they can. */
export function blockOf({ state, is_leaving: isLeaving, accounts }: Holder) {
  if (!mayDo(state, "begin")) return "not-active";
  if (isLeaving) return "leaving";
  return accounts.length === 0 ? "no-account" : "";
}

/** The withdrawable accounts of a member, on the wire. */
export const presentAccounts = ({ accounts }: Holder) =>
  accounts.map(({ no, balance, uncounted }) => ({
    accountNo: no,
    balance: toWireAmount(balance),
    uncounted: toWireAmount(uncounted),
  }));

/**
 * Locks a member, so that each of several simultaneous movements sees the earlier ones, and a
 * suspension or an exit comes before or after. Throws if they cannot move money now.
 */
export async function lockHolder(work: UnitOfWork, memberNo: MemberNo): Promise<Holder> {
  await work.run("select from member where member_no = $1 for no key update", [memberNo]);
  const holder = await holderOf(work, memberNo);
  if (holder === null) throw new Problem("no-such-member");
  const blocked = blockOf(holder);
  if (blocked === "leaving") throw new Problem("member-leaving");
  if (blocked !== "") throw new Problem(blocked);
  return holder;
}

/** Returns the account that a member names, or their only one; throws if it is left open. */
export function accountNamed(
  { accounts }: Holder,
  accountNo: string | undefined,
): WithdrawableBalance {
  const [only, another] = accounts;
  if (accountNo === undefined) {
    if (only === undefined || another !== undefined) {
      throw fieldProblem("accountNo", "field.required");
    }
    return only;
  }
  const named = accounts.find(({ no }) => no === accountNo);
  if (named === undefined) throw fieldProblem("accountNo", "field.invalid");
  return named;
}
