import * as z from "zod/mini";
import { type Language, languages } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

/** A member's e-mail address as the register has it. */
export interface OwnEmail {
  /** Empty where the register has none. */
  readonly email: string;
  /** Whether its owner has proved it by a code that was sent there. */
  readonly confirmed: boolean;
  readonly language: Language;
}

const findOwnEmail = statement({
  name: "member-own-email",
  text: `select email, language, email <> '' and email_confirmed_at is not null as confirmed
    from member where member_no = $1`,
  row: z.object({ email: z.string(), language: z.enum(languages), confirmed: z.boolean() }),
});

/** Returns a member's e-mail address; throws `no-such-member` if there is no such member. */
export async function ownEmailOf(snapshot: Snapshot, memberNo: MemberNo): Promise<OwnEmail> {
  const found = await snapshot.first(findOwnEmail, [memberNo]);
  if (found === null) throw new Problem("no-such-member");
  return found;
}
