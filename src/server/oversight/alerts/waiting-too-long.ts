import * as z from "zod/mini";
import { budgetStanding } from "#server/messaging/outbox/sms-budget.ts";
import { type Database, statement } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { settleAlert } from "./alert.ts";

/** The count stops at this number. */
const MOST = 1000;

const since = "akiba_now() - make_interval(mins => $1)";

// A message that was never tried counts from its due time: it may be delayed on purpose, and
// ordinary messages wait while the month's SMS budget is spent ($2). A code that expired after an
// attempt also counts, because it reached nobody.
const countMessages = statement({
  name: "alert-messages",
  text: `select (select count(*) from (select from outbox_message
        where state = 'waiting' and recipient <> '' and created_at < ${since}
          and (attempts > 0 or next_attempt_at < ${since}
            and (channel = 'email' or not $2::boolean)) limit ${MOST}) as late)::int
      + (select count(*) from (select from outbox_message
        where state = 'expired' and recipient <> '' and finished_at > ${since} and attempts > 0
        limit ${MOST}) as lost)::int as count`,
  row: z.object({ count: z.int() }),
});

const longAgo = "akiba_now() - make_interval(hours => $1)";

// A number that is about to change holds its payouts back on purpose.
const countPayouts = statement({
  name: "alert-payouts",
  text: `select (select count(*) from (select from payout p
        where p.state = 'waiting' and p.tab = 'waiting' and p.due_at < ${longAgo}
          and not exists (select from contact_change_request c where c.member_id = p.member_id
            and c.state = 'approved' and c.mobile_number <> '') limit ${MOST}) as late)::int
      + (select count(*) from (select from payout p
        where p.tab = 'exceptions' and p.changed_at < ${longAgo} limit ${MOST}) as stuck)::int
      as count`,
  row: z.object({ count: z.int() }),
});

type Waits = Pick<Limits, "messageWaitMinutes" | "payoutWaitHours">;

/** Raises or resolves the alerts about messages and payouts that wait too long. */
export async function watchWaiting(database: Database, limits: Waits): Promise<void> {
  const { isSpent } = await budgetStanding(database.oneStatementSnapshot());
  const [messages] = await database.one(countMessages, [limits.messageWaitMinutes, isSpent]);
  const [payouts] = await database.one(countPayouts, [limits.payoutWaitHours]);
  await database.unitOfWork("alerts", async (work) => {
    await settleAlert(work, { kind: "messages-wait", count: messages?.count ?? 0 });
    await settleAlert(work, { kind: "payouts-wait", count: payouts?.count ?? 0 });
  });
}
