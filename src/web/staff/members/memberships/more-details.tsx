import { membershipMessages } from "#shared/messages/members/membership-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { fill } from "#shared/language.ts";
import { MAX_KIN } from "#shared/next-of-kin.ts";
import type { Form, Values } from "#web/lib/form.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import css from "./memberships.module.css";

const kinPlaces = [0, 1, 2] as const;
type KinName = `nextOfKin.${(typeof kinPlaces)[number]}.${"name" | "relation" | "share"}`;

/** The details that a register from another system has of a member besides the name. */
export const detailNames = [
  "surname",
  "firstNames",
  "payrollNo",
  "kraPin",
  ...kinPlaces.flatMap((at): KinName[] => [
    `nextOfKin.${at}.name`,
    `nextOfKin.${at}.relation`,
    `nextOfKin.${at}.share`,
  ]),
] as const;
export type DetailName = (typeof detailNames)[number];

/** Returns the details to send; a next of kin counts as soon as any of its fields is filled. */
export function detailsOf(values: Values<DetailName>) {
  const kin = kinPlaces.map((at) => ({
    name: values[`nextOfKin.${at}.name`].trim(),
    relation: values[`nextOfKin.${at}.relation`].trim(),
    share: values[`nextOfKin.${at}.share`].trim(),
  }));
  const last = kin.findLastIndex((one) => Object.values(one).some((text) => text !== ""));
  const { surname, firstNames, payrollNo, kraPin } = values;
  const single = Object.entries({ surname, firstNames, payrollNo, kraPin });
  return {
    ...Object.fromEntries(single.filter(([, text]) => text.trim() !== "")),
    ...(last >= 0 && { nextOfKin: kin.slice(0, last + 1) }),
  };
}

interface DetailsProps {
  readonly form: Form<DetailName>;
}

/** The optional fields for name parts, payroll number, KRA PIN and next of kin. */
export function MoreDetails({ form }: DetailsProps): ReactElement {
  const { add } = useMessages(membershipMessages);
  return (
    <fieldset className={css["details"]}>
      <legend>{add.more}</legend>
      <div className={css["pair"]}>
        <Field
          label={add.surname}
          bind={form.bind("surname")}
          type="text"
          autoComplete="off"
          note={{ kind: "hint", text: add.surnameHint }}
        />
        <Field
          label={add.firstNames}
          bind={form.bind("firstNames")}
          type="text"
          autoComplete="off"
        />
      </div>
      <div className={css["pair"]}>
        <Field
          label={add.payrollNo}
          bind={form.bind("payrollNo")}
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          note={{ kind: "hint", text: add.payrollNoHint }}
        />
        <Field
          label={add.kraPin}
          bind={form.bind("kraPin")}
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <NextOfKin form={form} />
    </fieldset>
  );
}

function NextOfKin({ form }: DetailsProps): ReactElement {
  const { add } = useMessages(membershipMessages);
  const typed = kinPlaces.filter((at) => form.values[`nextOfKin.${at}.name`] !== "").length;
  const [shown, setShown] = useState(Math.max(1, typed));
  return (
    <>
      {kinPlaces.slice(0, shown).map((at) => (
        <OneKin key={at} at={at} form={form} />
      ))}
      {shown < MAX_KIN && (
        <div>
          <Button onClick={() => setShown(shown + 1)}>{add.addKin}</Button>
        </div>
      )}
    </>
  );
}

interface OneKinProps extends DetailsProps {
  readonly at: (typeof kinPlaces)[number];
}

function OneKin({ form, at }: OneKinProps): ReactElement {
  const { add } = useMessages(membershipMessages);
  return (
    <div role="group" aria-label={fill(add.kin, { number: at + 1 })} className={css["kin"]}>
      <Field
        label={fill(add.kinName, { number: at + 1 })}
        bind={form.bind(`nextOfKin.${at}.name`)}
        type="text"
        autoComplete="off"
      />
      <div className={css["pair"]}>
        <Field
          label={add.relation}
          bind={form.bind(`nextOfKin.${at}.relation`)}
          type="text"
          autoComplete="off"
        />
        <Field
          label={add.share}
          bind={form.bind(`nextOfKin.${at}.share`)}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          note={{ kind: "hint", text: add.shareHint }}
        />
      </div>
    </div>
  );
}
