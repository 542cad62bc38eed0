import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import type { MobileNumber } from "#shared/mobile-number.ts";
import type { Cents } from "#shared/money.ts";
import type { PromptBasis, PromptDestination } from "#shared/pay-in-prompts.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { sha256Hex } from "#server/kernel/platform/random.ts";
import { takeShared } from "#server/kernel/platform/shared-limit.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { creditDueAt } from "#server/pay-ins/receiving/credit-without-confirmation.ts";
import { disagrees } from "#server/pay-ins/receiving/prompt-rows.ts";
import { rejectAmount } from "./prompt-amount.ts";
import { newReference } from "./reference.ts";
import { loansToPay, promptLimits } from "./queries.ts";

/** A member's request. */
export interface Asked {
  readonly memberNo: MemberNo;
  readonly to: PromptDestination;
  readonly accountNo: string;
  readonly loanNo: string;
  readonly basis: PromptBasis;
  readonly amount: Cents;
  readonly mobileNo: MobileNumber;
}

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

const findRequester = statement({
  name: "pay-in-requester",
  text: `select m.id, m.mobile_number,
      exists (select from ledger_account a where a.member_id = m.id
        and a.code = 'withdrawable-deposits' and a.reference = $2) as has_account,
      coalesce((select sum(p.amount_cents) from pay_in_prompt p
        where p.member_id = m.id and p.mobile_number = $3 and p.asked_at >= akiba_today()
          and p.state <> 'failed'), 0)::bigint as today_cents
    from member m where m.member_no = $1`,
  row: z.object({
    id: z.bigint(),
    mobile_number: z.string(),
    has_account: z.boolean(),
    today_cents: bigCents,
  }),
});

/** Records a prompt that the worker sends, and returns its reference. */
export async function askForPrompt(
  work: UnitOfWork,
  asked: Asked,
  limits: Limits,
): Promise<string | Problem> {
  const { memberNo, accountNo, mobileNo, to } = asked;
  const requester = await work.first(findRequester, [memberNo, accountNo, mobileNo]);
  if (requester === null) throw new Problem("not-yours");
  if (to === "withdrawable" && !requester.has_account) throw fieldProblem("to", "field.invalid");
  const loanId = await loanOf(work, asked);
  rejectAmount(asked.amount, requester.today_cents, await promptLimits(work));
  const isOwn = requester.mobile_number === mobileNo;
  const refused = await takeLimits(work, asked, isOwn, limits);
  if (refused !== null) return refused;
  const reference = await writePrompt(work, asked, { memberId: requester.id, loanId });
  const detail = { to, amount: String(asked.amount), reference, number: isOwn ? "own" : "other" };
  work.audit({ action: "pay-in-prompted", subject: `member:${memberNo}`, detail });
  return reference;
}

/** The loan that is paid; rejects an amount that is no longer the one due. */
async function loanOf(work: UnitOfWork, asked: Asked): Promise<bigint | null> {
  const { to, loanNo, basis, amount, memberNo } = asked;
  if (to !== "loan") {
    if (basis !== "amount") throw fieldProblem("basis", "field.invalid");
    return null;
  }
  const loan = (await loansToPay(work, memberNo)).find((one) => one.loanNo === loanNo);
  if (loan === undefined) throw new Problem("no-such-loan");
  const figure = basis === "settle" ? loan.settle : loan.due?.pay;
  if (basis !== "amount" && figure !== amount) throw new Problem("prompt-figure");
  return loan.id;
}

/** Counts against the limits that protect phones from unwanted prompts. */
async function takeLimits(
  work: UnitOfWork,
  { memberNo, mobileNo }: Asked,
  isOwn: boolean,
  limits: Limits,
): Promise<Problem | null> {
  const phone = sha256Hex(Buffer.from(mobileNo));
  const hourly = { windowSeconds: HOUR_SECONDS };
  const own = { name: "prompts-member", key: memberNo, most: limits.promptsPerMemberPerHour };
  const anyone = { name: "prompts-number", key: phone, most: limits.promptsPerNumberPerHour };
  const others = { name: "prompts-others", key: memberNo, most: limits.promptsToOthersPerDay };
  const counts = [
    { ...own, ...hourly },
    { ...anyone, ...hourly },
    ...(isOwn ? [] : [{ ...others, windowSeconds: DAY_SECONDS }]),
  ];
  for (const { key, ...limit } of counts) {
    if (await takeShared(work, limit, key)) continue;
    return new Problem("prompts-hour", { retryAfter: limit.windowSeconds });
  }
  return null;
}

const insertPrompt = statement({
  name: "pay-in-prompt-insert",
  text: `insert into pay_in_prompt (reference, member_id, destination, account_no, loan_id,
      amount_cents, mobile_number)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict (reference) do nothing returning reference`,
  row: z.object({ reference: z.string() }),
});

async function writePrompt(
  work: UnitOfWork,
  { memberNo, to, accountNo, amount, mobileNo }: Asked,
  { memberId, loanId }: { readonly memberId: bigint; readonly loanId: bigint | null },
): Promise<string> {
  const account = to === "withdrawable" ? accountNo : "";
  const rest = [memberId, to, account, loanId, amount, mobileNo];
  for (;;) {
    const written = await work.first(insertPrompt, [newReference(memberNo), ...rest]);
    if (written !== null) return written.reference;
  }
}

/** A result of a prompt as the provider sent it. */
export interface PromptOutcome {
  readonly checkoutId: string;
  /** Null for a prompt that was not paid. */
  readonly paid: {
    readonly receiptNo: string;
    readonly amount: Cents;
    readonly paidAt: string | null;
  } | null;
}

/**
 * Records a callback and lets the worker ask M-Pesa's query at once. A callback is not signed, so
 * by itself it neither credits nor fails a prompt. If its receipt or amount disagrees with the
 * known ones, the prompt is marked and waits for its confirmation.
 */
export async function takeOutcome(
  work: UnitOfWork,
  { checkoutId, paid }: PromptOutcome,
): Promise<void> {
  if (paid === null) {
    await work.run(
      `update pay_in_prompt set due_at = akiba_now()
        where checkout_id = $1 and state in ('sent', 'unknown')`,
      [checkoutId],
    );
    return;
  }
  await work.run(noteReceipt, [checkoutId, paid.receiptNo, paid.amount, paid.paidAt]);
}

const noteReceipt = `update pay_in_prompt p
  set told_receipt = case when p.told_receipt = '' then $2 else p.told_receipt end,
    told_cents = coalesce(p.told_cents, $3), told_paid_at = coalesce(p.told_paid_at, $4),
    changed_at = akiba_now(), differs = d.differs,
    due_at = case when p.pay_in_id is not null or p.state = 'paid' and d.differs then null
      when p.state = 'paid' then ${creditDueAt("p.proven_at")}
      else akiba_now() end
  from (select q.id, ${disagrees("q", "$3", "$2")}
        or coalesce(i.receipt_no <> $2, false) as differs
      from pay_in_prompt q left join pay_in i on i.id = q.pay_in_id
      where q.checkout_id = $1) d
  where p.id = d.id`;
