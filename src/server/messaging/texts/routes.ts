import * as contract from "#shared/contract/messaging/texts.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { MessageTemplate, Notify } from "#server/messaging/outbox/enqueue.ts";
import { societyContact } from "#server/messaging/outbox/society-contact.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { setText } from "./commands.ts";
import { presentMessage, presentVersion } from "./present.ts";
import { latestTexts, versionsOf } from "./queries.ts";

/** The texts of the portal's messages, standard or the society's own. */
export function messageTextRoutes(
  templates: readonly MessageTemplate[],
  notify: Notify,
): Mounted[] {
  const known = (name: string): MessageTemplate => {
    const found = templates.find((template) => template.name === name);
    if (found === undefined) throw new Problem("no-such-message");
    return found;
  };
  return [
    mountRead(contract.list, async (snapshot) => {
      const texts = await latestTexts(snapshot);
      const rows = templates.map((template) => presentMessage(template, texts.get(template.name)));
      return { ...(await societyContact(snapshot)), rows };
    }),
    mountWrite(contract.save, {
      handle: async (work, { params, body: { version, ...own } }) => {
        const template = known(params.template);
        return presentMessage(template, await setText(work, template, version, own, notify));
      },
    }),
    mountWrite(contract.reset, {
      handle: async (work, { params, body }) => {
        const template = known(params.template);
        return presentMessage(template, await setText(work, template, body.version, null, notify));
      },
    }),
    mountRead(contract.versions, async (snapshot, { params }) => ({
      rows: (await versionsOf(snapshot, params.template)).map(presentVersion),
    })),
  ];
}
