import * as contract from "#shared/contract/check-off/files.ts";
import { type Mounted, mountWrite } from "#server/kernel/http/mount.ts";
import { propose } from "./commands.ts";

/** Proposals for the destination of money in suspense; a second person approves them. */
export function checkOffPlacementRoutes(): Mounted[] {
  return [
    mountWrite(contract.place, {
      handle: async (work, { params, body }) => {
        const approvalId = await propose(work, { ...params, ...body });
        return { approvalId: String(approvalId) };
      },
    }),
  ];
}
