import type { ExitBlock } from "#shared/contract/exits/own.ts";
import { type Cents, ZERO_CENTS } from "#shared/money.ts";
import type { Holdings } from "./refund.ts";

/**
 * Returns the reasons for which a member cannot leave yet; `short` is the part of their debt that
 * their balances do not cover. The database adds withdrawals that wait (0091), cheques in clearing
 * (0099) and cash that is not counted (0115).
 */
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
