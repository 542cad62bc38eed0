import * as contract from "#shared/contract/members/registration.ts";
import { type Mounted, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { type ReceiveInTill, register } from "./commands.ts";
import { presentRegistered } from "./present.ts";

interface RegistrationOptions {
  /** The address where members create their account. */
  readonly address: string;
  readonly notify: Notify;
  /** Receives cash at the counter, which the members' district does not know. */
  readonly receiveInTill: ReceiveInTill;
}

/** Registration of new members at the desk. */
export function registrationRoutes(options: RegistrationOptions): Mounted[] {
  return [
    mountWrite(contract.registerMember, {
      handle: async (work, { body }) => presentRegistered(await register(work, body, options)),
    }),
  ];
}
