import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { backupHours } from "#server/backups/archive/backup-ages.ts";
import { NIGHTLY_HOURS } from "#server/cli/doctor-database.ts";
import { overdueLimits } from "#server/oversight/alerts/overdue-jobs.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { BUDGET_WARNING } from "#server/messaging/outbox/sms-budget.ts";

const rules = readFileSync("ops/prometheus/akiba-rules.yml", "utf8");

/** The expression of an alert rule. */
function expressionOf(alert: string): string {
  const [, rule = ""] = rules.split(`- alert: ${alert}\n`);
  // The expression is in its line, or folded into the lines after it.
  const [, line = ""] = /^\s*expr: (?:>\n)?\s*(.*)$/m.exec(rule) ?? [];
  return line;
}

const { messageWaitMinutes, payoutWaitHours } = limitDefaults;

// The rules must work without the portal, so that they repeat its thresholds.
it.each([
  ["AkibaMessagesWait", `akiba_messages_oldest_seconds > ${messageWaitMinutes * 60}`],
  ["AkibaPayoutsWait", `"waiting|sent|exceptions"} > ${payoutWaitHours * 3600}`],
  ["AkibaSmsBudget", `> ${BUDGET_WARNING / 100} * akiba_sms_budget_month_shillings`],
  ["AkibaReconcilerSilent", `last_run_timestamp_seconds > ${NIGHTLY_HOURS * 3600}`],
  ["AkibaBackupOld", `timestamp_seconds{task="backup"} > ${backupHours.alertRule * 3600}`],
  ["AkibaAuditUnchecked", `check_timestamp_seconds > ${NIGHTLY_HOURS * 3600}`],
])("an alert rule of Prometheus has the same threshold as the portal: %s", (alert, threshold) => {
  const text = `${expressionOf(alert)} `;
  expect(text).toContain(`${threshold} `);
});

it("warns of a late backup first before an upgrade, and last by the portal's own alert", () => {
  const [jobs, minutes] = overdueLimits();
  const portal = (minutes[jobs.indexOf("backup")] ?? 0) / 60;
  const { beforeUpgrade, doctor, alertRule } = backupHours;
  expect([beforeUpgrade, doctor, alertRule, portal]).toEqual([24, 26, 36, 72]);
});
