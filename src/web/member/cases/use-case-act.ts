import { useQueryClient } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { mine, own } from "#shared/contract/cases/own.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { useRenew } from "#web/lib/query.ts";

type OwnCase = z.output<typeof own.answer>;

/** Shared by all actions of a member on their own case: the answer is shown at once. */
export function useCaseAct(caseNo: string) {
  const cache = useQueryClient();
  const renew = useRenew();
  return {
    async shown(found: OwnCase): Promise<void> {
      cache.setQueryData([own.path, { caseNo }, null, null], found);
      await renew(mine);
    },
    /** Changes made by the office meanwhile appear with the problem that mentions them. */
    async missed(error: unknown): Promise<never> {
      if (error instanceof ProblemAnswer && error.details.status === 409) await renew(own);
      throw error;
    },
  };
}
