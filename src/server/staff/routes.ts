import * as contract from "#shared/contract/staff.ts";
import type { MemberNo } from "#shared/member-number.ts";
import type { Actor } from "#server/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/http/mount.ts";
import type { Wake } from "#server/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/platform/database.ts";
import type { Limits } from "#server/platform/limits.ts";
import { Refusal } from "#server/platform/refusal.ts";
import * as commands from "./commands.ts";
import { presentStaff } from "./present.ts";
import { allStaff, staffAt } from "./queries.ts";

interface StaffOptions {
  readonly limits: Limits;
  readonly wake: Wake;
}

/** Who works here: invited, given a role, suspended, let in again. */
export function staffRoutes(options: StaffOptions): Mounted[] {
  const doing = (actor: Actor): commands.Doing => {
    if (actor.kind === "anyone") throw new Refusal("not-signed-in");
    return { actor, ...options };
  };
  const after = async (work: UnitOfWork, staffNo: MemberNo, { actor }: commands.Doing) => {
    const row = await staffAt(work, staffNo);
    if (row === null) throw new Refusal("no-such-staff");
    return presentStaff(row, actor.memberNo);
  };
  return [
    mountRead(contract.list, async (snapshot, { actor }) => {
      const asker = doing(actor).actor.memberNo;
      return { rows: (await allStaff(snapshot)).map((row) => presentStaff(row, asker)) };
    }),
    mountWrite(contract.invite, {
      handle: async (work, { actor, body }) => {
        await commands.invite(work, body, doing(actor));
        return after(work, body.staffNo, doing(actor));
      },
    }),
    mountWrite(contract.inviteAgain, {
      handle: async (work, { actor, params: { staffNo } }) => {
        await commands.inviteAgain(work, staffNo, doing(actor));
        return after(work, staffNo, doing(actor));
      },
    }),
    mountWrite(contract.changeRole, {
      handle: async (work, { actor, params: { staffNo }, body: { role } }) => {
        await commands.changeRole(work, { staffNo, role }, doing(actor));
        return after(work, staffNo, doing(actor));
      },
    }),
    mountWrite(contract.suspend, {
      handle: async (work, { actor, params: { staffNo }, body: { reason } }) => {
        await commands.suspend(work, { staffNo, reason }, doing(actor));
        return after(work, staffNo, doing(actor));
      },
    }),
    mountWrite(contract.resume, {
      handle: async (work, { actor, params: { staffNo } }) => ({
        approvalId: String(await commands.requestResumption(work, staffNo, doing(actor))),
      }),
    }),
    mountWrite(contract.endSessions, {
      handle: async (work, { actor, params: { staffNo } }) => ({
        ended: await commands.endSessions(work, staffNo, doing(actor)),
      }),
    }),
    mountWrite(contract.resetSecondFactor, {
      handle: async (work, { actor, params: { staffNo }, body: { reason } }) => {
        await commands.resetSecondFactor(work, { staffNo, reason }, doing(actor));
        return after(work, staffNo, doing(actor));
      },
    }),
  ];
}
