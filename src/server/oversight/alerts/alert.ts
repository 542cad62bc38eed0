import * as z from "zod/mini";
import type { AlertKind } from "#shared/alert-kinds.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { notifyAdministrators } from "./notify-administrators.ts";

/** A problem that the portal detected. It names no person and holds no personal data. */
export interface Alert {
  readonly kind: AlertKind;
  /** Distinguishes alerts of one kind, such as by the name of a job. */
  readonly subject?: string;
  /** How many things it is about. */
  readonly count?: number;
}

const open = statement({
  name: "alert-open",
  text: `insert into alert as a (kind, subject, count) values ($1, $2, $3)
    on conflict (kind, subject) where resolved_at is null
      do update set last_seen_at = greatest(a.last_seen_at, akiba_now()), count = excluded.count
    returning xmax = 0 as is_new`,
  row: z.object({ is_new: z.boolean() }),
});

/**
 * Opens an alert, or records that an open one was seen again, and notifies the administrators when
 * that is due. Any number of instances may raise the same one at once.
 */
export async function raiseAlert(work: UnitOfWork, alert: Alert): Promise<void> {
  await openAlert(work, alert);
  await notifyAdministrators(work, alert.kind);
}

/** Opens an alert, or records that an open one was seen again, without a notification. */
export async function openAlert(work: UnitOfWork, alert: Alert): Promise<void> {
  const { kind, subject = "", count = 0 } = alert;
  const opened = await work.first(open, [kind, subject, count]);
  if (opened?.is_new === true) {
    work.audit({ action: "alert-raised", subject: nameOf(kind, subject) });
  }
}

/** Resolves an alert whose cause has ended; does nothing if none is open. */
export async function resolveAlert(
  work: UnitOfWork,
  { kind, subject = "" }: Pick<Alert, "kind" | "subject">,
): Promise<void> {
  const resolved = await work.run(
    `update alert set resolved_at = greatest(first_seen_at, akiba_now())
      where kind = $1 and subject = $2 and resolved_at is null`,
    [kind, subject],
  );
  if (resolved > 0) work.audit({ action: "alert-resolved", subject: nameOf(kind, subject) });
}

/** Raises an alert while something is wrong, and resolves it afterwards. */
export function settleAlert(work: UnitOfWork, alert: Alert & { count: number }): Promise<void> {
  return alert.count > 0 ? raiseAlert(work, alert) : resolveAlert(work, alert);
}

function nameOf(kind: AlertKind, subject: string): string {
  return `alert:${kind}${subject && `/${subject}`}`;
}
