import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { policyInForce } from "./loan-policy.ts";
import { payDaysAhead } from "./pay-days.ts";

/**
 * The due day of instalment `n` of a schedule that starts today, as SQL: `n` months later, or the
 * pay day of that month if $2 has pay days.
 */
export const dueOn = (n: string): string =>
  `coalesce(($2::date[])[${n}], (akiba_today() + make_interval(months => ${n}))::date)`;

const moveSchedule = `with moved as (
    update loan_instalment i set due_on = ${dueOn("i.number::int")}
    from loan l where l.id = $1 and i.loan_id = l.id and l.start_date < akiba_today()
    returning i.due_on
  )
  update loan set end_date = (select max(due_on) from moved)
  where id = $1 and exists (select from moved)`;

/**
 * If the policy in force says so, moves the schedule of a loan that was disbursed on an earlier day
 * so that it starts today, the day on which its money arrives.
 */
export async function scheduleFromArrival(work: UnitOfWork, loanId: bigint): Promise<void> {
  const { scheduleFrom } = await policyInForce(work);
  if (scheduleFrom === "arrival") await work.run(moveSchedule, [loanId, await payDaysAhead(work)]);
}
