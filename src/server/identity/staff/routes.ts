import * as contract from "#shared/contract/identity/staff.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { identityFindings } from "#server/identity/employment/identity-findings.ts";
import { type Actor, actorName } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import { presentStaff, presentWaiting, presentIdentity } from "./present.ts";
import { allStaff, approversBeside, staffAt, staffNames, waitingChanges } from "./queries.ts";

interface StaffOptions {
  readonly limits: Limits;
  readonly notify: Notify;
}

/** Staff: the list, and the requests and actions of an administrator. */
export function staffRoutes(options: StaffOptions): Mounted[] {
  const doing = (actor: Actor): commands.Doing => {
    if (actor.kind === "anyone") throw new Problem("not-signed-in");
    return { actor, ...options };
  };
  const after = async (work: UnitOfWork, staffNo: MemberNo, { actor }: commands.Doing) => {
    const row = await staffAt(work, staffNo);
    if (row === null) throw new Problem("no-such-staff");
    return presentStaff(row, actor.memberNo);
  };
  return [
    mountRead(contract.list, async (snapshot, { actor }) => {
      const requester = doing(actor).actor;
      const rows = await allStaff(snapshot);
      return {
        rows: rows.map((row) => presentStaff(row, requester.memberNo)),
        waiting: (await waitingChanges(snapshot)).map(presentWaiting),
        secondPeople: await approversBeside(snapshot, actorName(requester)),
        identity: (await identityFindings(snapshot)).map(presentIdentity),
      };
    }),
    mountRead(contract.names, async (snapshot) => ({ rows: await staffNames(snapshot) })),
    mountWrite(contract.invite, {
      handle: (work, { actor, body }) =>
        requested(commands.requestInvitation(work, body, doing(actor))),
    }),
    mountWrite(contract.inviteAgain, {
      handle: async (work, { actor, params: { staffNo } }) => {
        await commands.inviteAgain(work, staffNo, doing(actor));
        return after(work, staffNo, doing(actor));
      },
    }),
    mountWrite(contract.changeDetails, {
      handle: (work, { actor, params: { staffNo }, body }) =>
        requested(commands.requestDetails(work, { staffNo, ...body }, doing(actor))),
    }),
    mountWrite(contract.changeRole, {
      handle: (work, { actor, params: { staffNo }, body: { role } }) =>
        requested(commands.requestRole(work, { staffNo, role }, doing(actor))),
    }),
    mountWrite(contract.linkMember, {
      handle: (work, { actor, params: { staffNo }, body }) =>
        requested(commands.requestLink(work, { staffNo, ...body }, doing(actor))),
    }),
    mountWrite(contract.suspend, {
      handle: async (work, { actor, params: { staffNo }, body: { reason } }) => {
        await commands.suspend(work, { staffNo, reason }, doing(actor));
        return after(work, staffNo, doing(actor));
      },
    }),
    mountWrite(contract.resume, {
      handle: (work, { actor, params: { staffNo } }) =>
        requested(commands.requestResumption(work, staffNo, doing(actor))),
    }),
    mountWrite(contract.endSessions, {
      handle: async (work, { actor, params: { staffNo } }) => ({
        ended: await commands.endSessions(work, staffNo, doing(actor)),
      }),
    }),
    mountWrite(contract.resetSecondFactor, {
      handle: (work, { actor, params: { staffNo }, body: { reason } }) =>
        requested(commands.requestSecondFactorReset(work, { staffNo, reason }, doing(actor))),
    }),
  ];
}

/** The answer of a call that only created a request. */
async function requested(id: Promise<bigint>): Promise<{ readonly approvalId: string }> {
  return { approvalId: String(await id) };
}
