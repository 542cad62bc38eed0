import type { Registered } from "./commands.ts";

/** What the earlier client says after a registration, with the number of the new member. */
export function presentRegistered({ memberNo, approvalId }: Registered) {
  return {
    code: 201,
    message: "Data submitted successfully",
    memberNo,
    ...(approvalId !== null && { approvalId: String(approvalId) }),
  } as const;
}
