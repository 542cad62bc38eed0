import * as contract from "#shared/contract/loans/taken-back.ts";
import { type Mounted, mountWrite } from "#server/kernel/http/mount.ts";
import * as commands from "./commands.ts";

/** Requests to return an approval or reverse a disbursement; the approval desk carries them out. */
export function takenBackRoutes(): Mounted[] {
  return [
    mountWrite(contract.approval, {
      handle: async (work, { params, body }) => {
        return { approvalId: String(await commands.requestReturn(work, { ...params, ...body })) };
      },
    }),
    mountWrite(contract.disbursement, {
      handle: async (work, { params, body }) => {
        return { approvalId: String(await commands.requestRecall(work, { ...params, ...body })) };
      },
    }),
  ];
}
