import { sums } from "#shared/contract/dividends/splits.ts";
import * as contract from "#shared/contract/dividends/declarations.ts";
import { type Mounted, mountRead, mountRecord, mountWrite } from "#server/kernel/http/mount.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

/** Dividends, from the declaration to the books. */
export function dividendRoutes(): Mounted[] {
  return [...mountReads(), ...mountSteps()];
}

function mountReads(): Mounted[] {
  return [
    mountRead(contract.list, async (snapshot) =>
      (await queries.dividends(snapshot)).map(present.presentDividend),
    ),
    mountRead(contract.preview, async (snapshot, { params }) => {
      const dividend = await queries.dividendOf(snapshot, params.year);
      if (dividend === null) throw new Problem("no-such-dividend");
      return present.presentPreview(dividend, await queries.previewOf(snapshot, dividend));
    }),
    mountRead(contract.progress, async (snapshot, { params }) => {
      const found = await queries.progressOf(snapshot, params.year);
      if (found === null) throw new Problem("no-such-dividend");
      return { state: found.state, isRunning: found.is_running, done: found.done, of: found.of };
    }),
    mountRecord(sums, async (snapshot, scope) =>
      (await queries.sumsOf(snapshot, scope)).map(present.presentSum),
    ),
  ];
}

const moved = ({ year, state }: queries.DividendRow) => ({ year, state });

function mountSteps(): Mounted[] {
  return [
    mountWrite(contract.declare, {
      handle: async (work, { body }) => moved(await commands.declare(work, body)),
    }),
    mountWrite(contract.approval, {
      handle: async (work, { params, body }) =>
        moved(await commands.approve(work, params.year, body)),
    }),
    mountWrite(contract.withdrawal, {
      handle: async (work, { params, body }) =>
        moved(await commands.withdraw(work, params.year, body)),
    }),
    mountWrite(contract.posting, {
      handle: async (work, { params, body }) => {
        const posted = await commands.postAllMembers(work, params.year, body);
        return posted instanceof Problem ? posted : moved(posted);
      },
    }),
  ];
}
