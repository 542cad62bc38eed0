import * as z from "zod/mini";
import type { AlertKind } from "#shared/alert-kinds.ts";
import { fill, STAFF_LANGUAGE } from "#shared/language.ts";
import { alertsEn } from "#shared/messages/oversight/alerts-en.ts";
import { enqueueAll, type MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { societyContact } from "#server/messaging/outbox/society-contact.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";

/** The interval after which an open alert is notified again. */
const REMIND_AFTER = "interval '24 hours'";
/** The least time between two messages about alerts of one kind. */
export const ONCE_IN_MINUTES = 60;

const isDue = `kind = $1 and resolved_at is null
  and (notified_at is null or notified_at <= akiba_now() - ${REMIND_AFTER})`;

// One statement decides for all instances: the first takes the row of the kind, and the others
// cannot for `ONCE_IN_MINUTES`. Everything open at that time goes into one message.
const takeTurn = statement({
  name: "alert-take-turn",
  text: `with turn as (
      insert into alert_notice as n (kind, notified_at)
        select $1, akiba_now() where exists (select from alert where ${isDue})
      on conflict (kind) do update set notified_at = excluded.notified_at
        where n.notified_at <= akiba_now() - interval '${ONCE_IN_MINUTES} minutes'
      returning kind
    )
    update alert set notified_at = akiba_now() where ${isDue} and exists (select from turn)
    returning subject, count`,
  row: z.object({ subject: z.string(), count: z.bigint() }),
});

const findAdministrators = statement({
  name: "alert-administrators",
  text: `select mobile_number, email from staff
    where role = 'administrator' and suspended_at is null order by id`,
  row: z.object({ mobile_number: z.string(), email: z.string() }),
});

/** The recipient of an alert: a mobile number by SMS, or an address by e-mail. */
export interface Recipient {
  readonly channel: "sms" | "email";
  readonly recipient: string;
}

/** Returns every number and address of the administrators who may sign in. */
export async function alertRecipients(snapshot: Snapshot): Promise<Recipient[]> {
  const staff = await snapshot.rows(findAdministrators);
  return staff.flatMap(({ mobile_number: mobile, email }): Recipient[] => [
    ...(mobile === "" ? [] : [{ channel: "sms", recipient: mobile } as const]),
    ...(email === "" ? [] : [{ channel: "email", recipient: email } as const]),
  ]);
}

/**
 * Notifies the administrators of the open alerts of a kind, by SMS and e-mail: when they are new
 * and each day after, but no kind more than once an hour.
 */
export async function notifyAdministrators(work: UnitOfWork, kind: AlertKind): Promise<void> {
  const told = await work.rows(takeTurn, [kind]);
  if (told.length === 0) return;
  const params = {
    ...(await societyContact(work)),
    finding: told.map(({ subject, count }) => formatAlert(kind, subject, count)).join(" "),
  };
  const recipients = await alertRecipients(work);
  const common = {
    template: "office-alert",
    language: STAFF_LANGUAGE,
  } as const;
  // The outbox worker checks each second, which is soon enough.
  await enqueueAll(
    work,
    recipients.map((one) => ({ ...common, ...one, params })),
    () => {},
  );
}

/** Returns the text of an alert, in English, which the office reads. */
export function formatAlert(kind: AlertKind, subject: string, count: bigint | number): string {
  const job = (alertsEn.jobs as Readonly<Record<string, string>>)[subject] ?? subject;
  return fill(alertsEn.kinds[kind].said, { job, count: String(count) });
}

const text = "{society}: {finding} What to do: open Alerts in the portal.";

/** The messages to the administrators. */
export const alertMessages: readonly MessageTemplate[] = [
  {
    name: "office-alert",
    render: (_, params) => ({
      subject: fill("{society}: alert", params),
      text: fill(text, params),
    }),
  },
];
