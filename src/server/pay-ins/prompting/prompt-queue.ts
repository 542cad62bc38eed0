import * as z from "zod/mini";
import type { PromptDestination } from "#shared/pay-in-prompts.ts";
import { promptDestinations } from "#shared/pay-in-prompts.ts";
import { creditDueAt } from "#server/pay-ins/receiving/credit-without-confirmation.ts";
import { maskedSender } from "#server/pay-ins/receiving/masked-sender.ts";
import { receiveCallback } from "#server/pay-ins/receiving/receive.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { type Database, statement } from "#server/kernel/platform/database.ts";
import { LeasedRows, leaseOf, ourValues } from "#server/kernel/platform/leased-rows.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import type { OutgoingPrompt, Pushed, Standing } from "./prompt-provider.ts";

const actor = "prompts";

/** A call that takes longer is abandoned. */
export const CALL_WITHIN_SECONDS = 25;
const LEASE_SECONDS = 60;
/** A prompt that could not be sent by then is not sent: its member no longer waits for it. */
const SEND_BEFORE_SECONDS = 120;
const ASK_EVERY_SECONDS = 8;
/** A phone shows a prompt for a minute or two; without a result by then it is unknown. */
const RESULT_WITHIN_SECONDS = 180;
const ASK_FOR_HOURS = 24;

const claimed = z.object({
  id: z.bigint(),
  reference: z.string(),
  destination: z.enum(promptDestinations),
  state: z.enum(["sending", "sent", "paid", "failed", "unknown"]),
  checkout_id: z.nullable(z.string()),
  mobile_number: z.string(),
  amount_cents: bigCents,
  tries: z.int(),
  told_receipt: z.string(),
  told_paid_at: z.nullable(z.date()),
  now: z.date(),
});

/** A prompt that one instance acts on until its lease ends. */
export type Claimed = z.infer<typeof claimed>;

const leases = new LeasedRows({
  table: "pay_in_prompt",
  alias: "p",
  until: "due_at",
  tries: "tries",
  isClaimed: "state = 'sending'",
  callWithinSeconds: CALL_WITHIN_SECONDS,
});

// A sent or paid prompt is claimed as well, to query its state or to credit it.
const claim = leases.claim("pay-in-prompt-claim", {
  isDue: "p.due_at <= akiba_now() and p.state <> 'sending'",
  order: "p.due_at, p.id",
  lease: leaseOf(LEASE_SECONDS),
  set: `, changed_at = akiba_now(),
      state = case p.state when 'asked' then 'sending' else p.state end`,
  returning: `p.id, p.reference, p.destination, p.state, p.checkout_id, p.mobile_number,
      p.amount_cents, p.tries, p.told_receipt, p.told_paid_at,
      akiba_now() as now`,
  row: claimed,
});

/** Claims prompts on which something is due. */
export function claimDue(database: Database, limit: number): Promise<Claimed[]> {
  return database.oneWrite(actor, claim, [limit]);
}

