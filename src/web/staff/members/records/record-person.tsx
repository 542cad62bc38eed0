import { accessesMessages } from "#web/lib/member-texts.ts";
import { membershipMessages } from "#shared/messages/members/membership-sw.ts";
import { memberSearchMessages } from "#shared/messages/members/search-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import type { MemberRecord } from "./record-page.tsx";
import css from "./record.module.css";

/** The register's details in full, so that the desk can read them back to a caller. */
export function WhoCard({ record }: { readonly record: MemberRecord }): ReactElement {
  const { record: words, fields } = useMessages(memberSearchMessages);
  const mobile = record.mobile && (
    <>
      <a href={`tel:${record.mobile}`}>{formatMobileNumber(record.mobile)}</a>{" "}
      <small className={css["quiet"]}>
        {record.mobileConfirmed ? fields.confirmed : fields.unconfirmed}
      </small>
    </>
  );
  const { add } = useMessages(membershipMessages);
  const { language } = useSpoken();
  const ageDay = formatDay(record.ageOn, language);
  const age = record.age > 0 && fill(fields.ageOn, { age: record.age, date: ageDay });
  const kin = record.nextOfKin.map((one) => <div key={one.name}>{formatKin(one)}</div>);
  return (
    <Card title={words.who}>
      <Facts
        facts={[
          { term: fields.idNo, value: record.nationalId },
          { term: fields.mobile, value: mobile },
          { term: fields.email, value: record.email },
          { term: fields.post, value: record.postalAddress },
          { term: add.residence, value: record.residence },
          { term: add.gender, value: record.gender && add.genders[record.gender] },
          { term: add.age, value: age },
          { term: fields.payrollNo, value: record.payrollNo },
          { term: fields.kraPin, value: record.kraPin },
          { term: fields.kin, value: kin.length > 0 ? kin : "" },
          { term: fields.language, value: fields.languages[record.language] },
        ]}
      />
      {record.blacklisted !== "" && (
        <p className={css["foot"]}>{fill(words.blacklistedText, { reason: record.blacklisted })}</p>
      )}
    </Card>
  );
}

/** Formats a next of kin with relation and share, such as "Peter Kamau, brother, 60 %". */
function formatKin({ name, relation, share }: MemberRecord["nextOfKin"][number]): string {
  return [name, relation, share > 0 ? `${share} %` : ""].filter(Boolean).join(", ");
}

/** Whether the member can sign in, and what to do when they cannot. */
export function LoginCard({ login }: { readonly login: MemberRecord["login"] }): ReactElement {
  const words = useMessages(memberSearchMessages).login;
  const accesses = useMessages(accessesMessages);
  const { language } = useSpoken();
  const last = login.lastOn
    ? fill(accesses.when, {
        date: formatDay(login.lastOn, language),
        time: login.lastTime,
      })
    : words.never;
  const text = words.texts[login.state];
  return (
    <Card title={words.title}>
      <Facts
        facts={[
          { term: words.state, value: words.states[login.state] },
          { term: words.last, value: last },
        ]}
      />
      {text !== "" && <p className={css["foot"]}>{text}</p>}
    </Card>
  );
}

/** The latest contact changes, with the requester and the state of each. */
export function ChangesCard(props: {
  readonly changes: MemberRecord["contactChanges"];
}): ReactElement {
  const { changes: words, history } = useMessages(membershipMessages);
  const asked = useMessages(memberSearchMessages).changes.asked;
  const { language } = useSpoken();
  return (
    <Card title={history.title} link={<Link to={paths.contactChanges}>{history.toTab}</Link>}>
      {props.changes.length === 0 ? (
        <p className={css["foot"]}>{history.none}</p>
      ) : (
        <ul className={css["list"]}>
          {props.changes.map(({ id, date, mobile, email, residence, nextOfKin, state }) => (
            <li key={id}>
              {mobile && <b>{formatMobileNumber(mobile)}</b>}
              {email && <b>{email}</b>}
              {residence && <b>{residence}</b>}
              {nextOfKin.length > 0 && <b>{nextOfKin.join(", ")}</b>}
              <small className={css["quiet"]}>
                {fill(asked, { date: formatDay(date, language) })}. {words.states[state]}
              </small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
