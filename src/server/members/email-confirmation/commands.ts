import * as z from "zod/mini";
import type { CodeTimes } from "#shared/contract/kernel/code-times.ts";
import type { MemberNo } from "#shared/member-number.ts";
import {
  type CodeGuess,
  codeProblem,
  proveCode,
  type ProvenCode,
  spendCode,
} from "#server/identity/one-time-codes/prove.ts";
import { sendCode, type Sending } from "#server/identity/one-time-codes/send.ts";
import { type Database, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { sha256Hex } from "#server/kernel/platform/random.ts";
import { ownEmailOf } from "#server/members/membership/own-email.ts";
import { societyContact } from "#server/messaging/outbox/society-contact.ts";

const purpose = "email-address";

/** A code is for one address: it does not confirm the one that replaces it meanwhile. */
const subjectOf = (email: string): string => sha256Hex(Buffer.from(email));

/** Sends a code to the address on the register, with which its owner confirms it. */
export async function sendEmailCode(
  work: UnitOfWork,
  memberNo: MemberNo,
  sending: Sending,
): Promise<CodeTimes> {
  const { email: recipient, language } = await ownEmailOf(work, memberNo);
  if (recipient === "") throw new Problem("no-email", { values: await societyContact(work) });
  const subject = subjectOf(recipient);
  const request = { memberNo, purpose, subject, recipient, language } as const;
  return sendCode(work, request, sending);
}

/** A code that was right for an address. */
export interface ProvenEmail {
  readonly email: string;
  readonly code: ProvenCode;
}

/**
 * Compares a guess, in its own unit of work, so that a wrong one is counted although the call is
 * rejected.
 */
export function proveEmail(
  database: Database,
  guess: Omit<CodeGuess, "purpose" | "subject">,
): Promise<ProvenEmail | Problem> {
  return database.unitOfWork(`member:${guess.memberNo}`, async (work) => {
    const { email } = await ownEmailOf(work, guess.memberNo);
    const code = await proveCode(work, { ...guess, purpose, subject: subjectOf(email) });
    return code instanceof Problem ? code : { email, code };
  });
}

const confirm = statement({
  name: "member-confirm-email",
  text: `update member set email_confirmed_at = akiba_now()
    where member_no = $1 and email = $2 and email <> '' returning email`,
  row: z.object({ email: z.string() }),
});

/** Confirms the address that the code was sent to, unless another one has replaced it. */
export async function confirmEmail(
  work: UnitOfWork,
  { email, code }: ProvenEmail,
): Promise<{ readonly email: string }> {
  await spendCode(work, code);
  const confirmed = await work.first(confirm, [code.memberNo, email]);
  if (confirmed === null) throw codeProblem(purpose);
  work.audit({ action: "email-confirmed", subject: `member:${code.memberNo}` });
  return confirmed;
}
