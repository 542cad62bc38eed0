import * as contract from "#shared/contract/check-off/overpayments.ts";
import { type Mounted, mountWrite } from "#server/kernel/http/mount.ts";
import { request } from "./commands.ts";

/** Requests to move or refund an overpayment of a loan; a second person approves them. */
export function overpaymentRoutes(): Mounted[] {
  return [
    mountWrite(contract.requestMove, {
      handle: async (work, { params, body }) => {
        const { reason, ...wish } = body;
        return { approvalId: String(await request(work, { ...params, ...wish }, reason)) };
      },
    }),
  ];
}
