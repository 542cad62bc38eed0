import { signedInMessages } from "#web/lib/member-texts.ts";
import { membershipMessages } from "#shared/messages/members/membership-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { record as recordEndpoint } from "#shared/contract/members/desk.ts";
import { resume, suspend } from "#shared/contract/members/suspensions.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { contractProblems } from "#web/lib/form.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRenew } from "#web/lib/query.ts";
import { exitAddress } from "#web/staff/addresses.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Changes } from "#web/ui/changes.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { useHeldFacts } from "#web/staff/held-facts.ts";
import type { MemberRecord } from "#web/staff/members/records/record-page.tsx";
import { type Officer, useOfficer } from "#web/staff/officer.ts";
import { useActorLabel } from "#web/staff/actor-label.ts";
import { AskChange } from "./ask-change.tsx";
import { FormDialog } from "#web/staff/form-dialog.tsx";
import css from "./memberships.module.css";

type Asked = "change" | "suspend" | "lift";

/** The actions on a membership, from its record. */
export function RecordActs({ record }: { readonly record: MemberRecord }): ReactElement | null {
  const words = useMessages(membershipMessages);
  const officer = useOfficer();
  const [asked, setAsked] = useState<Asked | null>(null);
  if (officer === null) return null;
  const { state, memberNo, name } = record;
  const stays = state !== "left";
  const close = (): void => setAsked(null);
  return (
    <Card>
      <div className={css["act"]}>
        <HowItStands record={record} officer={officer} />
        <div className={css["buttons"]}>
          {officer.may("contacts.request") && stays && (
            <Button small onClick={() => setAsked("change")}>
              {words.ask.open}
            </Button>
          )}
          {officer.may("members.suspend") && state === "active" && (
            <Button small look="danger" onClick={() => setAsked("suspend")}>
              {words.suspend.open}
            </Button>
          )}
          {mayLift(record, officer) && (
            <Button small onClick={() => setAsked("lift")}>
              {words.suspend.lift}
            </Button>
          )}
          {officer.may("exits.read") && (
            <LinkButton small to={exitAddress(memberNo)}>
              {words.exit.open}
            </LinkButton>
          )}
        </div>
      </div>
      {asked === "change" && <AskChange memberNo={memberNo} name={name} onClose={close} />}
      {(asked === "suspend" || asked === "lift") && (
        <SuspendDialog record={record} lifts={asked === "lift"} onClose={close} />
      )}
    </Card>
  );
}

function suspendedBy({ suspension }: MemberRecord, { staffNo }: Officer): boolean {
  return suspension?.by === `staff:${staffNo}`;
}

function mayLift(record: MemberRecord, officer: Officer): boolean {
  const mayAtAll = officer.may("members.resume") && record.state === "suspended";
  return mayAtAll && !suspendedBy(record, officer);
}

interface StandsProps {
  readonly record: MemberRecord;
  readonly officer: Officer;
}

function HowItStands({ record, officer }: StandsProps): ReactElement | null {
  const actorLabel = useActorLabel();
  const { suspend: words } = useMessages(membershipMessages);
  const { language } = useSpoken();
  const { state, suspension } = record;
  if (state === "left") return <p>{words.leftText}</p>;
  if (suspension === null) return null;
  const { by, date, reason } = suspension;
  const own = officer.may("members.resume") && suspendedBy(record, officer);
  return (
    <>
      <Tip meaning="warn">
        {fill(words.since, {
          who: actorLabel(by),
          date: formatDay(date, language),
          reason,
        })}
      </Tip>
      {own && <p>{words.ownSuspension}</p>}
    </>
  );
}

interface SuspendProps {
  readonly record: MemberRecord;
  readonly lifts: boolean;
  readonly onClose: () => void;
}

/** Suspends a member, or lifts exactly the suspension that the record shows. */
function SuspendDialog({ record, lifts, onClose }: SuspendProps): ReactElement {
  const { changes } = useMessages(signedInMessages);
  const { suspend: words } = useMessages(membershipMessages);
  const say = useFormatSuspension();
  const renew = useRenew();
  const { memberNo, name } = record;
  const params = { memberNo };
  const { now, before, decide } = useHeldFacts(record, () => call(recordEndpoint, { params }));
  return (
    <FormDialog<"reason">
      title={fill(lifts ? words.liftTitle : words.title, { name })}
      text={before ? changes.text : lifts ? words.liftText : words.text}
      yes={lifts ? words.liftYes : words.yes}
      done={fill(lifts ? words.lifted : words.done, { name })}
      danger={!lifts}
      names={["reason"]}
      check={(values, all) => contractProblems(suspend.body, values, all)}
      send={async ({ reason }) => {
        const isDone = await decide(async (shown) => {
          const shownDigest = shown.suspension?.shownDigest ?? "";
          if (lifts) await call(resume, { params, body: { reason, shownDigest } });
          else await call(suspend, { params, body: { reason } });
        });
        await renew(recordEndpoint);
        return isDone;
      }}
      renderFields={(form) => (
        <>
          {before && <Changes before={say(before)} now={say(now)} />}
          <Field label={words.reason} bind={form.bind("reason")} type="text" autoComplete="off" />
        </>
      )}
      onClose={onClose}
    />
  );
}

/** Returns the function that describes the suspension of a record. */
function useFormatSuspension() {
  const actorLabel = useActorLabel();
  const { suspend: words } = useMessages(membershipMessages);
  const { language } = useSpoken();
  return ({ suspension }: MemberRecord) =>
    suspension === null
      ? []
      : [
          { term: words.by, value: actorLabel(suspension.by) },
          { term: words.on, value: formatDay(suspension.date, language) },
          { term: words.because, value: suspension.reason },
        ];
}
