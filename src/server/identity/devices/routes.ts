import * as contract from "#shared/contract/identity/devices.ts";
import type { Actor, SignedIn } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import { presentDevices } from "./present.ts";
import { newDevicesBeside, openSessionsOf } from "./queries.ts";

/** The devices on which a member is signed in. */
export function deviceRoutes(): Mounted[] {
  return [
    mountRead(contract.list, async (snapshot, { actor }) => {
      const { loginId, sessionId } = signedIn(actor);
      const open = await openSessionsOf(snapshot, loginId);
      return presentDevices(open, await newDevicesBeside(snapshot, sessionId), sessionId);
    }),
    mountWrite(contract.end, {
      handle: async (work, { actor, params: { id } }) => ({
        ended: await commands.endOne(work, signedIn(actor), id),
      }),
    }),
    mountWrite(contract.endOthers, {
      handle: async (work, { actor }) => ({
        ended: await commands.endOthers(work, signedIn(actor)),
      }),
    }),
  ];
}

/** The call's audience has admitted nobody else. */
function signedIn(actor: Actor): SignedIn {
  if (actor.kind === "anyone") throw new Problem("not-signed-in");
  return actor;
}
