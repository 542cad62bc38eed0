import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type * as z from "zod/mini";
import { split, sums } from "#shared/contract/dividends/splits.ts";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { ofMember } from "#shared/contract/loans/life.ts";
import { policyInForce } from "#shared/contract/loans/instant-loans.ts";
import { guarantees } from "#shared/contract/loans/guarantees.ts";
import * as statements from "#shared/contract/statements/member-statements.ts";
import { runningStatementKinds, runningStatements } from "#shared/statement-columns.ts";
import type { Call } from "#web/lib/api.ts";
import { startLoadingAhead } from "#web/lib/mobile-data-limit.ts";
import { presetPeriod, today } from "#web/lib/period.ts";
import { queryOf } from "#web/lib/query.ts";
import { useSessionState } from "#web/lib/session.ts";
import { askedFor } from "./statements/asked-period.ts";

/** How long the first page has the connection to itself. */
const BEGIN_AFTER_MS = 4000;
/** A page that slept loads nothing ahead: its calls would pass for the member's own. */
const AWAKE_FOR_MS = 60_000;

/**
 * Loads what a member may want to read without a connection: the statements of their usual period,
 * loans with their schedules, guarantees, and the terms of forms that they may fill in then. The
 * profile and notices come with the first page.
 */
export function useBackgroundFill(): void {
  const cache = useQueryClient();
  const memberNo = useSessionState().session?.memberNo ?? "";
  useEffect(() => {
    const stop = new AbortController();
    const opened = Date.now();
    const begin = (): void => {
      if (Date.now() - opened < AWAKE_FOR_MS) void fill(cache, memberNo, stop.signal);
    };
    const timer = setTimeout(begin, BEGIN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [cache, memberNo]);
}

/** One after the other, so that the page's own requests never wait for these. */
async function fill(cache: QueryClient, memberNo: string, stopped: AbortSignal): Promise<void> {
  const mayLoad = startLoadingAhead();
  const load = async <E extends Endpoint>(
    endpoint: E,
    request: Pick<Call<E>, "params" | "query">,
  ): Promise<z.output<E["answer"]> | null> => {
    if (stopped.aborted || !mayLoad()) return null;
    const query = queryOf(endpoint, request);
    return cache.fetchQuery({ ...query, staleTime: Number.POSITIVE_INFINITY }).catch(() => null);
  };
  const params = { memberNo };
  for (const statement of runningStatements) {
    const period = presetPeriod(runningStatementKinds[statement].preset, today());
    const query = { ...askedFor(period, today()) };
    await load(statements.running, { params: { memberNo, statement }, query });
  }
  await load(sums, { params });
  const loans = await load(statements.loans, { params });
  await load(statements.guarantor, { params });
  await load(statements.withdrawable, { params });
  await load(policyInForce, {});
  await load(split, { params });
  await load(statements.contributions, { params });
  await load(guarantees, { params });
  await load(ofMember, { params });
  for (const { loanNo } of loans?.data ?? []) {
    await load(statements.loan, { params: { memberNo, loanNo } });
  }
}
