import { staffMessages } from "#shared/messages/office/shell-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { Link } from "#web/lib/router.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { AlertBanner } from "./oversight/alerts/banner.tsx";
import css from "./first-page.module.css";
import { LoanQueue } from "./loans/desk/pages.tsx";
import { type Officer, useOfficer } from "./officer.ts";
import { useWaitingForOfficer, type WaitingLine } from "./waiting-work.ts";

/** The office's first page: alerts, the work that waits for the viewer, and the loans. */
export function FirstPage(): ReactElement | null {
  const officer = useOfficer();
  if (officer === null) return null;
  return (
    <div className={css["first"]}>
      {officer.may("alerts.read") && <AlertBanner officer={officer} />}
      <WaitingForYou officer={officer} />
      <LoanQueue />
    </div>
  );
}

function WaitingForYou({ officer }: { readonly officer: Officer }): ReactElement {
  const { waiting: words } = useMessages(staffMessages).menu;
  const load = useWaitingForOfficer(officer);
  return (
    <Card title={words.title}>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={2} />}
      >
        {(lines) =>
          lines.length === 0 ? (
            <p className={css["none"]}>{words.none}</p>
          ) : (
            <ul className={css["lines"]}>
              {lines.map((line) => (
                <Line key={line.kind} line={line} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Line({ line }: { readonly line: WaitingLine }): ReactElement {
  return (
    <li>
      <Link to={line.to}>
        <b className={classes(line.isUrgent && css["pressing"])}>{line.count}</b>
        <span>{line.label}</span>
        {line.note && <small>{line.note}</small>}
      </Link>
    </li>
  );
}
