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
export function figuresOf(found: Batch, said: CheckOffWords["batch"]) {
  return [
    [said.whole, found.amount],
    [said.toLoans, found.toLoans],
    [said.toDeposits, found.toDeposits],
    [said.toShareCapital, found.toShareCapital],
    [said.toFees, found.toFees],
    [said.toSuspense, found.toSuspense],
  ] as const;
}

/** Warns of a file of another month with the same rows. */
export function SameRows({ batch: { sameRows } }: { readonly batch: Batch }): ReactElement | null {
  const { batch: said } = useMessages(checkOffMessages);
  const { language } = useSpoken();
  if (sameRows === null) return null;
  const month = formatDay(sameRows.month, language, "monthYear");
  return <Tip meaning="warn">{fill(said.sameRows, { month, file: sameRows.fileName })}</Tip>;
}
