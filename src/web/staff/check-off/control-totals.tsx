import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import type { CheckOffWords } from "#shared/messages/check-off/check-off-en.ts";
import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useMessages } from "#web/lib/words.ts";
import { Tip } from "#web/ui/tip.tsx";
import type { Batch } from "./batch-data.ts";

/** The totals of a file, each with its label. */
export function figuresOf(found: Batch, words: CheckOffWords["batch"]) {
  return [
    [words.whole, found.amount],
    [words.toLoans, found.toLoans],
    [words.toDeposits, found.toDeposits],
    [words.toShareCapital, found.toShareCapital],
    [words.toFees, found.toFees],
    [words.toSuspense, found.toSuspense],
  ] as const;
}

/** Warns of a file of another month with the same rows. */
export function SameRows({ batch: { sameRows } }: { readonly batch: Batch }): ReactElement | null {
  const { batch: words } = useMessages(checkOffMessages);
  const { language } = useSpoken();
  if (sameRows === null) return null;
  const month = formatDay(sameRows.month, language, "monthYear");
  return <Tip meaning="warn">{fill(words.sameRows, { month, file: sameRows.fileName })}</Tip>;
}
