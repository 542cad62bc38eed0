import { membershipMessages } from "#shared/messages/members/membership-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type FocusEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { joiningAge, registerMember } from "#shared/contract/members/registration.ts";
import { fill } from "#shared/language.ts";
import type { Messages } from "#shared/messages/en.ts";
import type { MembershipWords } from "#shared/messages/members/membership-en.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { contractProblems, type Form, type Problems, useForm, type Values } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { today } from "#web/lib/period.ts";
import { tidyAmount } from "#web/common/typed-amount.ts";
import { plainAmount } from "#web/staff/plain-amount.ts";
import { paths } from "#web/paths.ts";
import { recordAddress } from "#web/staff/addresses.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import layout from "#web/ui/layout.module.css";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { MoneyField } from "#web/common/fields.tsx";
import { WaitsForSecond } from "#web/staff/waits-for-second.tsx";
import { KnownAlready, type Left } from "./known-already.tsx";
import css from "./memberships.module.css";
import { detailNames, detailsOf, MoreDetails } from "./more-details.tsx";

const names = [
  "member",
  "idno",
  "gender",
  "age",
  "residence",
  "mobile",
  "email",
  "savings",
  "savingsDate",
  ...detailNames,
] as const;
type Name = (typeof names)[number];

/** A member who was just registered. */
interface Registered {
  readonly memberNo: string;
  readonly name: string;
  readonly hasMobile: boolean;
  readonly savings: string;
  /** The value date of the savings. */
  readonly savingsDate: string;
  /**
   * The request through which the savings wait for a second person; empty where they are posted.
   */
  readonly approvalId: string;
  /** The receipt of the till that received the savings; empty while they wait. */
  readonly receiptNo: string;
}

/** The specification's member registration, which confirms only after it has succeeded. */
export function AddMemberPage(): ReactElement {
  const { add: words } = useMessages(membershipMessages);
  const [done, setDone] = useState<Registered | null>(null);
  return (
    <>
      <Crumb to={paths.instant}>{words.back}</Crumb>
      <PageHeader title={words.title} lead={words.lead} />
      <div className={layout["two"]}>
        {done === null ? (
          <Card padded>
            <AddMemberForm onDone={setDone} />
          </Card>
        ) : (
          <Done done={done} onAnother={() => setDone(null)} />
        )}
        <WhatHappens />
      </div>
    </>
  );
}

/** Returns the required fields, and those of the others that are filled in. */
function bodyOf(values: Values<Name>) {
  const { member, idno, savings, gender, age, residence, mobile, email, savingsDate } = values;
  const others = { gender, age, residence, mobile, email, savingsDate };
  const filled = Object.entries(others).filter(([, value]) => value.trim() !== "");
  return {
    member,
    idno,
    savings: plainAmount(savings),
    ...Object.fromEntries(filled),
    ...detailsOf(values),
  };
}

/**
 * Uses the specification's messages for missing or out-of-range values, the contract's otherwise.
 */
function problemsOf(
  values: Values<Name>,
  words: Messages,
  { add }: MembershipWords,
): Problems<Name> {
  const body = { ...values, ...bodyOf(values) };
  const found = contractProblems<Name>(registerMember.body, body, words);
  const labels = { member: add.name, idno: add.idNo, savings: add.savings } as const;
  for (const [name, label] of Object.entries(labels) as [keyof typeof labels, string][]) {
    if (values[name].trim() === "") found[name] = fill(add.required, { label });
  }
  if (found.age) {
    const { least: min, most: max } = joiningAge;
    found.age = fill(add.range, { label: add.age, min, max });
  }
  return found;
}

