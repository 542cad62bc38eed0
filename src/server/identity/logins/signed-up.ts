import type { MemberNo } from "#shared/member-number.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";

/** What a member gave as they signed up. */
export interface SignUpDetails {
  readonly mobileNo: string;
  readonly email: string;
  /** The version of the privacy notice that was confirmed; zero where the client shows none. */
  readonly notice: number;
}

/** A member who has just made a login by the code that went to their number on the register. */
export interface SignedUp extends SignUpDetails {
  readonly memberId: bigint;
  readonly memberNo: MemberNo;
  /** What the register held before. */
  readonly registered: { readonly mobileNumber: string; readonly email: string };
}

/** Writes what follows from a sign-up elsewhere, in the same unit of work; app.ts hands it in. */
export type AfterSignUp = (work: UnitOfWork, member: SignedUp, notify: Notify) => Promise<void>;