const giveUp = statement({
  name: "pay-in-prompt-give-up",
  text: `update pay_in_prompt set changed_at = akiba_now(), due_at = null,
      state = case state when 'sending' then 'unknown' else 'failed' end,
      problem = case state when 'sending' then 'answer-lost' else 'not-sent' end
    where ${leases.isAbandoned} or (state = 'asked'
      and asked_at <= akiba_now() - make_interval(secs => ${SEND_BEFORE_SECONDS}))
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/**
 * Gives up a prompt whose sender died, which may be on the phone, and one that was not sent in
 * time. Neither is sent again.
 */
export async function giveUpLate(database: Database): Promise<void> {
  await database.oneWrite(actor, giveUp, []);
}

const standing = leases.standing("pay-in-prompt-standing", "id", z.object({ id: z.bigint() }));

/** Whether a claimed prompt may still be sent. */
export async function mayStillSend(database: Database, prompt: Claimed): Promise<boolean> {
  return (await database.one(standing, ourValues(prompt))).length > 0;
}

/** The words on the phone; at most 13 characters. */
const descriptions: Readonly<Record<PromptDestination, string>> = {
  deposits: "Deposits",
  "share-capital": "Share capital",
  withdrawable: "Savings",
  loan: "Loan",
};

/** The prompt as a provider takes it. */
export function outgoing(prompt: Claimed): OutgoingPrompt {
  return {
    reference: prompt.reference,
    description: descriptions[prompt.destination],
    mobileNumber: prompt.mobile_number,
    amount: prompt.amount_cents,
    at: prompt.now,
  };
}

/** Records the result of sending; a confirmation that came first keeps the prompt paid. */
export async function recordPush(
  database: Database,
  { id, tries }: Claimed,
  pushed: Pushed,
): Promise<void> {
  const checkoutId = pushed.outcome === "sent" ? pushed.checkoutId : null;
  const lost = pushed.outcome === "unknown" ? "answer-lost" : "";
  const problem = pushed.outcome === "failed" ? pushed.problem : lost;
  await database.unitOfWork(actor, async (work) => {
    await work.run(
      `update pay_in_prompt set checkout_id = $3::text, sent_at = akiba_now(),
          changed_at = akiba_now(),
          state = case state when 'sending' then $4 else state end,
          problem = case state when 'sending' then $5 else problem end,
          due_at = case when pay_in_id is null and $3::text is not null
            then akiba_now() + make_interval(secs => ${ASK_EVERY_SECONDS}) end
        where id = $1 and tries = $2 and checkout_id is null`,
      [id, tries, checkoutId, pushed.outcome, problem],
    );
  });
}

/** Records the answer of the query; only a payment changes a prompt that is paid or has failed. */
export async function recordStanding(
  database: Database,
  { id }: Claimed,
  found: Standing,
): Promise<void> {
  await database.unitOfWork(actor, async (work) => {
    if (found.outcome === "paid") await work.run(markProven, [id]);
    else if (found.outcome === "failed") await work.run(markFailed, [id, found.problem]);
    else await work.run(askLater, [id]);
  });
}

const markProven = `update pay_in_prompt set state = 'paid', problem = '', proven_at = akiba_now(),
    changed_at = akiba_now(), due_at = case when told_receipt <> '' and not differs
      then ${creditDueAt("akiba_now()")} end
  where id = $1 and state in ('sent', 'unknown', 'failed')`;

const markFailed = `update pay_in_prompt set state = 'failed', problem = $2, due_at = null,
    changed_at = akiba_now()
  where id = $1 and state in ('sent', 'unknown', 'failed')`;

// Once a prompt is no longer on the phone, its state is queried less and less often, for a day at
// most.
const askLater = `update pay_in_prompt set changed_at = akiba_now(),
    state = case when state = 'sent' and ${isPast("sent_at", RESULT_WITHIN_SECONDS)}
      then 'unknown' else state end,
    problem = case when state = 'sent' and ${isPast("sent_at", RESULT_WITHIN_SECONDS)}
      then 'no-result' else problem end,
    due_at = case
      when ${isPast("asked_at", ASK_FOR_HOURS * 3600)} or state = 'failed' then null
      when ${isPast("sent_at", RESULT_WITHIN_SECONDS)}
        then akiba_now() + least(interval '1 hour', (akiba_now() - sent_at) / 2)
      else akiba_now() + make_interval(secs => ${ASK_EVERY_SECONDS}) end
  where id = $1 and state in ('sent', 'unknown', 'failed')`;

function isPast(moment: string, seconds: number): string {
  return `${moment} <= akiba_now() - make_interval(secs => ${seconds})`;
}

/**
 * Credits a paid prompt by the receipt of its callback, because no confirmation arrived in time.
 * Its amount is the prompt's, which the query has confirmed.
 */
export async function creditPaidPrompt(
  database: Database,
  prompt: Claimed,
  shortCode: string,
  notify: Notify,
): Promise<void> {
  await database.unitOfWork(actor, async (work) => {
    const payment = {
      receiptNo: prompt.told_receipt,
      shortCode,
      amount: prompt.amount_cents,
      accountText: prompt.reference,
      senderName: "",
      senderNumber: maskedSender(prompt.mobile_number),
      paidAt: prompt.told_paid_at?.toISOString() ?? null,
    };
    await receiveCallback(work, payment, notify);
    await work.run("update pay_in_prompt set due_at = null where id = $1", [prompt.id]);
  });
}
