import { loanPolicyMessages } from "#shared/messages/loans/policy-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { cancelPolicy, type PolicyState } from "#shared/contract/loans/policy.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { DatedBadge } from "#web/staff/dated-badge.tsx";
import { Withdraw } from "#web/staff/withdraw-setting.tsx";
import css from "./loan-policy.module.css";
import { type ListedPolicy, type Policy, termsOf } from "./terms.ts";

interface ListedProps {
  readonly listed: ListedPolicy;
}

/** The terms of a policy, as labels and values. */
function Terms({ listed }: ListedProps): ReactElement {
  const words = useMessages(loanPolicyMessages);
  return (
    <div className={css["terms"]}>
      <Facts facts={termsOf(listed.policy, words)} />
    </div>
  );
}

/** The people who set and withdrew it, and when. */
function Makers({ listed: { set, cancelled } }: ListedProps): ReactElement {
  const words = useMessages(loanPolicyMessages);
  const { language } = useSpoken();
  const said = (form: string, done: { by: string; date: string; time: string }): string =>
    fill(form, { name: done.by, day: formatDay(done.date, language), time: done.time });
  return (
    <p className={css["makers"]}>
      {set.by ? said(words.setBy, set) : words.setAtStart}
      {cancelled && <br />}
      {cancelled && said(words.cancelledBy, cancelled)}
    </p>
  );
}

export function InForce({ listed }: ListedProps): ReactElement {
  const words = useMessages(loanPolicyMessages);
  const { language } = useSpoken();
  const day = formatDay(listed.policy.effectiveFrom, language);
  return (
    <Card title={words.inForce} link={<Standing state="in-force" />}>
      <p className={css["day"]}>{fill(words.since, { day })}</p>
      <Terms listed={listed} />
      <Makers listed={listed} />
    </Card>
  );
}

interface ToComeProps {
  readonly rows: readonly ListedPolicy[];
  readonly onCopy: (policy: Policy) => void;
  readonly onChanged: () => void;
}

/** Scheduled policies, each of which can be withdrawn until it begins. */
export function ToCome({ rows, onCopy, onChanged }: ToComeProps): ReactElement {
  const words = useMessages(loanPolicyMessages);
  const { language } = useSpoken();
  const [taking, setTaking] = useState<ListedPolicy | null>(null);
  return (
    <Card title={words.toCome}>
      {rows.length === 0 && <p className={css["wait"]}>{words.nothingToCome}</p>}
      {rows.map((listed) => (
        <div key={listed.id} className={css["coming"]}>
          <p className={css["day"]}>
            {fill(words.from, { day: formatDay(listed.policy.effectiveFrom, language) })}
          </p>
          <Terms listed={listed} />
          <Makers listed={listed} />
          <div className={css["acts"]}>
            <Button small onClick={() => onCopy(listed.policy)}>
              {words.copy}
            </Button>
            <Button small look="danger" onClick={() => setTaking(listed)}>
              {words.takeBack}
            </Button>
          </div>
        </div>
      ))}
      {taking && (
        <WithdrawPolicy listed={taking} onClose={() => setTaking(null)} onChanged={onChanged} />
      )}
    </Card>
  );
}

function WithdrawPolicy({
  listed: { id, policy },
  onClose,
  onChanged,
}: ListedProps & { readonly onClose: () => void; readonly onChanged: () => void }): ReactElement {
  const { cancel } = useMessages(loanPolicyMessages);
  const { language } = useSpoken();
  const day = formatDay(policy.effectiveFrom, language);
  return (
    <Withdraw
      words={{ ...cancel, title: fill(cancel.title, { day }) }}
      withdraw={() => call(cancelPolicy, { params: { id }, body: {} })}
      onClose={onClose}
      onChanged={onChanged}
    >
      {cancel.text}
    </Withdraw>
  );
}

function Standing({ state }: { readonly state: PolicyState }): ReactElement {
  const { states } = useMessages(loanPolicyMessages);
  const said: Record<PolicyState, string> = {
    "to-come": states.toCome,
    "in-force": states.inForce,
    past: states.past,
    replaced: states.replaced,
    cancelled: states.cancelled,
  };
  return <DatedBadge state={state}>{said[state]}</DatedBadge>;
}

/** Past policies, and those replaced or withdrawn before their day; each opens on a press. */
export function History({ rows }: { readonly rows: readonly ListedPolicy[] }): ReactElement {
  const words = useMessages(loanPolicyMessages);
  const { language } = useSpoken();
  return (
    <Card title={words.history}>
      {rows.length === 0 && <p className={css["wait"]}>{words.noHistory}</p>}
      {rows.map((listed) => (
        <details key={listed.id} className={css["past"]}>
          <summary>
            <span>
              {fill(words.from, { day: formatDay(listed.policy.effectiveFrom, language) })}
            </span>
            <Standing state={listed.state} />
          </summary>
          <Terms listed={listed} />
          <Makers listed={listed} />
        </details>
      ))}
    </Card>
  );
}
