import { openAlert, resolveAlert } from "#server/oversight/alerts/alert.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";

/**
 * Leaves a closed alert, and one that is open because its cause still exists: the national ID of
 * one staff member is missing. The administrators were notified of both.
 */
export async function playAlerts(
  work: UnitOfWork,
  daysAgo: (days: number) => Promise<void>,
): Promise<void> {
  const told = "update alert set notified_at = akiba_now() where resolved_at is null";
  await daysAgo(6);
  await openAlert(work, { kind: "messages-wait", count: 4 });
  await work.run(told);
  await daysAgo(5);
  await resolveAlert(work, { kind: "messages-wait" });
  await daysAgo(2);
  await openAlert(work, { kind: "staff-identity", count: 1 });
  // Just now, so that a demo does not begin with a reminder.
  await daysAgo(0);
  await work.run(told);
}
