import * as desk from "#shared/contract/members/nominee-desk.ts";
import * as contract from "#shared/contract/members/nominees.ts";
import { ownNumber } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountRecord, mountWrite } from "#server/kernel/http/mount.ts";
import { codeHolderOf } from "#server/members/membership/code-holder.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { changeNominees, sendNomineesCode } from "./commands.ts";
import { presentChange, presentNominees } from "./present.ts";
import { nomineeChangesOf, nomineesOf } from "./queries.ts";

interface NomineeOptions {
  readonly limits: Limits;
  readonly secret: string;
  readonly notify: Notify;
}

/** Nominees, which members change by a code; the office can read the changes. */
export function nomineeRoutes({ limits, secret, notify }: NomineeOptions): Mounted[] {
  return [
    mountRead(contract.ownNominees, async (snapshot, { actor }) => {
      const memberNo = ownNumber(actor);
      const holder = await codeHolderOf(snapshot, memberNo);
      return presentNominees(holder, (await nomineesOf(snapshot, memberNo)) ?? "");
    }),
    mountWrite(contract.nomineesCode, {
      handle: async (work, { actor, body: { nominees }, ip }) => {
        const giving = { memberNo: ownNumber(actor), nominees };
        const times = await sendNomineesCode(work, giving, { ip, limits, notify });
        return { code: 200 as const, message: "Otp Sent Successful", ...times };
      },
    }),
    mountWrite(contract.changeNominees, {
      handle: async (work, { actor, body: { otp, nominees }, ip }) => {
        const giving = { memberNo: ownNumber(actor), nominees };
        const made = await changeNominees(work, giving, { otp, ip, secret, limits }, notify);
        return made instanceof Problem ? made : presentChange(made);
      },
    }),
    mountRecord(desk.nomineeChanges, async (snapshot, scope) => {
      if ((await nomineesOf(snapshot, scope.memberNo)) === null)
        throw new Problem("no-such-member");
      return { changes: (await nomineeChangesOf(snapshot, scope.memberNo)).map(presentChange) };
    }),
  ];
}
