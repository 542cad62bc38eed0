import { loanPagesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { eligibility } from "#shared/contract/loans/instant-loans.ts";
import { fill } from "#shared/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { useSessionState } from "#web/lib/session.ts";
import type { Application } from "./progress.ts";

/**
 * Says what prevents the member from borrowing the amount of a declined application today, or that
 * nothing does. Undefined while it is not known; empty for any other application.
 */
export function useDeclinedObstacles(loan: Application | null | undefined): string | undefined {
  const { application: words } = useMessages(loanPagesMessages);
  const memberNo = useSessionState().session?.memberNo ?? "";
  const isDeclined = loan?.state === "declined";
  const load = useRequest(
    eligibility,
    { params: { memberNo }, query: { amount: isDeclined ? String(loan.amount) : undefined } },
    { enabled: isDeclined, hasWords: true },
  );
  if (!isDeclined || load.state === "failed") return "";
  if (load.state === "loading") return undefined;
  const unmet = load.data.rules.filter(({ state }) => state === "unmet");
  const rules = unmet.map((rule) => rule.words).join(" ");
  return rules ? fill(words.obstacles, { rules }) : words.noObstacle;
}
