import * as contract from "#shared/contract/members/suspensions.ts";
import { type Mounted, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { resume, suspend } from "./commands.ts";

interface SuspensionOptions {
  readonly notify: Notify;
}

/** Suspending a member, and lifting the suspension. */
export function suspensionRoutes({ notify }: SuspensionOptions): Mounted[] {
  return [
    mountWrite(contract.suspend, {
      handle: async (work, { params: { memberNo }, body: { reason } }) => {
        return { memberNo, state: await suspend(work, { memberNo, reason }, notify) };
      },
    }),
    mountWrite(contract.resume, {
      handle: async (work, { params: { memberNo }, body }) => {
        return { memberNo, state: await resume(work, { memberNo, ...body }, notify) };
      },
    }),
  ];
}
