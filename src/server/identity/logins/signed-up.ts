import type { Language } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";

/** The details a member gave at sign-up. */
export interface SignUpDetails {
  readonly mobileNo: string;
  readonly email: string;
  /** The confirmed version of the privacy notice; zero if the client shows none. */
  readonly notice: number;
  /** The language of the page on which they signed up; null for other clients. */
  readonly language: Language | null;
}

/** A member who has just created a login with the code sent to their number on the register. */
export interface SignedUp extends SignUpDetails {
  readonly memberId: bigint;
  readonly memberNo: MemberNo;
  /** The mobile number and e-mail on the register before the sign-up. */
  readonly registered: { readonly mobileNumber: string; readonly email: string };
}

/**
 * Writes the effects of a sign-up in higher districts, in the same unit of work; passed in from
 * app.ts.
 */
export type AfterSignUp = (work: UnitOfWork, member: SignedUp, notify: Notify) => Promise<void>;
