import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type * as z from "zod/mini";
import { mine as ownCases, own as ownCase } from "#shared/contract/cases/own.ts";
import { checkOffMonths } from "#shared/contract/check-off/own-months.ts";
import { ownContribution } from "#shared/contract/check-off/contributions.ts";
import { split, sums } from "#shared/contract/dividends/splits.ts";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { list as ownDevices } from "#shared/contract/identity/devices.ts";
import { application, ofMember } from "#shared/contract/loans/life.ts";
import { eligibility, policyInForce } from "#shared/contract/loans/instant-loans.ts";
import { guarantees } from "#shared/contract/loans/guarantees.ts";
import { own as ownChange } from "#shared/contract/members/own-contact-change.ts";
import { member, totals } from "#shared/contract/members/records.ts";
import { notices } from "#shared/contract/office/society.ts";
import * as statements from "#shared/contract/statements/member-statements.ts";
import { withdrawals } from "#shared/contract/withdrawals/own.ts";
import { transfers } from "#shared/contract/withdrawals/transfers.ts";
import type { Language } from "#shared/language.ts";
import {
  type RunningStatement,
  runningStatementKinds,
  runningStatements,
} from "#shared/statement-columns.ts";
import type { Call } from "#web/lib/api.ts";
import { spokenLanguage } from "#web/lib/language.ts";
import { startLoadingAhead } from "#web/lib/mobile-data-limit.ts";
import { presetPeriod, today } from "#web/lib/period.ts";
import { queryOf, shortWait } from "#web/lib/query.ts";
import { useSessionState } from "#web/lib/session.ts";
import { worthTelling } from "./latest-applications.ts";
import { answered } from "./recent-card.tsx";
import { askedFor } from "./statements/asked-period.ts";

/** How long the first page has the connection to itself. */
const BEGIN_AFTER_MS = 4000;
/** How often to look whether the first page has its answers. */
const LOOK_EVERY_MS = 200;
/** A page that was suspended loads nothing ahead: its calls would count as the member's own. */
const AWAKE_FOR_MS = 60_000;

/**
 * Loads data that a member may need next: the code of the statements once the first page has its
 * answers, and then data for reading offline. These are the statements of their usual period, loans
 * with their schedules, guarantees, the profile, notices, the first answers of the other pages, and
 * the terms of forms that can be filled in offline.
 */
export function useBackgroundFill(loadNextPages: () => Promise<unknown>): void {
  const cache = useQueryClient();
  const memberNo = useSessionState().session?.memberNo ?? "";
  useEffect(() => {
    const stop = new AbortController();
    const opened = Date.now();
    const look = setInterval(() => {
      if (cache.isFetching() > 0) return;
      clearInterval(look);
      if (startLoadingAhead()()) void loadNextPages().catch(() => null);
    }, LOOK_EVERY_MS);
    const begin = (): void => {
      if (Date.now() - opened < AWAKE_FOR_MS)
        void fill(cache, memberNo, stop.signal).catch(() => null);
    };
    const timer = setTimeout(begin, BEGIN_AFTER_MS);
    return () => {
      clearInterval(look);
      clearTimeout(timer);
      stop.abort();
    };
  }, [cache, memberNo, loadNextPages]);
}

/**
 * Loads a statement of the usual period while the code of its page is loading: on a slow phone one
 * after the other would take twice as long.
 */
export function useStatementAhead(address: string): void {
  const cache = useQueryClient();
  const memberNo = useSessionState().session?.memberNo ?? "";
  useEffect(() => {
    const statement = runningStatements.find(
      (one) => runningStatementKinds[one].address === address,
    );
    if (statement === undefined) return;
    void cache.prefetchQuery(queryOf(statements.running, usualPeriod(memberNo, statement)));
  }, [cache, memberNo, address]);
}

function usualPeriod(memberNo: string, statement: RunningStatement) {
  const period = presetPeriod(runningStatementKinds[statement].preset, today());
  return { params: { memberNo, statement }, query: { ...askedFor(period, today()) } };
}

/** The answers that a member may read, each of one call. */
const ofTheMember = [
  sums,
  statements.guarantor,
  statements.withdrawable,
  split,
  statements.contributions,
  guarantees,
  // Loaded here for a session that begins on another page than the profile.
  member,
  statements.overview,
  checkOffMonths,
  withdrawals,
  transfers,
  ...Object.values(totals),
];

/** One after the other, so that the page's own requests never wait for these. */
async function fill(cache: QueryClient, memberNo: string, stopped: AbortSignal): Promise<void> {
  const mayLoad = startLoadingAhead();
  let isEarly = false;
  const load = async <E extends Endpoint>(
    endpoint: E,
    request: Pick<Call<E>, "params" | "query">,
    spoken: Language | null = null,
  ): Promise<z.output<E["answer"]> | null> => {
    if (isEarly || stopped.aborted || !mayLoad()) return null;
    const query = { ...queryOf(endpoint, request, spoken), retry: false };
    return cache
      .fetchQuery({ ...query, staleTime: Number.POSITIVE_INFINITY })
      .catch((error: unknown) => {
        // The page's own requests need what the limit still allows.
        isEarly = shortWait(error) > 0;
        return null;
      });
  };
  const params = { memberNo };
  for (const statement of runningStatements) {
    await load(statements.running, usualPeriod(memberNo, statement));
  }
  const loans = await load(statements.loans, { params });
  // The form to borrow opens with both; the rules of the second have words.
  await load(policyInForce, {});
  await load(eligibility, { params, query: {} }, spokenLanguage());
  for (const endpoint of ofTheMember) await load(endpoint, { params });
  await load(notices, {});
  // News is made of these, or leads to them.
  const applications = await load(ofMember, { params });
  for (const { loanNo } of worthTelling(applications?.rows ?? [])) {
    await load(application, { params: { loanNo } });
  }
  await load(ownContribution, {});
  const cases = await load(ownCases, {});
  await load(ownChange, {});
  await load(ownDevices, {});
  for (const { caseNo } of answered(cases?.rows ?? [])) {
    await load(ownCase, { params: { caseNo } });
  }
  if (!mayLoad()) return;
  const { laterAnswers, laterTexts } = await import("./later-pages.ts");
  for (const endpoint of laterAnswers) await load(endpoint, {});
  for (const endpoint of laterTexts) await load(endpoint, {}, spokenLanguage());
  for (const { loanNo } of loans?.data ?? []) {
    await load(statements.loan, { params: { memberNo, loanNo } });
  }
}
