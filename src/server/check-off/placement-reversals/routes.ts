import { reversePlacement } from "#shared/contract/check-off/posting.ts";
import { type Mounted, mountWrite } from "#server/kernel/http/mount.ts";
import { requestReversal } from "./commands.ts";

/** Requests to reverse money placed out of suspense; a second person approves them. */
export function placementReversalRoutes(): Mounted[] {
  return [
    mountWrite(reversePlacement, {
      handle: async (work, { params, body }) => {
        return { approvalId: String(await requestReversal(work, params, body.reason)) };
      },
    }),
  ];
}
