import { applyDueChanges } from "#server/members/membership/contact-changes.ts";
import { putBackWaiting } from "#server/payouts/queue/put-back.ts";
import type { TestSociety } from "./test-society.ts";

/** Puts every contact change whose hold is over in force, as the periodic job does. */
export function applyDueContactChanges({ database }: TestSociety): Promise<number> {
  return applyDueChanges(database, { onNumberChanged: putBackWaiting, notify: () => {} });
}
