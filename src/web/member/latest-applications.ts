import type * as z from "zod/mini";
import { application, ofMember } from "#shared/contract/loans/life.ts";
import { useRequest } from "#web/lib/query.ts";
import { notLoaded, rowsOf, useOwn } from "#web/member/use-own.ts";
import { type Application, isMoving } from "./loans/instant-loans/progress.ts";
import { isNews } from "./recent-events.ts";

type Listed = z.output<typeof ofMember.answer>["rows"][number];

/**
 * The member's latest applications of this portal in full, at most three: a member may have that
 * many open, and an earlier one may have been declined before the current one. Null while they are
 * not known, `notLoaded` if they could not be loaded.
 */
export function useApplications(): readonly Application[] | null {
  const rows = rowsOf(useOwn(ofMember), (data) => worthTelling(data.rows));
  const [first, second, third] = rows ?? [];
  const loads = [
    useApplication(first?.loanNo),
    useApplication(second?.loanNo),
    useApplication(third?.loanNo),
  ];
  if (rows === null) return null;
  if (rows === notLoaded) return notLoaded;
  const asked = loads.slice(0, rows.length);
  if (asked.some(({ state }) => state === "loading")) return null;
  if (asked.some(({ state }) => state === "failed")) return notLoaded;
  return asked.flatMap((load) => (load.state === "loaded" ? [load.data] : []));
}

/**
 * Applications that may still change, then recently ended ones, except those that the member
 * withdrew.
 */
export function worthTelling(rows: readonly Listed[]): readonly Listed[] {
  return rows
    .filter(
      ({ isApplication, state, changedOn }) =>
        isApplication && (isMoving(state) || (state !== "withdrawn" && isNews(changedOn))),
    )
    .toSorted((one, other) => Number(isMoving(other.state)) - Number(isMoving(one.state)))
    .slice(0, 3);
}

function useApplication(loanNo: string | undefined) {
  const enabled = loanNo !== undefined;
  return useRequest(application, { params: { loanNo: loanNo ?? "" } }, { enabled });
}
