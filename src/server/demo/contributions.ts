import { addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { shillings } from "#shared/money.ts";
import { factsOf, make } from "#server/check-off/advice/commands.ts";
import { draftOf } from "#server/check-off/advice/queries.ts";
import { change } from "#server/check-off/contributions/commands.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import { inNameOf } from "./second-person.ts";

const CLERK = "staff:ST9001";
const notify = (): void => {};

/**
 * One member agrees on a contribution from this month on, of which the employer is advised; another
 * changes theirs from the next month on.
 */
export async function playContributions(work: UnitOfWork, today: CalendarDate): Promise<void> {
  const month = `${today.slice(0, 7)}-01` as CalendarDate;
  await agree(work, "MS1006", { month, amount: 2500 });
  const digest = digestOfShown(factsOf(await draftOf(work, month)));
  await make(inNameOf(work, CLERK), month, digest);
  await agree(work, "MS1003", { month: addMonths(month, 1), amount: 3000 });
  // The demo sends nothing when it starts.
  await work.run(
    `update outbox_message set expires_at = akiba_now() where template = 'contribution-changed'`,
  );
}

interface Agreed {
  readonly month: CalendarDate;
  /** In shillings. */
  readonly amount: number;
}

async function agree(work: UnitOfWork, memberNo: string, { month, amount }: Agreed) {
  const wish = { memberNo: memberNo as MemberNo, month, amount: shillings(amount) };
  await change(inNameOf(work, `member:${memberNo}`), wish, notify);
}
