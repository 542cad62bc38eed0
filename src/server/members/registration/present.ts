import type { Registered } from "./commands.ts";

/** The answer the earlier client expects after a registration, with the new member number. */
export function presentRegistered({ memberNo, approvalId }: Registered) {
  return {
    code: 201,
    message: "Data submitted successfully",
    memberNo,
    ...(approvalId !== null && { approvalId: String(approvalId) }),
  } as const;
}
