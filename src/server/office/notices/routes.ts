import * as contract from "#shared/contract/office/notices.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import { presentNotice, presentVersion } from "./present.ts";
import * as queries from "./queries.ts";

/** The office's management of notices. */
export function noticeRoutes(): Mounted[] {
  return [
    mountRead(contract.desk, async (snapshot) =>
      (await queries.everyNotice(snapshot)).map(presentNotice),
    ),
    mountRead(contract.versions, async (snapshot, { params }) => {
      const found = await queries.noticeVersions(snapshot, params.id);
      if (found.length === 0) throw new Problem("no-such-notice");
      return found.map(presentVersion);
    }),
    mountWrite(contract.add, {
      handle: async (work, { body }) => presentNotice(await commands.addNotice(work, body)),
    }),
    mountWrite(contract.edit, {
      handle: async (work, { params: { id }, body: { version, ...content } }) =>
        presentNotice(await commands.editNotice(work, { id, version }, content)),
    }),
    mountWrite(contract.withdraw, {
      handle: async (work, { params: { id }, body: { version } }) =>
        presentNotice(await commands.withdrawNotice(work, { id, version })),
    }),
    mountWrite(contract.order, {
      handle: async (work, { body }) =>
        (await commands.orderNotices(work, body)).map(presentNotice),
    }),
  ];
}
