import * as z from "zod/mini";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import { type Cents, cents } from "#shared/money.ts";
import {
  type AccountKey,
  memberAccount,
  societyAccount,
} from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { post, postAll, reverse } from "#server/ledger/journal/post.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { taxInSql } from "./dividend-tax-sql.ts";
import { auditPayout, type DividendPayout } from "./payout-rows.ts";
import { notifyOfPayouts } from "./notify.ts";

const findLeg = statement({
  name: "payout-leg",
  text: `select g.amount_cents, ${taxInSql("g.amount_cents")} as tax_cents
    from dividend_leg g
      join dividend_member_rate t on t.dividend_id = g.dividend_id
        and t.member_id = g.member_id and t.mode = 'share-capital'
    where g.dividend_id = $1 and g.member_id = $2 and g.leg_no = $3`,
  row: z.object({
    amount_cents: bigCents,
    tax_cents: bigCents,
  }),
});

/**
 * Moves a failed payment to share capital: reverses the tax of a payout and withholds that of
 * shares, as if the member had chosen them.
 */
export async function giveToShares(work: UnitOfWork, payout: DividendPayout): Promise<void> {
  const leg = await work.first(findLeg, [payout.dividend_id, payout.member_id, payout.leg_no]);
  if (leg === null) throw new Error(`payout ${payout.id} is of no leg`);
  if (payout.tax_entry_id !== null) {
    await reverse(work, payout.tax_entry_id, {
      narration: narrationOf("withholdingTax", { year: String(payout.year) }),
    });
  }
  const { amount_cents: gross, tax_cents: tax } = leg;
  const payable = memberAccount("dividend-payable", payout.member_id);
  const shares = memberAccount("share-capital", payout.member_id);
  const about = { narration: narrationOf("toShares", { narration: payout.about }) };
  const named = { ...about, referenceNo: payout.reference };
  const net = cents(gross - tax);
  const entries: Entry[] = [
    {
      ...named,
      kind: "dividend-to-share-capital",
      lines: [debit(payable, net), credit(shares, net)],
    },
  ];
  if (tax > 0n) {
    const owed = societyAccount("withholding-tax-payable");
    entries.push({
      ...named,
      kind: "withholding-tax",
      lines: [debit(payable, tax), credit(owed, tax)],
    });
  }
  await postAll(work, entries);
  await redirectLeg(work, payout, tax);
  await resolve(work, payout, "shares", gross);
  await notifyOfPayouts(work, [{ id: payout.id, amount_cents: net }], "payout-to-shares");
}

async function redirectLeg(work: UnitOfWork, payout: DividendPayout, tax: Cents): Promise<void> {
  await work.run(
    `update dividend_leg set source = 'redirected', mode = 'share-capital', tax_cents = $4,
        mobile_number = '', by_bank = false
      where dividend_id = $1 and member_id = $2 and leg_no = $3`,
    [payout.dividend_id, payout.member_id, payout.leg_no, tax],
  );
}

/**
 * Moves a failed payment to the member's withdrawable account. It still counts as paid out, so the
 * withheld tax stays.
 */
export async function giveToAccount(
  work: UnitOfWork,
  payout: DividendPayout,
  account: AccountKey,
): Promise<void> {
  await post(work, {
    kind: "dividend-to-withdrawable",
    narration: narrationOf("toAccount", {
      narration: payout.about,
      accountNo: account.reference ?? "",
    }),
    referenceNo: payout.reference,
    lines: [
      debit(memberAccount("dividend-payable", payout.member_id), payout.amount_cents),
      credit(account, payout.amount_cents),
    ],
  });
  await resolve(work, payout, "account", payout.amount_cents);
  await notifyOfPayouts(work, [payout], "payout-to-account");
}

/**
 * Pays a failed payment in cash at the office, by a voucher that pays nothing else. The actor
 * confirms the report of another person.
 */
export async function giveInCash(
  work: UnitOfWork,
  payout: DividendPayout,
  voucher: string,
): Promise<void> {
  const taken = await work.run(
    `insert into payout_receipt (receipt_no, payout_id) values ($1, $2) on conflict do nothing`,
    [voucher, payout.id],
  );
  if (taken === 0) throw new Problem("receipt-used");
  await post(work, {
    kind: "dividend-in-cash",
    narration: narrationOf("inCash", { narration: payout.about }),
    referenceNo: payout.reference,
    receiptNo: voucher,
    lines: [
      debit(memberAccount("dividend-payable", payout.member_id), payout.amount_cents),
      credit(societyAccount("cash"), payout.amount_cents),
    ],
  });
  await resolve(work, payout, "cash", payout.amount_cents);
  await notifyOfPayouts(work, [payout], "payout-in-cash");
}

async function resolve(
  work: UnitOfWork,
  payout: DividendPayout,
  state: "shares" | "account" | "cash",
  amount: Cents,
): Promise<void> {
  await work.run(
    `insert into dividend_exception (dividend_id, member_id, reason, amount_cents)
      values ($1, $2, 'payout-failed', $3)`,
    [payout.dividend_id, payout.member_id, amount],
  );
  await work.run(
    `update payout set state = $3, problem = '', resolved_by = $2, given_by = claimed_by,
        claimed_receipt = '', claimed_way = '', claimed_by = null, changed_at = akiba_now(),
        changed_by = $2
      where id = $1`,
    [payout.id, work.actor, state],
  );
  auditPayout(work, `payout-to-${state}`, payout, {});
}
