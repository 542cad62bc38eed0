import { loanPolicyMessages } from "#shared/messages/loans/policy-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type ReactNode, useId } from "react";
import { fill } from "#shared/language.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Select } from "#web/ui/select.tsx";
import { type DraftTier, type RuleName, tierField, type ValueName } from "./draft.ts";
import { type Editing, MAX_TIERS } from "./editing.ts";
import css from "./loan-policy.module.css";

interface PartProps {
  readonly editing: Editing;
}

/** The fields of a policy: its price, its limits, and who may borrow. */
export function PolicyFields({ editing }: PartProps): ReactElement {
  const { editor } = useMessages(loanPolicyMessages);
  return (
    <>
      <Tiers editing={editing} />
      <Group title={editor.limits}>
        <div className={css["pair"]}>
          <Amount editing={editing} name="minimum" label={editor.minimum} />
          <Amount editing={editing} name="maximum" label={editor.maximum} />
          <Whole editing={editing} name="minMonths" label={editor.minMonths} />
          <Whole editing={editing} name="maxMonths" label={editor.maxMonths} />
        </div>
      </Group>
      <Group title={editor.rules}>
        <Rule editing={editing} rule="deposits" label={editor.deposits}>
          <Whole editing={editing} name="deposits" label={editor.depositsValue} />
        </Rule>
        <Rule editing={editing} rule="membership" label={editor.membership}>
          <Whole editing={editing} name="membership" label={editor.membershipValue} />
        </Rule>
        <Rule editing={editing} rule="shareCapital" label={editor.shareCapital}>
          <Amount editing={editing} name="shareCapital" label={editor.shareCapitalValue} />
        </Rule>
        <Rule editing={editing} rule="open" label={editor.open}>
          <Whole editing={editing} name="open" label={editor.openValue} />
        </Rule>
        <Rule editing={editing} rule="unpaid" label={editor.unpaid} />
        <Rule editing={editing} rule="blacklist" label={editor.blacklist} />
      </Group>
      <Group title={editor.payDays}>
        <Select
          label={editor.scheduleFrom}
          bind={bindValue({ editing, name: "scheduleFrom" })}
          options={editor.scheduleStarts}
        />
        <Rule editing={editing} rule="payDay" label={editor.payDay}>
          <Whole editing={editing} name="payDay" label={editor.payDayValue} />
          <Select
            label={editor.payDayRest}
            bind={bindValue({ editing, name: "payDayRest" })}
            options={editor.payDayRests}
          />
        </Rule>
      </Group>
      <Group title={editor.guarantors}>
        <Rule editing={editing} rule="guarantors" label={editor.guarantorsCover} />
        <div className={css["pair"]}>
          <Whole editing={editing} name="grace" label={editor.grace} hint={editor.graceHint} />
          <Whole editing={editing} name="quiet" label={editor.quiet} hint={editor.quietHint} />
          <Amount editing={editing} name="missedLeast" label={editor.leastMissed} />
        </div>
      </Group>
    </>
  );
}

function Group(props: { readonly title: string; readonly children: ReactNode }): ReactElement {
  const id = useId();
  return (
    <div className={css["group"]} role="group" aria-labelledby={id}>
      <h3 id={id}>{props.title}</h3>
      {props.children}
    </div>
  );
}

function Tiers({ editing }: PartProps): ReactElement {
  const { editor } = useMessages(loanPolicyMessages);
  const { tiers } = editing.draft;
  return (
    <Group title={editor.fees}>
      {tiers.map((tier, at) => (
        <Tier key={tier.key} editing={editing} tier={tier} at={at} />
      ))}
      <div>
        <Button small blocked={tiers.length >= MAX_TIERS} onClick={editing.addTier}>
          {editor.addTier}
        </Button>
      </div>
    </Group>
  );
}

interface TierProps extends PartProps {
  readonly tier: DraftTier;
  readonly at: number;
}

function Tier({ editing, tier, at }: TierProps): ReactElement {
  const { editor } = useMessages(loanPolicyMessages);
  const { draft, problems } = editing;
  const before = draft.tiers[at - 1]?.upTo.trim();
  const isLast = at === draft.tiers.length - 1;
  const number = at + 1;
  const bind = (part: "upTo" | "flat" | "rate") => ({
    name: tierField(tier.key, part),
    value: tier[part],
    error: problems[tierField(tier.key, part)],
    onValue: (value: string) => editing.setTier(tier.key, part, value),
  });
  return (
    <fieldset className={css["tier"]}>
      <legend>
        <b>{fill(editor.tier, { number })}</b>
        <span>{before ? fill(editor.above, { amount: before }) : editor.fromStart}</span>
      </legend>
      {isLast ? (
        <div className={css["rest"]}>
          <span>{editor.upTo}</span>
          <p>{editor.rest}</p>
        </div>
      ) : (
        <KshField label={editor.upTo} bind={bind("upTo")} />
      )}
      <KshField label={editor.flat} bind={bind("flat")} />
      <Field
        label={editor.rate}
        bind={bind("rate")}
        type="text"
        inputMode="decimal"
        className={css["figure"]}
        after={<Unit>%</Unit>}
      />
      {!isLast && (
        <div className={css["remove"]}>
          <Button
            look="quiet"
            aria-label={fill(editor.removeTier, { number })}
            onClick={() => editing.removeTier(tier.key)}
          >
            <Icon name="cross" small />
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function Unit({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <span className={css["unit"]} aria-hidden="true">
      {children}
    </span>
  );
}

/** A field for shillings; the figure is right-aligned, followed by the unit. */
export function KshField(props: Pick<Parameters<typeof Field>[0], "label" | "bind">): ReactElement {
  const { common } = useWords();
  return (
    <Field
      {...props}
      type="text"
      inputMode="decimal"
      className={css["figure"]}
      after={<Unit>{common.ksh}</Unit>}
    />
  );
}

interface ValueProps extends PartProps {
  readonly name: ValueName;
  readonly label: string;
}

function bindValue({ editing, name }: Omit<ValueProps, "label">) {
  return {
    name,
    value: editing.draft.values[name],
    error: editing.problems[name],
    onValue: (value: string) => editing.setValue(name, value),
  };
}

function Amount({ label, ...of }: ValueProps): ReactElement {
  return <KshField label={label} bind={bindValue(of)} />;
}

interface WholeProps extends ValueProps {
  readonly hint?: string;
}

function Whole({ label, hint, ...of }: WholeProps): ReactElement {
  return (
    <Field
      label={label}
      bind={bindValue(of)}
      type="text"
      inputMode="decimal"
      className={css["figure"]}
      {...(hint !== undefined && { note: { kind: "hint", text: hint } })}
    />
  );
}

/** The day from which it applies, chosen in the browser's calendar. */
export function DayField({ editing }: PartProps): ReactElement {
  const { editor } = useMessages(loanPolicyMessages);
  return (
    <Field
      label={editor.day}
      bind={bindValue({ editing, name: "day" })}
      type="date"
      note={{ kind: "hint", text: editor.dayHint }}
    />
  );
}

interface RuleProps extends PartProps {
  readonly rule: RuleName;
  readonly label: string;
  /** The value of a rule, where it needs one. */
  readonly children?: ReactNode;
}

function Rule({ editing, rule, label, children }: RuleProps): ReactElement {
  const asked = editing.draft.asked[rule];
  return (
    <div className={css["rule"]}>
      <label>
        <input
          type="checkbox"
          name={`asked-${rule}`}
          checked={asked}
          onChange={(event) => editing.setAsked(rule, event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {asked && children}
    </div>
  );
}
