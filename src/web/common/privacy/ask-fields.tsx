import type { ReactElement } from "react";
import * as z from "zod/mini";
import * as fields from "#shared/contract/kernel/fields.ts";
import { type ask, type PrivacyDetail, privacyDetails } from "#shared/contract/privacy/requests.ts";
import { fill } from "#shared/language.ts";
import type { Messages } from "#shared/messages/en.ts";
import { type PrivacyKind, privacyDays } from "#shared/privacy-deadline.ts";
import { contractProblems, type Form, type Problems, type Values } from "#web/lib/form.ts";
import { privacyMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { Area } from "#web/ui/area.tsx";
import field from "#web/ui/field.module.css";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";

export const askedNames = ["kind", "detail", "shouldBe", "note"] as const;
export type AskedName = (typeof askedNames)[number];

/** The initial request type: most requests are corrections. */
export const startingAsk = { kind: "correction", detail: "name" };

/** Returns the fields to send; only a correction says what a detail should be. */
export function askedOf(values: Values<AskedName>): z.input<typeof ask.body> {
  const kind = values.kind as PrivacyKind;
  const note = values.note.trim();
  const common = { kind, ...(note && { note }) };
  if (kind !== "correction") return common;
  const { shouldBe } = values;
  return { ...common, detail: values.detail as PrivacyDetail, shouldBe };
}

const contactForms = {
  mobile: z.object({ shouldBe: fields.mobileNo }),
  email: z.object({ shouldBe: fields.email }),
};

/** Returns what is wrong before sending; only the register can judge the rest. */
export function askProblems(values: Values<AskedName>, words: Messages): Problems<AskedName> {
  const { kind, detail, shouldBe } = values;
  if (kind !== "correction") return {};
  if (shouldBe.trim() === "") return { shouldBe: words.problems["field.required"] };
  const isContact = detail === "mobile" || detail === "email";
  return isContact ? contractProblems(contactForms[detail], values, words) : {};
}

/** The fields of a request, shared by a member and by staff who record one for a member. */
export function AskFields<Name extends string>({
  form,
}: {
  readonly form: Form<Name | AskedName>;
}): ReactElement {
  const { ask: words } = useMessages(privacyMessages);
  const kind = form.values.kind as PrivacyKind;
  const detail = form.values.detail as PrivacyDetail;
  const days = fill(words.days, { days: privacyDays[kind] });
  return (
    <>
      <Select label={words.kind} bind={form.bind("kind")} options={words.kinds} />
      <p className={field["hint"]} role="status">
        {days} {kind === "erasure" && words.erasureHint}
        {kind === "correction" && detail === "mobile" && words.mobileHint}
      </p>
      {kind === "correction" && (
        <>
          <Select
            label={words.detail}
            bind={form.bind("detail")}
            options={Object.fromEntries(privacyDetails.map((one) => [one, words.details[one]]))}
          />
          <ShouldBe form={form} detail={detail} />
        </>
      )}
      <Area label={words.note} bind={form.bind("note")} />
    </>
  );
}

interface ShouldBeProps<Name extends string> {
  readonly form: Form<Name | AskedName>;
  readonly detail: PrivacyDetail;
}

/** The new value of a detail: a choice, several lines or one line. */
function ShouldBe<Name extends string>({ form, detail }: ShouldBeProps<Name>): ReactElement {
  const { ask: words } = useMessages(privacyMessages);
  const bind = form.bind("shouldBe");
  if (detail === "next-of-kin")
    return <Area label={words.shouldBe} bind={bind} hint={words.kinHint} />;
  if (detail === "name-parts")
    return <Area label={words.shouldBe} bind={bind} hint={words.partsHint} />;
  if (detail === "sex") {
    return <Select label={words.shouldBe} bind={bind} options={{ "": "", ...words.sexes }} />;
  }
  const type = detail === "mobile" ? "tel" : "text";
  return <Field label={words.shouldBe} bind={bind} type={type} autoComplete="off" />;
}
