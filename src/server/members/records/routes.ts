import { accesses } from "#shared/contract/members/access-log.ts";
import * as desk from "#shared/contract/members/desk.ts";
import * as contract from "#shared/contract/members/records.ts";
import { setLanguage } from "#shared/contract/members/own-language.ts";
import * as mobile from "#shared/contract/members/mobile-confirmation.ts";
import { maskedSearch } from "#shared/audited-search.ts";
import { ownNumber } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountRecord, mountWrite } from "#server/kernel/http/mount.ts";
import type { NumberConfirmed } from "#server/members/membership/signed-up.ts";
import { proveCode } from "#server/identity/one-time-codes/prove.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { chooseLanguage, confirmMobile, sendMobileCode } from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

interface MemberOptions {
  readonly database: Database;
  readonly secret: string;
  readonly limits: Limits;
  readonly notify: Notify;
  readonly onNumberConfirmed: NumberConfirmed;
}

/** The register of members: a member's own record, and the desk's search and pages. */
export function memberRoutes(options: MemberOptions): Mounted[] {
  const { limits } = options;
  return [
    mountRecord(contract.member, async (snapshot, scope) => {
      const member = await queries.memberDetails(snapshot, scope);
      if (member === null) throw new Problem("no-such-member");
      return present.presentMember(member);
    }),
    ...mountMobileConfirmation(options),
    mountWrite(setLanguage, {
      handle: async (work, { actor, body: { language } }) => {
        await chooseLanguage(work, ownNumber(actor), language);
        return { language };
      },
    }),
    mountSearch(),
    mountOne(),
    mountRead(desk.record, async (snapshot, { params: { memberNo } }) => {
      const record = await queries.memberRecord(snapshot, memberNo);
      if (record === null) throw new Problem("no-such-member");
      return present.presentRecord(record, limits);
    }),
    mountRecord(accesses, async (snapshot, { memberNo }, { query }) =>
      present.presentAccesses(await queries.accessesTo(snapshot, memberNo, query.before)),
    ),
  ];
}

function mountMobileConfirmation(options: MemberOptions): Mounted[] {
  const { database, secret, limits, notify } = options;
  return [
    mountWrite(mobile.sendCode, {
      handle: async (work, { actor, ip }) => {
        const sending = { ip, limits, notify };
        const { recipient, ...times } = await sendMobileCode(work, ownNumber(actor), sending);
        return { mobileNo: recipient, ...times };
      },
    }),
    mountWrite(mobile.confirm, {
      // In its own unit of work, so that a wrong guess is counted although the call is rejected.
      prepare: async ({ actor, body, ip }) => {
        const guess = { memberNo: ownNumber(actor), purpose: "confirm-mobile", ip } as const;
        const proven = await database.unitOfWork(`member:${guess.memberNo}`, (work) =>
          proveCode(work, { ...guess, otp: body.otp, secret, limits }),
        );
        if (proven instanceof Problem) throw proven;
        return proven;
      },
      handle: (work, _, proven) => confirmMobile(work, proven, options),
    }),
  ];
}

/** The audit log records the search text, but no phone number or ID. */
function mountSearch(): Mounted {
  return mountRead(
    desk.search,
    async (snapshot, { query }) =>
      present.presentHits(await queries.membersFound(snapshot, query.search)),
    ({ query }) => ({ search: maskedSearch(query.search) }),
  );
}

/**
 * Only a lookup reveals the owner of an id. It shares a unit of work with its audit record, which
 * names the member. To a member, another's id and an unknown one get the same answer.
 */
function mountOne(): Mounted {
  return mountWrite(desk.one, {
    handle: async (work, { actor, params }) => {
      const own = actor.kind === "member" ? actor.memberNo : null;
      const member = await queries.memberCalled(work, params.id, own);
      const detail = { call: desk.one.name };
      if (own !== null && member === null) {
        work.audit({ action: "refused", subject: `member:${params.id}`, detail });
        return new Problem("not-yours");
      }
      if (member === null) return new Problem("no-such-member");
      if (own === null) {
        work.audit({ action: "looked", subject: `member:${member.member_no}`, detail });
      }
      return present.presentMember(member);
    },
  });
}
