import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { CodeTimes } from "#shared/contract/kernel/code-times.ts";
import type { Language } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { messageKind } from "#shared/message-kinds.ts";
import { enqueue, type Notify } from "#server/messaging/outbox/enqueue.ts";
import { societyContact } from "#server/messaging/outbox/society-contact.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { randomSalt } from "#server/kernel/platform/random.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { takeShared } from "#server/kernel/platform/shared-limit.ts";
import { atTheNextRound } from "./code-lock.ts";
import { countSend } from "./code-limits.ts";
import { type AskedBy, askedBy, type Purpose } from "./code.ts";

export interface CodeRequest {
  readonly memberNo: MemberNo;
  readonly purpose: Purpose;
  /** The one subject of the code, if its purpose has several. */
  readonly subject?: string;
  /** The number or address on the register; null for an unknown number, treated the same. */
  readonly recipient: string | null;
  readonly language: Language;
  /** Placeholders of the message, beside the code and the names of the society and its office. */
  readonly params?: Readonly<Record<string, string>>;
}

/** The requester's address, and what is needed to send a code. */
export interface Sending {
  readonly ip: string;
  readonly limits: Limits;
  readonly notify: Notify;
}

/**
 * Sends a one-time code and returns its times. Throws during the wait, over the day's limit, over
 * the society's budget and while the gateway is down, with the same answer for unknown numbers. A
 * code that anybody may request leaves the previous one valid, so that a stranger cannot void a
 * member's code.
 */
export async function sendCode(
  work: UnitOfWork,
  request: CodeRequest,
  { ip, limits, notify }: Sending,
): Promise<CodeTimes> {
  const { memberNo, purpose } = request;
  const contact = await societyContact(work);
  const by = askedBy(purpose);
  const fromAddress = { name: "codes", most: limits.otpSendsPerIpPerHour, windowSeconds: 3600 };
  if (!(await takeShared(work, fromAddress, keyOf(by, ip)))) {
    throw new Problem("too-many", { retryAfter: 3600 });
  }
  const againSeconds = await countSend(work, { memberNo, by }, contact.phone, limits);
  const isSms = messageKind(`otp-${purpose}`)?.channel === "sms";
  if (isSms && (!(await takeBudget(work, by, request, limits)) || (await gatewayIsDown(work)))) {
    throw new Problem("otp-unavailable", { values: contact, retryAfter: 300 });
  }
  const issued = await issueCode(work, by, request, limits);
  const { recipient, language } = request;
  const message = {
    recipient,
    pretend: true,
    template: `otp-${purpose}`,
    language,
    params: { ...request.params, ...contact, ...issued },
    lifetimeSeconds: limits.otpLifetimeSeconds,
  } as const;
  // If notified at once, the outbox would be busy only after an answer about a real number.
  await enqueue(work, message, by === "anyone" ? atTheNextRound : notify);
  work.audit({ action: "code-sent", subject: `login:${memberNo}`, detail: { purpose } });
  return { validSeconds: limits.otpLifetimeSeconds, againSeconds };
}

/** Counts requests from an address separately for strangers, signed-in owners and the office. */
function keyOf(by: AskedBy, ip: string): string {
  return by === "anyone" ? ip : `${by} ${ip}`;
}

/**
 * Uses one code of the day's budget; false if it is spent. A message without a recipient costs
 * nothing and uses no code, in the same statement.
 */
function takeBudget(
  work: UnitOfWork,
  by: AskedBy,
  { recipient }: CodeRequest,
  limits: Limits,
): Promise<boolean> {
  const most = by === "anyone" ? limits.otpSocietyBudgetPerDay : limits.otpSignedInBudgetPerDay;
  const budget = { name: "sms", most, windowSeconds: 86_400 };
  return takeShared(work, budget, by === "anyone" ? "society" : by, recipient === null ? 0 : 1);
}

/** Writes the code and returns the values of its message. */
async function issueCode(
  work: UnitOfWork,
  by: AskedBy,
  { memberNo, purpose, subject = "" }: CodeRequest,
  limits: Limits,
): Promise<{ otpId: string; salt: string }> {
  const id = randomUUID();
  const salt = randomSalt();
  await work.run(
    `update otp set replaced_at = akiba_now()
      where member_no = $1 and asked_by = $2 and used_at is null and replaced_at is null
        and (asked_by <> 'anyone' or not is_newest)`,
    [memberNo, by],
  );
  await work.run(
    `update otp set is_newest = false
      where member_no = $1 and asked_by = $2 and used_at is null and replaced_at is null`,
    [memberNo, by],
  );
  await work.run(
    `insert into otp (id, member_no, purpose, salt, expires_at, subject)
      values ($1, $2, $3, $4, akiba_now() + make_interval(secs => $5), $6)`,
    [id, memberNo, purpose, salt, limits.otpLifetimeSeconds, subject],
  );
  return { otpId: id, salt: Buffer.from(salt).toString("hex") };
}

// A message still being sent has no result yet; one rejected because of its number says nothing
// about the gateway.
const findGatewayState = statement({
  name: "sms-gateway-state",
  text: `select count(*) = 3 and bool_and(state <> 'delivered') as down
    from (select state from outbox_message
      where channel = 'sms' and (state = 'delivered' or (last_failure <> '' and state <> 'failed'))
        and created_at > akiba_now() - interval '5 minutes'
      order by id desc limit 3) recent`,
  row: z.object({ down: z.nullable(z.boolean()) }),
});

/** Whether the last three texts all failed; five minutes later the next one tries again. */
async function gatewayIsDown(work: UnitOfWork): Promise<boolean> {
  return (await work.first(findGatewayState))?.down ?? false;
}
