import { membershipMessages } from "#shared/messages/members/membership-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { Link } from "#web/lib/router.tsx";
import { recordAddress } from "#web/staff/addresses.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import type { Officer } from "#web/staff/officer.ts";
import { useActorLabel } from "#web/staff/actor-label.ts";
import type { Change } from "./contact-changes.tsx";
import type { Decision, Deciding } from "./decide-dialog.tsx";
import css from "./memberships.module.css";

interface RowProps {
  readonly change: Change;
  readonly officer: Officer;
  readonly onDecide: (deciding: Deciding) => void;
}

/** One change: the member, old and new values, the requester, its state, and the actions. */
export function ChangeRow({ change, officer, onDecide }: RowProps): ReactElement {
  const actorLabel = useActorLabel();
  const { language } = useSpoken();
  const { changes: words } = useMessages(membershipMessages);
  const { memberNo, fullName, askedAt, reason } = change;
  const isDesk = change.askedBy.startsWith("staff:");
  const how = change.identifiedBy === "" ? "" : words.identified[change.identifiedBy];
  const requester = isDesk
    ? fill(words.atDesk, { who: actorLabel(change.askedBy), how })
    : words.atSignUp;
  return (
    <li>
      <div>
        <Link to={recordAddress(memberNo)}>{fullName}</Link>
        <div className={css["quiet"]}>{memberNo}</div>
      </div>
      <What change={change} />
      <div>
        <div>
          {formatMoment(askedAt, language)}, {requester}
        </div>
        {isDesk && <div className={css["quiet"]}>{fill(words.because, { reason })}</div>}
        <HowFar change={change} />
      </div>
      <Acts change={change} officer={officer} onDecide={onDecide} />
    </li>
  );
}

/** The old value masked, the new one in full, because staff call the number. */
function What({ change }: { readonly change: Change }): ReactElement {
  const { changes: words } = useMessages(membershipMessages);
  const from = (old: string): string => (old === "" ? words.none : fill(words.from, { old }));
  const rows = [
    [
      words.mobile,
      from(change.oldMobileNo),
      change.mobileNo && formatMobileNumber(change.mobileNo),
    ],
    [words.email, from(change.oldEmail), change.email],
    [words.residence, "", change.residence],
    [words.kin, "", change.nextOfKin.join(", ")],
  ] as const;
  return (
    <dl>
      {rows
        .filter(([, , value]) => value !== "")
        .map(([label, old, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {old} <b>{value}</b>
            </dd>
          </div>
        ))}
    </dl>
  );
}

const looks = {
  requested: { icon: "clock", meaning: "info" },
  approved: { icon: "clock", meaning: "warn" },
  "in-force": { icon: "check", meaning: "ok" },
  rejected: { icon: "stop", meaning: "bad" },
  cancelled: { icon: "cross" },
} as const;

function HowFar({ change }: { readonly change: Change }): ReactElement | null {
  const actorLabel = useActorLabel();
  const { changes: words } = useMessages(membershipMessages);
  const { language } = useSpoken();
  const { state, heldUntil, overAt, approvedBy, endedBy, endedBecause } = change;
  if (state === "requested") return null;
  const when = formatMoment(state === "approved" ? heldUntil : overAt, language);
  const text = fill(state === "approved" ? words.until : words.since, { when });
  return (
    <div>
      <Badge {...looks[state]}>{words.states[state]}</Badge> {text}
      {approvedBy !== "" && (
        <div className={css["quiet"]}>
          {fill(words.approvedBy, { who: actorLabel(approvedBy) })}
        </div>
      )}
      {endedBy !== "" && (
        <div className={css["quiet"]}>
          {fill(words.endedBy, { who: actorLabel(endedBy), reason: endedBecause })}
        </div>
      )}
    </div>
  );
}

function Acts({ change, officer, onDecide }: RowProps): ReactElement {
  const { changes: words } = useMessages(membershipMessages);
  const { state, askedBy, fullName: name } = change;
  const isOwn = askedBy === `staff:${officer.staffNo}`;
  const mayApprove = officer.may("contacts.approve");
  const acts: Decision[] = [];
  if (state === "requested" && mayApprove)
    acts.push(...(isOwn ? [] : ["approve" as const]), "reject");
  const mayCancel = officer.may("contacts.cancel");
  if (mayCancel && (state === "approved" || (state === "requested" && !mayApprove))) {
    acts.push("cancel");
  }
  return (
    <div>
      <div className={css["acts"]}>
        {acts.map((decision) => (
          <Button
            key={decision}
            small
            aria-label={fill(words[`${decision}Of`], { name })}
            onClick={() => onDecide({ decision, change })}
          >
            {words[decision]}
          </Button>
        ))}
      </div>
      {state === "requested" && isOwn && <p className={css["quiet"]}>{words.own}</p>}
      {state === "requested" && !isOwn && acts.length === 0 && (
        <p className={css["quiet"]}>{words.waits}</p>
      )}
    </div>
  );
}
