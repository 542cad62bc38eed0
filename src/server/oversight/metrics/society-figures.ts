import * as z from "zod/mini";
import { type Database, statement } from "#server/kernel/platform/database.ts";

/** A figure of the whole society, the same whichever instance reads it. Its names are metrics. */
const figure = z.object({
  name: z.enum([
    "akiba_messages_waiting",
    "akiba_messages_oldest_seconds",
    "akiba_messages_expired_hour",
    "akiba_sms_spend_month_shillings",
    "akiba_sms_budget_month_shillings",
    "akiba_payouts_open",
    "akiba_payouts_oldest_seconds",
    "akiba_approvals_waiting",
    "akiba_sessions_open",
    "akiba_alerts_open",
    "akiba_reconciler_last_run_timestamp_seconds",
    "akiba_reconciler_findings",
    "akiba_audit_check_timestamp_seconds",
    "akiba_job_failures",
    "akiba_job_last_run_timestamp_seconds",
    "akiba_job_last_run_seconds",
  ]),
  /** The value of the metric's label; empty for a metric without one. */
  label: z.string(),
  value: z.number(),
});

export type SocietyFigure = z.infer<typeof figure>;
type FigureName = SocietyFigure["name"];

/** The figures of one moment, for a program that judges them. */
export interface SocietyFigures {
  /** Returns the value of a figure without a label, or null if there is none yet. */
  readonly valueOf: (name: FigureName) => number | null;
  /** Returns the values of a figure with labels, by their labels. */
  readonly labelled: (name: FigureName) => SocietyFigure[];
  /** Returns the hours from a figure of seconds since 1970 to this moment. */
  readonly hoursSince: (seconds: number) => number;
}

/** Reads every figure, with the time of the database. */
export async function readFigures(database: Database): Promise<SocietyFigures> {
  const [clock] = await database.one(findTime);
  const figures = await database.one(findFigures);
  const named = (wanted: FigureName) => figures.filter(({ name }) => name === wanted);
  return {
    valueOf: (name) => named(name)[0]?.value ?? null,
    labelled: (name) => named(name).toSorted((a, b) => (a.label < b.label ? -1 : 1)),
    hoursSince: (seconds) => ((clock?.seconds ?? seconds) - seconds) / 3600,
  };
}

const age = (since: string) => `extract(epoch from akiba_now() - ${since})::float8`;
const stamp = (moment: string) => `extract(epoch from ${moment})::float8`;
const thisMonth = "date_trunc('month', akiba_today())";

const findTime = statement({
  text: `select ${stamp("akiba_now()")} as seconds`,
  row: z.object({ seconds: z.number() }),
});

/**
 * Reads every figure in one statement. Counts use partial indexes without finished rows, so that a
 * reading takes milliseconds in a society of any age.
 */
export const findFigures = statement({
  name: "metrics-of-society",
  text: `with
      message as (select channel, created_at from outbox_message
        where state = 'waiting' and recipient <> '' and next_attempt_at <= akiba_now()),
      payment as (select tab, due_at, changed_at from payout
        where tab in ('waiting', 'sent', 'exceptions', 'office')),
      run as (select ran_at, jsonb_array_length(findings) as found from reconciliation
        order by id desc limit 1)
    select 'akiba_messages_waiting' as name, c.channel as label,
        (select count(*) from message m where m.channel = c.channel)::float8 as value
      from unnest(array['sms', 'email']) as c (channel)
    union all select 'akiba_messages_oldest_seconds', c.channel,
        coalesce((select ${age("min(m.created_at)")} from message m where m.channel = c.channel), 0)
      from unnest(array['sms', 'email']) as c (channel)
    union all select 'akiba_messages_expired_hour', '', (select count(*) from outbox_message
        where state = 'expired' and finished_at > akiba_now() - interval '1 hour')::float8
    union all select 'akiba_sms_spend_month_shillings', '',
        (select coalesce(sum(cost), 0) from sms_spend where day >= ${thisMonth})::float8
    union all select 'akiba_sms_budget_month_shillings', '', month_cents / 100.0::float8
      from sms_budget where month_cents is not null
    union all select 'akiba_payouts_open', t.tab,
        (select count(*) from payment p where p.tab = t.tab)::float8
      from unnest(array['waiting', 'sent', 'exceptions', 'office']) as t (tab)
    union all select 'akiba_payouts_oldest_seconds', t.tab,
        coalesce((select greatest(${age("min(greatest(p.due_at, p.changed_at))")}, 0)
          from payment p where p.tab = t.tab), 0)
      from unnest(array['waiting', 'sent', 'exceptions', 'office']) as t (tab)
    union all select 'akiba_approvals_waiting', '', (select count(*) from approval
        where state = 'waiting' and expires_at > akiba_now())::float8
    union all select 'akiba_sessions_open', '', (select count(*) from session
        where ended_at is null and expires_at > akiba_now()
          and last_seen_at + make_interval(secs => idle_seconds) > akiba_now())::float8
    union all select 'akiba_alerts_open', kind, count(*)::float8
      from alert where resolved_at is null group by kind
    union all select 'akiba_reconciler_last_run_timestamp_seconds', '', ${stamp("ran_at")} from run
    union all select 'akiba_reconciler_findings', '', found::float8 from run
    union all select 'akiba_audit_check_timestamp_seconds', '', ${stamp("checked_at")}
      from audit_check where checked_at > '-infinity'
    union all select 'akiba_job_failures', name, failures::float8 from job
    union all select 'akiba_job_last_run_timestamp_seconds', name, ${stamp("ended_at")}
      from job where ended_at is not null
    union all select 'akiba_job_last_run_seconds', name, ${stamp("ended_at - started_at")}
      from job where ended_at is not null`,
  row: figure,
});