function AddMemberForm({ onDone }: { readonly onDone: (done: Registered) => void }): ReactElement {
  const words = useWords();
  const all = useMessages(membershipMessages);
  const { add } = all;
  const [left, setLeft] = useState<Left>({ idno: "", mobile: "" });
  const form = useForm<Name>({
    names,
    draft: "add-member",
    check: (values) => problemsOf(values, words, all),
    async send(values) {
      const registered = await call(registerMember, { body: bodyOf(values) });
      const { memberNo, approvalId = "", receiptNo = "" } = registered;
      showToast({ kind: "success", text: add.done });
      const name = values.member.trim().replace(/\s+/g, " ");
      const hasMobile = values.mobile.trim() !== "";
      const savingsDate = values.savingsDate.trim() || today();
      const savings = values.savings.trim();
      onDone({ memberNo, name, hasMobile, savings, savingsDate, approvalId, receiptNo });
    },
  });
  const leave = ({ target }: FocusEvent<HTMLFormElement>): void => {
    const { name, value } = target as unknown as HTMLInputElement;
    if (name === "idno" || name === "mobile") setLeft((before) => ({ ...before, [name]: value }));
  };
  return (
    <form className={css["form"]} onSubmit={form.submit} onBlur={leave} noValidate>
      <Who form={form} left={left} />
      <Reach form={form} left={left} />
      <MoneyField
        label={add.savings}
        bind={form.bind("savings")}
        note={add.savingsHint}
        tidy={tidyAmount}
      />
      <Field
        label={add.savingsDate}
        bind={form.bind("savingsDate")}
        type="date"
        note={{ kind: "hint", text: add.savingsDateHint }}
      />
      <MoreDetails form={form} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["buttons"]}>
        <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
          {add.submit}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  readonly form: Form<Name>;
  readonly left: Left;
}

function Who({ form, left }: PartProps): ReactElement {
  const { add } = useMessages(membershipMessages);
  return (
    <>
      <Field
        label={add.name}
        bind={form.bind("member")}
        type="text"
        autoComplete="off"
        note={{ kind: "hint", text: add.nameHint }}
      />
      <div className={css["pair"]}>
        <div>
          <Field
            label={add.idNo}
            bind={form.bind("idno")}
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            note={{ kind: "hint", text: add.idNoHint }}
          />
          <KnownAlready typed={left.idno} by="nationalId" />
        </div>
        <Select label={add.gender} bind={form.bind("gender")} options={add.genders} />
      </div>
      <div className={css["pair"]}>
        <Field
          label={add.age}
          bind={form.bind("age")}
          type="text"
          inputMode="numeric"
          autoComplete="off"
        />
        <Field label={add.residence} bind={form.bind("residence")} type="text" autoComplete="off" />
      </div>
    </>
  );
}

function Reach({ form, left }: PartProps): ReactElement {
  const { add } = useMessages(membershipMessages);
  return (
    <div className={css["pair"]}>
      <div>
        <Field
          label={add.mobile}
          bind={form.bind("mobile")}
          type="tel"
          autoComplete="off"
          note={{ kind: "hint", text: add.mobileHint }}
        />
        <KnownAlready typed={left.mobile} by="mobile" />
      </div>
      <Field
        label={add.email}
        bind={form.bind("email")}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </div>
  );
}

function Done(props: { readonly done: Registered; readonly onAnother: () => void }): ReactElement {
  const { add } = useMessages(membershipMessages);
  const { language } = useSpoken();
  const { memberNo, name, hasMobile, savings, savingsDate, approvalId, receiptNo } = props.done;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card>
      <div className={css["done"]}>
        <h2 ref={heading} tabIndex={-1}>
          {add.done}
        </h2>
        <p className={css["number"]}>{memberNo}</p>
        <p>{fill(add.doneText, { name, memberNo })}</p>
        <p>{hasMobile ? add.doneSms : add.doneNoSms}</p>
        <p>{fill(add.doneDay, { amount: savings, day: formatDay(savingsDate, language) })}</p>
        {receiptNo !== "" && (
          <p>{fill(add.doneReceipt, { amount: savings, receipt: receiptNo })}</p>
        )}
        {approvalId !== "" && (
          <WaitsForSecond
            approvalId={approvalId}
            text={fill(add.doneWaits, { amount: savings })}
            link={add.waitsLink}
          />
        )}
        <div className={css["buttons"]}>
          <LinkButton look="primary" width="full-on-phones" to={recordAddress(memberNo)}>
            {add.open}
          </LinkButton>
          <Button width="full-on-phones" onClick={props.onAnother}>
            {add.another}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function WhatHappens(): ReactElement {
  const { add } = useMessages(membershipMessages);
  return (
    <Card title={add.sum}>
      <ul className={css["points"]}>
        {Object.entries(add.sums).map(([key, text]) => (
          <li key={key}>
            <Icon name="info" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
