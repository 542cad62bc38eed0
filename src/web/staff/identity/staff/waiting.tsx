import { peopleMessages } from "#shared/messages/identity/staff-accounts-sw.ts";
import { staffMessages } from "#shared/messages/office/shell-sw.ts";
import { approvalsMessages } from "#shared/messages/oversight/approvals-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import type { list } from "#shared/contract/identity/staff.ts";
import { fill } from "#shared/language.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Link } from "#web/lib/router.tsx";
import { approvalAddress, staffAddress } from "#web/staff/addresses.ts";
import { Card } from "#web/ui/card.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { useActorLabel } from "#web/staff/actor-label.ts";
import css from "./people.module.css";
import { formatMoment } from "../../../lib/moment.ts";

type Listed = z.output<typeof list.answer>;
export type Waiting = Listed["waiting"][number];

interface WaitingProps {
  readonly waiting: readonly Waiting[];
  readonly rows: Listed["rows"];
}

/** The changes that wait for a second person, each with a link to its request. */
export function WaitingRequests({ waiting, rows }: WaitingProps): ReactElement | null {
  const words = useMessages(peopleMessages);
  if (waiting.length === 0) return null;
  return (
    <Card title={words.waiting.title}>
      <ul className={css["waiting"]}>
        {waiting.map((request) => (
          <WaitingRequest key={request.approvalId} request={request} rows={rows} />
        ))}
      </ul>
    </Card>
  );
}

interface RequestProps {
  readonly request: Waiting;
  readonly rows: Listed["rows"];
}

function WaitingRequest({ request, rows }: RequestProps): ReactElement {
  const actorLabel = useActorLabel();
  const words = useMessages(peopleMessages);
  const { kinds } = useMessages(approvalsMessages);
  const roles: Readonly<Record<string, string>> = useMessages(staffMessages).roles;
  const { language } = useSpoken();
  const nameOf = (staffNo: string) => rows.find((row) => row.staffNo === staffNo)?.fullName;
  const { approvalId, kind, staffNo, role, requestedBy, requestedAt } = request;
  const values = {
    who: actorLabel(requestedBy),
    when: formatMoment(requestedAt, language),
  };
  const name = request.fullName || nameOf(staffNo) || staffNo;
  return (
    <li>
      <strong>{kinds[kind]}</strong>
      <span>{[name, staffNo, roles[role]].filter(Boolean).join(", ")}</span>
      <small>{fill(words.waiting.requested, values)}</small>
      <Link to={approvalAddress(approvalId)}>{words.waiting.open}</Link>
    </li>
  );
}

/** Warns a lone administrator that nobody can approve their requests. */
export function AloneTip({ secondPeople }: Pick<Listed, "secondPeople">): ReactElement | null {
  const { alone } = useMessages(peopleMessages);
  return secondPeople === 0 ? <Tip meaning="warn">{alone}</Tip> : null;
}

interface IdentityProps {
  readonly identity: Listed["identity"];
  readonly rows: Listed["rows"];
}

/** Lists accounts whose identity is uncertain, with a link to each account. */
export function IdentityFindings({ identity, rows }: IdentityProps): ReactElement | null {
  const { identity: words } = useMessages(peopleMessages);
  if (identity.length === 0) return null;
  return (
    <Card title={words.title}>
      <Tip meaning="warn">{words.lead}</Tip>
      <ul className={css["waiting"]}>
        {identity.map(({ staffNo, what, detail, other }) => (
          <li key={`${staffNo} ${what} ${detail} ${other}`}>
            <Link to={staffAddress(staffNo)}>
              {rows.find((row) => row.staffNo === staffNo)?.fullName ?? staffNo}
            </Link>
            <span>
              {fill(words[what], { other, detail: detail === "" ? "" : words.details[detail] })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
