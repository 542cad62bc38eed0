import * as z from "zod/mini";
import type { TotalName } from "#shared/contract/members/total-addresses.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Cents, cents, ZERO_CENTS } from "#shared/money.ts";
import { type Snapshot, type Statement, statement } from "#server/kernel/platform/database.ts";
import type { MemberAccountCode } from "./chart-of-accounts.ts";

const row = z.object({ total: z.bigint() });

/** One statement for each total, so that each has a prepared plan and one index to read. */
const totals: Readonly<Record<TotalName, Statement<{ total: bigint }>>> = {
  savings: totalStatement("ledger-total-savings", "member-deposits"),
  shareCapital: totalStatement("ledger-total-share-capital", "share-capital"),
  dividendPayable: totalStatement("ledger-total-dividend-payable", "dividend-payable"),
};

/** Returns a member's total in cents from the stored balances; 0 if there is none. */
export async function memberTotal(
  snapshot: Snapshot,
  name: TotalName,
  memberNo: MemberNo,
): Promise<Cents> {
  const found = await snapshot.first(totals[name], [memberNo]);
  return found === null ? ZERO_CENTS : cents(found.total);
}

/** SQL for what a member `m` has in all their accounts of a kind, in cents. */
export const memberBalanceInSql = (
  code: MemberAccountCode,
) => `coalesce((select sum(a.balance_cents * a.normal_side)
    from ledger_account a where a.member_id = m.id and a.code = '${code}'), 0)::bigint`;

function totalStatement(name: string, code: MemberAccountCode) {
  return statement({
    name,
    quick: true,
    text: `select a.balance_cents * a.normal_side as total
      from member m join ledger_account a
        on a.member_id = m.id and a.code = '${code}' and a.reference = ''
      where m.member_no = $1`,
    row,
  });
}
