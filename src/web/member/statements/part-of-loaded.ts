import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { running } from "#shared/contract/statements/member-statements.ts";
import { type CalendarDate, parseCalendarDate } from "#shared/calendar-date.ts";
import type { RunningStatement } from "#shared/statement-columns.ts";
import { Unreachable } from "#web/lib/failure.ts";
import type { Load } from "#web/lib/loading.ts";
import { queryOf } from "#web/lib/query.ts";
import type { AskedPeriod } from "./asked-period.ts";
import { partOfStatement, type Running } from "./part-of-statement.ts";

/**
 * Shows a period without a connection, if a previously loaded statement covers it. If none does,
 * returns the first day of the loaded one.
 */
export function usePartOfLoaded(
  params: { readonly memberNo: string; readonly statement: RunningStatement },
  asked: AskedPeriod,
  load: Load<Running>,
): CalendarDate | null {
  const cache = useQueryClient();
  const isUnreachable = load.state === "failed" && load.error instanceof Unreachable;
  const wanted = JSON.stringify({ params, query: asked });
  useEffect(() => {
    if (!isUnreachable) return;
    const request = JSON.parse(wanted) as { params: typeof params; query: AskedPeriod };
    const loaded = cache.getQueryCache().findAll({ queryKey: [running.path, request.params] });
    for (const { state } of loaded) {
      const part = state.data ? partOfStatement(state.data as Running, request.query) : null;
      if (part === null) continue;
      const { queryKey } = queryOf(running, request);
      cache.setQueryData(queryKey, part, { updatedAt: state.dataUpdatedAt });
      return;
    }
  }, [cache, wanted, isUnreachable]);
  if (!isUnreachable) return null;
  const loaded = cache.getQueriesData<Running>({ queryKey: [running.path, params] });
  const days = loaded.flatMap(([, data]) => data?.from ?? []);
  return parseCalendarDate(days.toSorted()[0] ?? "");
}
