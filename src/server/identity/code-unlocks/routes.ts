import { requestOpening as contract } from "#shared/contract/identity/code-unlocks.ts";
import { type Mounted, mountWrite } from "#server/kernel/http/mount.ts";
import { requestOpening } from "./commands.ts";

/** Reopening a person's codes, closed by wrong guesses of their own or of a stranger. */
export function codeOpeningRoutes(): Mounted[] {
  return [
    mountWrite(contract, {
      handle: async (work, { params: { memberNo }, body: { reason } }) => ({
        approvalId: String(await requestOpening(work, { memberNo, reason })),
      }),
    }),
  ];
}
