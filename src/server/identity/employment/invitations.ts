import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { STAFF_LANGUAGE } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type WrittenCode, writtenCode } from "#shared/written-code.ts";
import type { MessageTemplate, Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSmsAndEmail } from "#server/messaging/outbox/enqueue-sms.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { hmacSha256, randomSalt, sameHash, sha256 } from "#server/kernel/platform/random.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import {
  giveBackShared,
  guessesPerAddress,
  takeShared,
} from "#server/kernel/platform/shared-limit.ts";
import { officeTemplateOf } from "#server/messaging/outbox/templates.ts";

/** A member of staff who has no login yet. */
export interface Invited {
  readonly staffId: bigint;
  readonly staffNo: string;
  readonly mobileNumber: string;
  readonly email: string;
}

/**
 * Sends an invitation to set a password, which replaces any earlier one. The code is sent only by
 * SMS.
 */
export async function sendInvitation(
  work: UnitOfWork,
  invited: Invited,
  { limits, notify }: { readonly limits: Limits; readonly notify: Notify },
): Promise<void> {
  const id = randomUUID();
  const salt = randomSalt();
  await work.run(
    `update staff_invitation set replaced_at = akiba_now()
      where staff_id = $1 and used_at is null and replaced_at is null`,
    [invited.staffId],
  );
  await work.run(
    `insert into staff_invitation (id, staff_id, salt, made_by, expires_at)
      values ($1, $2, $3, $4, akiba_now() + make_interval(hours => $5))`,
    [id, invited.staffId, salt, work.actor, limits.invitationHours],
  );
  const { staffNo, mobileNumber, email: address } = invited;
  const told = { staffNo, hours: String(limits.invitationHours) };
  const params = { ...told, invitation: id, salt: Buffer.from(salt).toString("hex") };
  const lifetimeSeconds = limits.invitationHours * 3600;
  const template = "staff-invitation";
  const sms = { mobileNumber, template, language: STAFF_LANGUAGE, params } as const;
  await enqueueSmsAndEmail(
    work,
    { ...sms, lifetimeSeconds },
    { address, template: "staff-invitation-mail", params: told },
    notify,
  );
}

function codeOf(secret: string, id: string, salt: Uint8Array): WrittenCode {
  return writtenCode(hmacSha256(secret, "invitation", id, salt).subarray(0, 16));
}

// The office reads English. The code is derived only when the message is sent.
const sms =
  "{society}: set the password of your staff account {staffNo} with {code} at {address} " +
  "within {hours} h. Not expected? Call {phone}.";
const mail =
  "{society} has invited you to work at its portal as {staffNo}.\n\n" +
  "Open {address} within {hours} hours and set your password with the code that was sent to your " +
  "phone by SMS. Then you set up an authenticator app: have your phone at hand.\n\n" +
  "If you did not expect this, call {phone}.";

/** The texts of an invitation; `portal` is the address members use. */
export function invitationMessages(secret: string, portal: string): MessageTemplate[] {
  const address = `${portal}/Invitation`;
  // An SMS is paid by length, and phones recognise an address without it.
  const short = address.replace(/^https:\/\//, "");
  return [
    {
      ...officeTemplateOf("staff-invitation", sms),
      derive: ({ invitation = "", salt = "" }) => {
        return { code: codeOf(secret, invitation, Buffer.from(salt, "hex")), address: short };
      },
    },
    {
      ...officeTemplateOf("staff-invitation-mail", mail),
      derive: () => ({ address }),
    },
  ];
}

export interface InvitationGuess {
  readonly staffNo: MemberNo;
  readonly code: string;
  readonly ip: string;
  readonly secret: string;
  readonly limits: Limits;
}

/** An invitation whose code was right when it was compared; spending it creates a login. */
export interface ProvenInvitation {
  readonly id: string;
  readonly staffNo: MemberNo;
  readonly fullName: string;
  readonly mobileNumber: string;
  readonly email: string;
}

/** The one answer to a wrong, expired or used code and to an unknown number. */
function invitationProblem(): Problem {
  const fields = [{ field: "code", problem: "invitation.refused" }] as const;
  return new Problem("invitation-refused", { fields });
}

/** High enough that no stranger uses them up, and far too few to guess a 60-bit code. */
const TRIES = 1_000_000;

const tryInvitation = statement({
  name: "staff-invitation-try",
  text: `update staff_invitation i set tries = i.tries + 1 from staff s
    where s.staff_no = $1 and i.staff_id = s.id and i.used_at is null and i.replaced_at is null
      and i.expires_at > akiba_now() and i.tries < $2 and s.suspended_at is null
    returning i.id, i.salt, s.full_name, s.mobile_number, s.email`,
  row: z.object({
    id: z.string(),
    salt: z.instanceof(Uint8Array),
    full_name: z.string(),
    mobile_number: z.string(),
    email: z.string(),
  }),
});

/**
 * Compares the code of an invitation. Each comparison is counted before it is made; a right one is
 * uncounted. Returns the problem for a wrong one, so that its count is kept.
 */
export async function proveInvitation(
  work: UnitOfWork,
  { staffNo, code, ip, secret, limits }: InvitationGuess,
): Promise<ProvenInvitation | Problem> {
  const perAddress = guessesPerAddress(limits);
  if (!(await takeShared(work, perAddress, ip))) {
    return new Problem("too-many", { retryAfter: perAddress.windowSeconds });
  }
  const open = await work.first(tryInvitation, [staffNo, TRIES]);
  if (open === null) return invitationProblem();
  const right = codeOf(secret, open.id, open.salt);
  if (!sameHash(sha256(right), sha256(code))) return invitationProblem();
  await giveBackShared(work, perAddress, ip);
  await work.run("update staff_invitation set tries = tries - 1 where id = $1", [open.id]);
  const { id, full_name: fullName, mobile_number: mobileNumber, email } = open;
  return { id, staffNo, fullName, mobileNumber, email };
}

/** Spends a proven invitation. Of many who proved it at once only the first succeeds. */
export async function spendInvitation(work: UnitOfWork, proven: ProvenInvitation): Promise<void> {
  const spent = await work.run(
    `update staff_invitation i set used_at = akiba_now() from staff s
      where i.id = $1 and s.id = i.staff_id and s.suspended_at is null
        and i.used_at is null and i.replaced_at is null and i.expires_at > akiba_now()`,
    [proven.id],
  );
  if (spent === 0) throw invitationProblem();
  await work.run("update staff set role_since = akiba_now() where staff_no = $1", [proven.staffNo]);
}
