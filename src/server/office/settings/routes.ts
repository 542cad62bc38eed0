import * as contract from "#shared/contract/office/settings.ts";
import { readPicture } from "#server/kernel/documents/picture.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { fieldProblem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import { presentPreview, presentReceiptLimits, presentSociety } from "./present.ts";
import { keptLook, keptReceiptLimits, keptSociety } from "./queries.ts";

/** The society's names, contacts, logo and colour, which the administrator sets. */
export function settingsRoutes(notify: Notify): Mounted[] {
  return [
    mountRead(contract.society, async (snapshot) => presentSociety(await keptSociety(snapshot))),
    mountWrite(contract.saveSociety, {
      handle: async (work, { body: { version, ...values } }) =>
        presentSociety(await commands.saveSociety(work, version, values, notify)),
    }),
    mountRead(contract.look, async (snapshot) => presentPreview(await keptLook(snapshot))),
    mountWrite(contract.saveColour, {
      handle: async (work, { body: { version, ...colour } }) =>
        presentPreview(await commands.saveColour(work, version, colour)),
    }),
    mountWrite(contract.saveLogo, {
      // Decoded before a connection is taken.
      prepare: async ({ file }) => {
        const picture = readPicture(file);
        if (typeof picture === "string") throw fieldProblem("logo", picture);
        return picture;
      },
      handle: async (work, { query }, picture) =>
        presentPreview(await commands.saveLogo(work, query.version, picture)),
    }),
    mountWrite(contract.removeLogo, {
      handle: async (work, { query }) =>
        presentPreview(await commands.saveLogo(work, query.version, null)),
    }),
    mountRead(contract.receiptLimits, async (snapshot) =>
      presentReceiptLimits(await keptReceiptLimits(snapshot)),
    ),
    mountWrite(contract.saveReceiptLimits, {
      handle: async (work, { body: { version, ...limits } }) => {
        await commands.saveReceiptLimits(work, version, limits, notify);
        return presentReceiptLimits(await keptReceiptLimits(work));
      },
    }),
  ];
}
