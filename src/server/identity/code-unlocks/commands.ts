import type { MemberNo } from "#shared/member-number.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { codesOf } from "./queries.ts";

interface Opening {
  readonly memberNo: MemberNo;
  readonly reason: string;
}

/** Requests that the closed codes of somebody else be opened; a second person approves it. */
export async function requestOpening(
  work: UnitOfWork,
  { memberNo, reason }: Opening,
): Promise<bigint> {
  const found = await codesOf(work, memberNo, work.actor);
  if (found === null) throw new Problem("no-such-login");
  if (found.is_asker) throw new Problem("own-account");
  if (found.closed_until === null) throw new Problem("codes-open");
  return requestApproval(work, {
    kind: "codes-opening",
    subject: `login:${memberNo}`,
    about: found.actor,
    payload: { memberNo },
    reason,
  });
}
