import type { Registered } from "./commands.ts";

/** The answer the earlier client expects after a registration, with the new member number. */
export function presentRegistered({ memberNo, receiptNo, approvalId }: Registered) {
  return {
    code: 201,
    message: "Data submitted successfully",
    memberNo,
    ...(receiptNo !== null && { receiptNo }),
    ...(approvalId !== null && { approvalId: String(approvalId) }),
  } as const;
}
