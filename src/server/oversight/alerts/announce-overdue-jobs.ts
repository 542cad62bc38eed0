import * as z from "zod/mini";
import { type Database, statement } from "#server/kernel/platform/database.ts";
import { openAlert, resolveAlert } from "./alert.ts";
import { isOverdue, jobsWithLimits, overdueLimits } from "./overdue-jobs.ts";
import { notifyAdministrators } from "./notify-administrators.ts";

const findOverdue = statement({
  name: "job-overdue",
  text: `select name, is_overdue from (
      select job.name, ${isOverdue} as is_overdue,
        exists (select from alert where kind = 'job-overdue' and subject = job.name
          and resolved_at is null) as is_open
      from ${jobsWithLimits}
    ) as found where is_overdue or is_open`,
  row: z.object({ name: z.string(), is_overdue: z.boolean() }),
});

/** Raises an alert for each job that is overdue, and resolves it when the job has run. */
export async function watchOverdue(database: Database): Promise<void> {
  const found = await database.one(findOverdue, overdueLimits());
  if (found.length === 0) return;
  await database.unitOfWork("alerts", async (work) => {
    for (const { name, is_overdue: isLate } of found) {
      const alert = { kind: "job-overdue", subject: name } as const;
      await (isLate ? openAlert(work, alert) : resolveAlert(work, alert));
    }
    // Together, as no kind is notified twice in an hour.
    await notifyAdministrators(work, "job-overdue");
  });
}
