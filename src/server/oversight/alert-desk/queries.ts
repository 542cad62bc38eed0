import * as z from "zod/mini";
import { alertKinds } from "#shared/alert-kinds.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import type { WriteTrouble } from "#server/kernel/platform/write-health.ts";

const columns = `kind, subject, count::int, first_seen_at, last_seen_at, notified_at, resolved_at`;

// Trouble with writing ($1) is shown as open although its row could not be written.
const findAlerts = statement({
  name: "alert-list",
  text: `(select ${columns} from alert where resolved_at is null
      order by first_seen_at, id limit 100)
    union all
    select $1::text, '', 0, akiba_now(), akiba_now(), null, null
      where $1 is not null
        and not exists (select from alert where kind = $1 and resolved_at is null)
    union all
    (select ${columns} from alert where resolved_at > akiba_now() - interval '30 days'
      order by resolved_at desc limit 100)`,
  row: z.object({
    kind: z.enum(alertKinds),
    subject: z.string(),
    count: z.int(),
    first_seen_at: z.date(),
    last_seen_at: z.date(),
    notified_at: z.nullable(z.date()),
    resolved_at: z.nullable(z.date()),
  }),
});

export type AlertRow = z.infer<typeof findAlerts.row>;

/**
 * The alerts that are open, oldest first, and those closed in 30 days, the latest first; `trouble`
 * is a kind that this instance knows to be open.
 */
export function alerts(snapshot: Snapshot, trouble: WriteTrouble | null): Promise<AlertRow[]> {
  return snapshot.rows(findAlerts, [trouble]);
}
