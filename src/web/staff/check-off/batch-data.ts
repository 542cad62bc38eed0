import { useQueryClient } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { batch, batches, lines } from "#shared/contract/check-off/files.ts";
import { reversal } from "#shared/contract/check-off/posting.ts";
import { review } from "#shared/contract/check-off/review.ts";
import { variance } from "#shared/contract/check-off/variance.ts";

export type Batch = z.output<typeof batch.answer>;

/** Invalidates the answers about a file after it has changed. */
export function useRefresh(): () => void {
  const cache = useQueryClient();
  return () => {
    for (const { path } of [batch, batches, lines, reversal, review, variance]) {
      void cache.invalidateQueries({ queryKey: [path] });
    }
  };
}
