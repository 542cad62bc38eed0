import * as office from "#shared/contract/check-off/advice.ts";
import * as own from "#shared/contract/check-off/contributions.ts";
import { toWireAmount } from "#shared/money.ts";
import { contributionPolicy } from "#server/check-off/payroll/agreed-contributions.ts";
import { ownNumber } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { presentDone } from "#server/kernel/platform/setting-change.ts";
import { holdingsIn, latestTerms } from "#server/dividends/entitlement/likely-dividend.ts";
import { readToday } from "#server/kernel/platform/today.ts";
import { cancel, change, rejectOutside, setPolicy } from "./commands.ts";
import { outlookOf } from "./outlook.ts";
import { presentChange, presentListed, presentOutlook, presentStanding } from "./present.ts";
import * as queries from "./queries.ts";

/** Monthly contributions: members change their own, the office lists them and sets the bounds. */
export function contributionRoutes({ notify }: { readonly notify: Notify }): Mounted[] {
  return [
    mountRead(own.ownContribution, async (snapshot, { actor }) => {
      const saver = await queries.saverOf(snapshot, ownNumber(actor));
      return presentStanding({
        saver,
        policy: await contributionPolicy(snapshot),
        months: await queries.monthsToChange(snapshot, saver.id),
        changes: await queries.changesOfMember(snapshot, saver.id),
      });
    }),
    mountRead(own.contributionOutlook, async (snapshot, { actor, query }) => {
      const saver = await queries.saverOf(snapshot, ownNumber(actor));
      const blocked = queries.blockOf(saver);
      if (blocked !== "") throw new Problem(blocked);
      await rejectOutside(snapshot, query.amount);
      const offered = await queries.monthsToChange(snapshot, saver.id);
      if (!offered.includes(query.month)) throw fieldProblem("month", "contribution.month");
      const year = Number((await readToday(snapshot)).slice(0, 4));
      const saving = {
        year,
        terms: await latestTerms(snapshot),
        holdings: await holdingsIn(snapshot, saver.id, year),
        months: await queries.monthsToCome(snapshot, saver.id),
      };
      return presentOutlook(saving.terms, outlookOf(saving, query));
    }),
    mountWrite(own.changeContribution, {
      handle: async (work, { actor, body }) =>
        presentChange(await change(work, { memberNo: ownNumber(actor), ...body }, notify)),
    }),
    mountWrite(own.cancelContribution, {
      handle: async (work, { actor, params: { id } }) =>
        presentChange(await cancel(work, ownNumber(actor), id, notify)),
    }),
    mountRead(office.contributionChanges, async (snapshot, { query }) => {
      const { rows, isLast } = await queries.changesPage(snapshot, query.before);
      return {
        rows: rows.map(presentListed),
        next: isLast ? "" : String(rows.at(-1)?.id ?? ""),
      };
    }),
    mountRead(office.contributionPolicy, async (snapshot) => {
      const { newest, rows } = await queries.policyHistory(snapshot);
      return {
        newest: String(newest),
        rows: rows.map((row) => ({
          id: String(row.id),
          effectiveFrom: row.effective_from,
          state: row.state,
          least: toWireAmount(row.least_cents),
          most: toWireAmount(row.most_cents),
          set: presentDone(row),
        })),
      };
    }),
    mountWrite(office.saveContributionPolicy, {
      handle: async (work, { body }) => {
        const { id } = await setPolicy(work, body, notify);
        return { id: String(id) };
      },
    }),
  ];
}
