import { peopleMessages } from "#shared/messages/identity/staff-accounts-sw.ts";
import { staffMessages } from "#shared/messages/office/shell-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { list } from "#shared/contract/identity/staff.ts";
import { fill, type Language } from "#shared/language.ts";
import type { PeopleWords } from "#shared/messages/identity/staff-accounts-en.ts";
import type { StaffWords } from "#shared/messages/office/shell-en.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { staffAddress } from "#web/staff/addresses.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { ClosedCodesBadge } from "#web/staff/identity/code-unlocks/locked-codes.tsx";
import { ListFile } from "#web/staff/list-file.tsx";
import type { Officer } from "#web/staff/officer.ts";
import { InviteForm } from "./invite-form.tsx";
import css from "./people.module.css";
import { formatMoment } from "../../../lib/moment.ts";
import { AloneTip, IdentityFindings, WaitingRequests } from "./waiting.tsx";

export type Person = z.output<typeof list.answer>["rows"][number];

/** All staff, with a link to each, and a button to invite another. */
export function ListPage({ officer }: { readonly officer: Officer }): ReactElement {
  const words = useMessages(peopleMessages);
  const all = useMessages(staffMessages);
  const { language } = useSpoken();
  const load = useRequest(list, undefined, { isAccess: true });
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <PageHeader
        title={words.title}
        place="staff"
        lead={words.lead}
        actions={
          <div className={layout["row"]}>
            <ListFile list="staff" />
            {officer.may("staff.manage") && !inviting && (
              <Button look="primary" onClick={() => setInviting(true)}>
                {words.invite.open}
              </Button>
            )}
          </div>
        }
      />
      <div className={layout["stack"]}>
        {inviting && <InviteForm onDone={() => setInviting(false)} />}
        <Loaded
          load={load}
          loading={words.loading}
          failed={words.failed}
          skeleton={<SkeletonLines rows={6} />}
        >
          {({ rows, waiting, secondPeople, identity }) => (
            <>
              {officer.may("staff.manage") && <AloneTip secondPeople={secondPeople} />}
              <WaitingRequests waiting={waiting} rows={rows} />
              <IdentityFindings identity={identity} rows={rows} />
              <Card>
                <Table
                  caption={words.caption}
                  columns={columnsOf(words, all, language)}
                  rows={rows}
                  rowKey={({ staffNo }) => staffNo}
                />
              </Card>
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

function columnsOf(words: PeopleWords, all: StaffWords, language: Language): Column<Person>[] {
  const { heads } = words;
  return [
    {
      head: heads.name,
      place: "what",
      cell: ({ fullName, staffNo, isSelf }) => (
        <span className={css["who"]}>
          <Link to={staffAddress(staffNo)}>{fullName}</Link>
          <small>
            {staffNo}
            {isSelf && ` (${words.you})`}
          </small>
        </span>
      ),
    },
    { head: heads.role, place: "when", cell: ({ role }) => all.roles[role] },
    {
      head: heads.state,
      place: "howMuch",
      cell: (person) => (
        <span className={css["end"]}>
          <ClosedCodesBadge closedUntil={person.codesClosedUntil} />
          <StateBadge person={person} />
        </span>
      ),
    },
    {
      head: heads.factor,
      place: "reference",
      cardLabel: heads.factor,
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? words.factor.on : words.factor.off),
    },
    {
      head: heads.last,
      place: "noPhone",
      quiet: true,
      cell: ({ lastSignInAt }) =>
        lastSignInAt ? formatMoment(lastSignInAt, language) : words.never,
    },
    {
      head: heads.sessions,
      place: "balance",
      cardLabel: heads.sessions,
      cell: ({ openSessions }) => fill(words.sessions, { count: openSessions }),
    },
  ];
}

const looks: Readonly<Record<Person["state"], Pick<BadgeProps, "meaning" | "icon">>> = {
  active: { meaning: "ok", icon: "check" },
  invited: { meaning: "info", icon: "clock" },
  lapsed: { meaning: "warn", icon: "warn" },
  suspended: { meaning: "bad", icon: "stop" },
};

/** Whether a person may sign in, as label and icon. */
export function StateBadge({ person }: { readonly person: Person }): ReactElement {
  const words = useMessages(peopleMessages);
  return <Badge {...looks[person.state]}>{words.states[person.state]}</Badge>;
}
