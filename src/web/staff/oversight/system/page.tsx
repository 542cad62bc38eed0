import { alertsMessages } from "#shared/messages/oversight/alerts-sw.ts";
import { systemMessages } from "#shared/messages/oversight/system-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { list } from "#shared/contract/oversight/jobs.ts";
import { type JobName, jobSchedules } from "#shared/jobs.ts";
import { fill } from "#shared/language.ts";
import type { SystemWords } from "#shared/messages/oversight/system-en.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatInstant } from "#web/lib/moment.ts";
import { useRequest } from "#web/lib/query.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

type Job = z.output<typeof list.answer>["jobs"][number];

/** The automatic tasks, each with its schedule and how its last run ended. */
export function SystemPage(): ReactElement {
  const words = useMessages(systemMessages);
  const load = useRequest(list);
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <Card title={words.jobs}>
        <Loaded
          load={load}
          loading={words.loading}
          failed={words.failed}
          skeleton={<SkeletonLines rows={10} />}
        >
          {({ jobs }) => <Jobs jobs={jobs} />}
        </Loaded>
      </Card>
    </>
  );
}

function Jobs({ jobs }: { readonly jobs: readonly Job[] }): ReactElement {
  const words = useMessages(systemMessages);
  const columns = useColumns(words);
  if (jobs.length === 0) {
    return (
      <EmptyState icon="clock" title={words.none}>
        <p>{words.noneText}</p>
      </EmptyState>
    );
  }
  return (
    <Table<Job> caption={words.jobs} columns={columns} rows={jobs} rowKey={({ name }) => name} />
  );
}

function useColumns(words: SystemWords): Column<Job>[] {
  const { jobs: names } = useMessages(alertsMessages);
  const { language } = useSpoken();
  const { columns } = words;
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const seconds = (milliseconds: number) =>
    fill(words.seconds, { count: (milliseconds / 1000).toFixed(1) });
  return [
    { head: columns.job, place: "what", cell: ({ name }) => capital(names[name]) },
    {
      head: columns.schedule,
      place: "reference",
      quiet: true,
      cell: ({ name }) => formatSchedule(name, words),
    },
    {
      head: columns.lastRun,
      place: "when",
      cardLabel: columns.lastRun,
      cell: ({ startedAt }) =>
        startedAt === "" ? words.notYet : formatInstant(startedAt, language),
    },
    {
      head: columns.duration,
      place: "balance",
      number: true,
      cardLabel: columns.duration,
      onCard: ({ startedAt }) => startedAt !== "",
      cell: (job) => (job.startedAt === "" ? "" : seconds(job.milliseconds)),
    },
    { head: columns.result, place: "more", cell: (job) => <Result job={job} /> },
  ];
}

function formatSchedule(name: JobName, words: SystemWords): string {
  const every = jobSchedules[name];
  if (typeof every === "string") return words[every];
  if (every === 1) return words.eachMinute;
  if (every === 60) return words.hourly;
  return every === 24 * 60 ? words.daily : fill(words.minutes, { count: every });
}

const badges: Readonly<Record<Job["state"], Pick<BadgeProps, "meaning" | "icon">>> = {
  running: { meaning: "info", icon: "retry" },
  succeeded: { meaning: "ok", icon: "check" },
  failed: { meaning: "bad", icon: "warn" },
  overdue: { meaning: "bad", icon: "clock" },
  never: { icon: "clock" },
  off: { icon: "info" },
};

function Result({ job }: { readonly job: Job }): ReactElement {
  const words = useMessages(systemMessages);
  const state = words.states[job.state];
  const { failures } = job;
  return (
    <Badge {...badges[job.state]}>
      {failures > 1 ? fill(words.inARow, { state, count: failures }) : state}
    </Badge>
  );
}
