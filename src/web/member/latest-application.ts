import { addMonths } from "#shared/calendar-date.ts";
import { application, ofMember } from "#shared/contract/loans/life.ts";
import { today } from "#web/lib/period.ts";
import { useRequest } from "#web/lib/query.ts";
import { useSessionState } from "#web/lib/session.ts";
import type { Application } from "./loans/instant-loans/progress.ts";

/** How many months an event is news. */
export const NEWS_MONTHS = 2;

/** The member's latest application of this portal in full; undefined while it is not known. */
export function useLatestApplication(): Application | null | undefined {
  const memberNo = useSessionState().session?.memberNo ?? "";
  const list = useRequest(ofMember, { params: { memberNo } });
  const rows = list.state === "loaded" ? list.data.rows : [];
  const since = addMonths(today(), -NEWS_MONTHS);
  const latest = rows.find(({ isApplication, appliedOn }) => isApplication && appliedOn >= since);
  const load = useRequest(
    application,
    { params: { loanNo: latest?.loanNo ?? "" } },
    { enabled: latest !== undefined },
  );
  if (list.state === "loading") return undefined;
  if (latest === undefined) return null;
  if (load.state === "loading") return undefined;
  return load.state === "loaded" ? load.data : null;
}
