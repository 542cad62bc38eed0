import { alertsMessages } from "#shared/messages/oversight/alerts-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { list } from "#shared/contract/oversight/alerts.ts";
import { fill } from "#shared/language.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatInstant } from "#web/lib/moment.ts";
import { useRequest } from "#web/lib/query.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useOfficer } from "#web/staff/officer.ts";
import css from "./alerts.module.css";
import { adviceHeading, type Alert, formatAlert } from "./format.ts";

/** The problems that the portal detected: open ones with advice, and past ones. */
export function AlertsPage(): ReactElement {
  const words = useMessages(alertsMessages);
  const load = useRequest(list);
  return (
    <div className={css["page"]}>
      <PageHeader title={words.title} lead={words.lead} />
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={
          <Card>
            <SkeletonLines rows={5} />
          </Card>
        }
      >
        {({ open, past }) => (
          <>
            <Open alerts={open ?? []} />
            <Past alerts={past ?? []} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Open({ alerts }: { readonly alerts: readonly Alert[] }): ReactElement {
  const words = useMessages(alertsMessages);
  if (alerts.length === 0) {
    return (
      <Card>
        <EmptyState icon="check" title={words.none}>
          <p>{words.noneText}</p>
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card title={words.open}>
      <ul className={css["alerts"]}>
        {alerts.map((alert) => (
          <OpenAlert key={`${alert.kind} ${alert.subject}`} alert={alert} />
        ))}
      </ul>
    </Card>
  );
}

function OpenAlert({ alert }: { readonly alert: Alert }): ReactElement {
  const words = useMessages(alertsMessages);
  const { language } = useSpoken();
  const officer = useOfficer();
  const { title, todo } = words.kinds[alert.kind];
  const at = (instant: string) => ({ time: formatInstant(instant, language) });
  return (
    <li>
      <h3>
        <Icon name="warn" />
        {title}
      </h3>
      <p>{formatAlert(alert, words)}</p>
      <p>
        <b>{adviceHeading(officer, alert, words)}:</b> {todo}
      </p>
      <p className={css["when"]}>
        <span>{fill(words.since, at(alert.firstSeenAt))}</span>
        <span>{fill(words.lastSeen, at(alert.lastSeenAt))}</span>
        <span>{alert.toldAt === "" ? words.unnotified : fill(words.told, at(alert.toldAt))}</span>
      </p>
    </li>
  );
}

function Past({ alerts }: { readonly alerts: readonly Alert[] }): ReactElement | null {
  const words = useMessages(alertsMessages);
  const { language } = useSpoken();
  if (alerts.length === 0) return null;
  return (
    <Card title={words.past}>
      <ul className={css["alerts"]}>
        {alerts.map((alert) => (
          <li key={`${alert.kind} ${alert.subject} ${alert.firstSeenAt}`}>
            <p>{formatAlert(alert, words)}</p>
            <p className={css["when"]}>
              <span>{fill(words.since, { time: formatInstant(alert.firstSeenAt, language) })}</span>
              <span>{fill(words.closed, { time: formatInstant(alert.resolvedAt, language) })}</span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
