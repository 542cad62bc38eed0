import * as z from "zod/mini";
import { DEFAULT_LANGUAGE, languages, STAFF_LANGUAGE } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { inNairobi } from "#server/kernel/platform/nairobi.ts";
import { type Counted, TOLD_MOMENT } from "./code-limits.ts";

const closeNow = statement({
  name: "otp-close",
  text: `update otp_standing set closed_at = akiba_now(),
      closed_until = case when $3 = 'day' then ${inNairobi("(day + 1)::timestamp")}
        else otp_closed_until(consecutive_failures, decays_from, $4, $5) end
    where member_no = $1 and asked_by = $2
    returning to_char(${inNairobi("closed_until")}, '${TOLD_MOMENT}') as until`,
  row: z.object({ until: z.string() }),
});

const findOwner = statement({
  name: "otp-owner",
  text: `select mobile_number, language from member where member_no = $1
    union all select mobile_number, '${STAFF_LANGUAGE}' from staff where staff_no = $1 limit 1`,
  row: z.object({ mobile_number: z.string(), language: z.enum(languages) }),
});

/**
 * Records until when wrong guesses have closed the codes. If that is longer than a day, the owner
 * is notified once by SMS. For an unknown number the same work is done, but the message has no
 * recipient.
 */
export async function recordClosing(
  work: UnitOfWork,
  { memberNo, by }: Counted,
  closing: "day" | "row",
  limits: Limits,
): Promise<void> {
  const bounds = [limits.otpFailuresForgottenPerWeek, limits.otpFailuresInARow];
  const closed = await work.first(closeNow, [memberNo, by, closing, ...bounds]);
  if (closing === "day") return;
  await notifyOwner(work, memberNo, "codes-closed", { until: closed?.until ?? "" });
  work.audit({ action: "codes-closed", subject: `login:${memberNo}` });
}

/** Notifies the owner of a number by SMS, at the next run of the outbox. */
async function notifyOwner(
  work: UnitOfWork,
  memberNo: string,
  template: "codes-closed" | "codes-opened",
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const owner = await work.first(findOwner, [memberNo]);
  const message = {
    mobileNumber: owner?.mobile_number,
    pretend: true,
    template,
    language: owner?.language ?? DEFAULT_LANGUAGE,
    params: { memberNo, ...more },
  };
  await enqueueSms(work, message, atTheNextRound);
}

/** Does not notify the outbox: the message leaves at its next run, whenever it was written. */
export const atTheNextRound = (): void => {};

const lockStanding = statement({
  name: "otp-lock-standing",
  text: "select member_no from otp_standing where member_no = $1 for update",
  row: z.object({ member_no: z.string() }),
});

/** Locks the counts of a number, so that its codes stay open or closed until the commit. */
export async function lockCounts(work: UnitOfWork, memberNo: MemberNo): Promise<void> {
  await work.rows(lockStanding, [memberNo]);
}

/** Reopens the codes of a number, whatever closed them, and notifies the owner by SMS. */
export async function openCodes(work: UnitOfWork, memberNo: MemberNo): Promise<void> {
  await work.run(
    `update otp_standing set sends = 0, next_send_at = null, failures = 0,
        consecutive_failures = 0, closed_at = null, closed_until = null
      where member_no = $1`,
    [memberNo],
  );
  await notifyOwner(work, memberNo, "codes-opened");
  work.audit({ action: "codes-opened", subject: `login:${memberNo}` });
}

/** SQL for whether codes are closed, for statements that read more: the join and its columns. */
export function closedCodesInSql(memberNo: string) {
  return {
    columns: "codes.closed_at as codes_closed_at, codes.closed_until as codes_closed_until",
    join: `left join lateral (
      select min(c.closed_at) as closed_at, max(c.closed_until) as closed_until
      from otp_standing c where c.member_no = ${memberNo} and c.closed_until > akiba_now()
    ) codes on true`,
  } as const;
}

/** The columns of `closedCodesInSql`, for the row's schema; null while codes are open. */
export const closedCodesColumns = {
  codes_closed_at: z.nullable(z.date()),
  codes_closed_until: z.nullable(z.date()),
} as const;
