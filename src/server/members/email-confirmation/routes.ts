import * as contract from "#shared/contract/members/email-confirmation.ts";
import { ownNumber } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { ownEmailOf } from "#server/members/membership/own-email.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { confirmEmail, proveEmail, sendEmailCode } from "./commands.ts";

interface EmailOptions {
  readonly database: Database;
  readonly limits: Limits;
  readonly secret: string;
  readonly notify: Notify;
}

/**
 * A member's e-mail address, which they confirm by a code before their documents are sent there.
 */
export function emailConfirmationRoutes(options: EmailOptions): Mounted[] {
  const { database, limits, secret, notify } = options;
  return [
    mountRead(contract.ownEmail, async (snapshot, { actor }) => {
      const { email, confirmed } = await ownEmailOf(snapshot, ownNumber(actor));
      return { email, confirmed };
    }),
    mountWrite(contract.sendEmailCode, {
      handle: (work, { actor, ip }) =>
        sendEmailCode(work, ownNumber(actor), { ip, limits, notify }),
    }),
    mountWrite(contract.confirmEmail, {
      prepare: async ({ actor, body, ip }) => {
        const guess = { memberNo: ownNumber(actor), otp: body.otp, ip, secret, limits };
        const proven = await proveEmail(database, guess);
        if (proven instanceof Problem) throw proven;
        return proven;
      },
      handle: (work, _, proven) => confirmEmail(work, proven),
    }),
  ];
}
