import * as z from "zod/mini";
import { languages } from "#shared/language.ts";
import { enqueue } from "#server/outbox/enqueue.ts";
import { societyContact } from "#server/outbox/society-contact.ts";
import { statement, type UnitOfWork } from "#server/platform/database.ts";
import type { Limits } from "#server/platform/limits.ts";
import type { Counted } from "./counts.ts";

/** A message about closed codes is worth reading for two days. */
const NEWS_SECONDS = 172_800;

const closeNow = statement({
  name: "otp-close",
  text: `update otp_standing set closed_at = akiba_now() where member_no = $1 and asked_by = $2
    returning to_char(otp_closed_until(consecutive_failures, decays_from, $3, $4)
      at time zone 'Africa/Nairobi', 'FMDD Mon YYYY HH24:MI') as until`,
  row: z.object({ until: z.string() }),
});

const findOwner = statement({
  name: "otp-owner",
  text: `select mobile_number, language from member where member_no = $1
    union all select mobile_number, 'en' from staff where staff_no = $1 limit 1`,
  row: z.object({ mobile_number: z.string(), language: z.enum(languages) }),
});

/**
 * Writes down that wrong guesses have closed the codes, and tells their owner once by SMS. For a
 * number nobody has it does the same work, and the message leaves to nobody.
 */
export async function recordClosing(
  work: UnitOfWork,
  { memberNo, by }: Counted,
  limits: Limits,
): Promise<void> {
  const bounds = [limits.otpFailuresForgottenPerWeek, limits.otpFailuresInARow];
  const closed = await work.first(closeNow, [memberNo, by, ...bounds]);
  await tellOwner(work, memberNo, "codes-closed", { until: closed?.until ?? "" });
  work.audit({ action: "codes-closed", subject: `login:${memberNo}` });
}

/** Tells the owner of a number by SMS, at the next round of the outbox. */
async function tellOwner(
  work: UnitOfWork,
  memberNo: string,
  template: "codes-closed" | "codes-opened",
  more: Readonly<Record<string, string>>,
): Promise<void> {
  const owner = await work.first(findOwner, [memberNo]);
  const message = {
    channel: "sms",
    recipient: owner?.mobile_number || null,
    pretend: true,
    template,
    language: owner?.language ?? "en",
    params: { ...(await societyContact(work)), memberNo, ...more },
    lifetimeSeconds: NEWS_SECONDS,
  } as const;
  await enqueue(work, message, atTheNextRound);
}

/** Wakes nobody: the message leaves when the outbox looks next, whenever it was written. */
export const atTheNextRound = (): void => {};
