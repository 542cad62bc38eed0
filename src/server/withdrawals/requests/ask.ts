import type { CodeTimes } from "#shared/contract/kernel/code-times.ts";
import type { Sending } from "#server/identity/one-time-codes/send.ts";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import { ZERO_CENTS } from "#shared/money.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { postAll } from "#server/ledger/journal/post.ts";
import { withdrawableAccount } from "#server/loans/lending/withdrawable-accounts.ts";
import { isThemselves } from "#server/members/membership/member-summary.ts";
import { spendCode, type TypedCode } from "#server/identity/one-time-codes/prove.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { type Holder, lockHolder } from "#server/withdrawals/accounts/holder.ts";
import { type CodePurpose, proveWithdrawalCode, sendWithdrawalCode } from "./codes.ts";
import { notifyMember } from "./notify-member.ts";
import { release } from "./release.ts";
import { type Terms, termsOf, type Wish } from "./withdrawal-limits.ts";

/** A member and the withdrawal that is asked for. */
export interface QuestionDialog {
  readonly memberNo: MemberNo;
  readonly wish: Wish;
  /** Whether somebody at the office enters it for the member. */
  readonly atCounter: boolean;
}

const purposeOf = ({ atCounter }: QuestionDialog): CodePurpose =>
  atCounter ? "counter-withdrawal" : "withdrawal";

/** Sends the member a code for exactly this withdrawal, if it complies with the rules in force. */
export async function sendCodeFor(
  work: UnitOfWork,
  asking: QuestionDialog,
  sending: Sending,
): Promise<CodeTimes> {
  const terms = await lockTerms(work, asking);
  return sendWithdrawalCode(work, terms, purposeOf(asking), sending);
}

/**
 * Debits a withdrawal from the member's account, by their code, and queues its payment if it may be
 * sent at once. A wrong code is returned as a problem instead of thrown, so that the attempt is
 * counted.
 */
export async function ask(
  work: UnitOfWork,
  asking: QuestionDialog,
  code: TypedCode,
  notify: Notify,
): Promise<bigint | Problem> {
  const terms = await lockTerms(work, asking);
  const proven = await proveWithdrawalCode(work, terms, purposeOf(asking), code);
  if (proven instanceof Problem) return proven;
  await spendCode(work, proven);
  const id = await write(work, terms, {
    otpId: proven.otpId,
    enteredBy: asking.atCounter ? work.actor : null,
  });
  const isReleased = await release(work, id);
  const template = isReleased
    ? "withdrawal-sent"
    : terms.needsApproval
      ? "withdrawal-waits"
      : "withdrawal-noticed";
  await notifyMember(work, id, template, notify);
  return id;
}

/** Locks the member and judges the withdrawal by the rules in force. */
async function lockTerms(
  work: UnitOfWork,
  { memberNo, wish, atCounter }: QuestionDialog,
): Promise<Terms> {
  const holder = await lockHolder(work, memberNo);
  if (atCounter && (await isThemselves(work, work.actor, holder.id))) {
    throw new Problem("own-listing");
  }
  return termsOf(work, holder, wish, { atCounter });
}

const takeNumber = statement({
  name: "withdrawals-number",
  text: `select id, 'WD-' || lpad(id::text, greatest(6, length(id::text)), '0') as reference
    from (select nextval(pg_get_serial_sequence('withdrawal', 'id')) as id) n`,
  row: z.object({ id: z.bigint(), reference: z.string() }),
});

interface By {
  readonly otpId: string;
  /** The member of staff who entered the code; null if the member was signed in. */
  readonly enteredBy: string | null;
}

/** Posts a withdrawal with its fee and writes the request. */
async function write(work: UnitOfWork, terms: Terms, { otpId, enteredBy }: By): Promise<bigint> {
  const { holder, account, amount, channel, policy, needsApproval } = terms;
  const number = await work.first(takeNumber);
  if (number === null) throw new Error("a sequence has no end");
  const [entryId, feeEntryId] = await postAll(work, entriesOf(terms, number.reference));
  if (entryId === undefined) throw new Error(`${number.reference} was not posted`);
  await work.run(
    `insert into withdrawal (id, member_id, account_no, amount_cents, fee_cents, channel,
        policy_id, needs_approval, ready_on, otp_id, entry_id, fee_entry_id, requested_by,
        entered_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, akiba_today() + $9::int, $10, $11, $12, $13, $14)`,
    [
      number.id,
      holder.id,
      account.no,
      amount,
      policy.fee_cents,
      channel,
      policy.id,
      needsApproval,
      policy.notice_days,
      otpId,
      entryId,
      feeEntryId ?? null,
      actorOf(holder),
      enteredBy,
    ],
  );
  work.audit({
    action: "withdrawal-asked",
    subject: actorOf(holder),
    detail: {
      reference: number.reference,
      account: account.no,
      amount: String(amount),
      channel,
    },
  });
  return number.id;
}

const actorOf = ({ member_no: memberNo }: Holder): string => `member:${memberNo}`;

function entriesOf({ holder, account, amount, channel, policy }: Terms, referenceNo: string) {
  const from = withdrawableAccount(holder.id, account.no);
  const narration = narrationOf(channel === "phone" ? "withdrawalToMpesa" : "withdrawalAtOffice");
  const entries: Entry[] = [
    {
      kind: "withdrawable-withdrawal",
      narration,
      referenceNo,
      lines: [debit(from, amount), credit(societyAccount("payout-clearing"), amount)],
    },
  ];
  if (policy.fee_cents > ZERO_CENTS) {
    entries.push({
      kind: "withdrawal-fee",
      narration: narrationOf("withdrawalFee"),
      referenceNo,
      lines: [
        debit(from, policy.fee_cents),
        credit(societyAccount("withdrawal-fees"), policy.fee_cents),
      ],
    });
  }
  return entries;
}
