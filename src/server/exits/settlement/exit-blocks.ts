import type { ExitBlock } from "#shared/contract/exits/own.ts";
import { type Cents, ZERO_CENTS } from "#shared/money.ts";
import type { Holdings } from "./refund.ts";

/** The reasons for which a member cannot leave yet; `short` is their debt beyond what they own. */
export function exitBlocks(holdings: Holdings, short: Cents): ExitBlock[] {
  const stands: Readonly<Record<ExitBlock, boolean>> = {
    guarantees: holdings.guarantees > 0,
    applications: holdings.applications > 0,
    choice: holdings.choiceIsOpen,
    dividend: holdings.isOnItsWay,
    owes: short > ZERO_CENTS,
  };
  return (Object.keys(stands) as ExitBlock[]).filter((block) => stands[block]);
}
