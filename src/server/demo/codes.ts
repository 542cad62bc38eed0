import { randomUUID } from "node:crypto";
import type { MemberNo } from "#shared/member-number.ts";
import { codeOf, type Purpose } from "#server/identity/one-time-codes/code.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { randomSalt } from "#server/kernel/platform/random.ts";

/** The use of a code by a member of the demo. */
interface CodeUse {
  readonly memberNo: MemberNo;
  readonly purpose: Purpose;
  /** The one subject that the code is for. */
  readonly subject: string;
}

/** Writes a one-time code of a member without sending it; returns its digits. */
export async function codeFor(
  work: UnitOfWork,
  secret: string,
  { memberNo, purpose, subject }: CodeUse,
): Promise<string> {
  const [id, salt] = [randomUUID(), randomSalt()];
  await work.run(
    `insert into otp (id, member_no, purpose, salt, expires_at, subject)
      values ($1, $2, $3, $4, akiba_now() + interval '5 minutes', $5)`,
    [id, memberNo, purpose, salt, subject],
  );
  return codeOf(secret, id, salt);
}
