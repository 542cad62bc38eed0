import { addMonths } from "#shared/calendar-date.ts";
import { application, ofMember } from "#shared/contract/loans/life.ts";
import { today } from "#web/lib/period.ts";
import { useRequest } from "#web/lib/query.ts";
import { useOwn } from "#web/member/use-own.ts";
import { type Application, isMoving } from "./loans/instant-loans/progress.ts";

/** Whether what happened on a day is news: for two months. */
export const isNews = (day: string): boolean => day >= addMonths(today(), -2);

/** The member's latest application of this portal in full; undefined while it is not known. */
export function useLatestApplication(): Application | null | undefined {
  const list = useOwn(ofMember);
  const rows = list.state === "loaded" ? list.data.rows : [];
  const latest = rows.find(
    ({ isApplication, state, changedOn }) =>
      isApplication && (isMoving(state) || isNews(changedOn)),
  );
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
