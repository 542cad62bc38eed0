import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { Language } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { enqueue, type Wake } from "#server/outbox/enqueue.ts";
import type { SocietyContact } from "#server/outbox/society-contact.ts";
import { statement, type UnitOfWork } from "#server/platform/database.ts";
import type { Limits } from "#server/platform/limits.ts";
import { randomSalt } from "#server/platform/random.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { takeShared } from "#server/platform/shared-limit.ts";
import { resendWait } from "./code.ts";

export const purposes = ["sign-up", "reset", "guarantee", "confirm-mobile"] as const;

export type Purpose = (typeof purposes)[number];

export interface CodeRequest {
  readonly memberNo: MemberNo;
  readonly purpose: Purpose;
  /** The one thing that the code is for, where its purpose has several. */
  readonly subject?: string;
  /** The mobile on the register; null for a number nobody has, which is treated alike. */
  readonly recipient: string | null;
  readonly language: Language;
  readonly ip: string;
  /** How the message and a refusal name the society and its office. */
  readonly contact: SocietyContact;
}

/**
 * Sends a one-time code in place of any before it. Refuses within the wait, over the day's count,
 * over the society's budget or while the gateway is down: alike for numbers nobody has.
 */
export async function sendCode(
  work: UnitOfWork,
  request: CodeRequest,
  limits: Limits,
  wake: Wake,
): Promise<void> {
  const { memberNo, contact } = request;
  const fromAddress = { name: "codes", most: limits.otpSendsPerIpPerHour, windowSeconds: 3600 };
  if (!(await takeShared(work, fromAddress, request.ip))) {
    throw new Refusal("too-many", { retryAfter: 3600 });
  }
  await countSend(work, memberNo, contact.phone, limits);
  const budget = { name: "sms", most: limits.otpSocietyBudgetPerDay, windowSeconds: 86_400 };
  if (!(await takeShared(work, budget, "society")) || (await gatewayIsDown(work))) {
    throw new Refusal("otp-unavailable", { values: contact, retryAfter: 300 });
  }
  const id = randomUUID();
  const salt = randomSalt();
  await work.run(
    `update otp set replaced_at = akiba_now()
      where member_no = $1 and used_at is null and replaced_at is null`,
    [memberNo],
  );
  await work.run(
    `insert into otp (id, member_no, purpose, salt, expires_at, subject)
      values ($1, $2, $3, $4, akiba_now() + make_interval(secs => $5), $6)`,
    [id, memberNo, request.purpose, salt, limits.otpLifetimeSeconds, request.subject ?? ""],
  );
  const params = { ...contact, otpId: id, salt: Buffer.from(salt).toString("hex") };
  const { recipient, language } = request;
  await enqueue(
    work,
    {
      channel: "sms",
      recipient,
      template: `otp-${request.purpose}`,
      language,
      params,
      lifetimeSeconds: limits.otpLifetimeSeconds,
    },
    wake,
  );
  work.audit({
    action: "code-sent",
    subject: `login:${memberNo}`,
    detail: { purpose: request.purpose },
  });
}

const countOneSend = statement({
  name: "otp-count-send",
  text: `insert into otp_standing as s (member_no, day, sends) values ($1, akiba_today(), 1)
    on conflict (member_no) do update set day = akiba_today(),
      sends = case when s.day = akiba_today() then s.sends + 1 else 1 end,
      failures = case when s.day = akiba_today() then s.failures else 0 end
    where (s.next_send_at is null or s.next_send_at <= akiba_now())
      and (s.day < akiba_today() or (s.sends < $2 and s.failures < $3))
      and s.consecutive_failures < $4
    returning sends`,
  row: z.object({ sends: z.int() }),
});

const findWait = statement({
  name: "otp-wait",
  text: `select greatest(0, ceil(extract(epoch from next_send_at - akiba_now())))::int as wait,
      (day = akiba_today() and (sends >= $2 or failures >= $3)) or consecutive_failures >= $4
        as capped
    from otp_standing where member_no = $1`,
  row: z.object({ wait: z.nullable(z.int()), capped: z.boolean() }),
});

async function countSend(
  work: UnitOfWork,
  memberNo: MemberNo,
  phone: string,
  limits: Limits,
): Promise<void> {
  const bounds = [
    memberNo,
    limits.otpSendsPerMemberPerDay,
    limits.otpFailuresPerMemberPerDay,
    limits.otpFailuresInARow,
  ];
  const counted = await work.first(countOneSend, bounds);
  if (counted === null) {
    const standing = await work.first(findWait, bounds);
    if (standing?.capped) throw new Refusal("otp-day-cap", { values: { phone } });
    throw new Refusal("otp-too-soon", { retryAfter: standing?.wait ?? 1 });
  }
  await work.run(
    `update otp_standing set next_send_at = akiba_now() + make_interval(secs => $2)
      where member_no = $1`,
    [memberNo, resendWait(counted.sends, limits.otpFirstResendSeconds)],
  );
}

// A message in flight says nothing yet, and one refused for its own number nothing of the gateway.
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
