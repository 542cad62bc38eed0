import { privacyMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import * as z from "zod/mini";
import * as fields from "#shared/contract/kernel/fields.ts";
import { ask, own, type PrivacyDetail, privacyDetails } from "#shared/contract/privacy/requests.ts";
import { fill } from "#shared/language.ts";
import type { Messages } from "#shared/messages/en.ts";
import { type PrivacyKind, privacyDays } from "#shared/privacy-deadline.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { contractProblems, type Form, type Problems, useForm, type Values } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { offlineSince } from "#web/lib/offline-since.ts";
import { useRenew } from "#web/lib/query.ts";
import { KeepingSubmit, KeepNote } from "#web/member/identity/unsent/keeping.tsx";
import { keepUnsent } from "#web/member/identity/unsent/outbox.ts";
import { paths } from "#web/paths.ts";
import { Area } from "#web/ui/area.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./privacy.module.css";

export const askedNames = ["kind", "detail", "shouldBe", "note"] as const;
export type AskedName = (typeof askedNames)[number];

/** The initial request type: most requests are corrections. */
export const startingAsk = { kind: "correction", detail: "name" };

/** Returns the fields to send; only a correction has the new value of a detail. */
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

/** Returns the problems found before sending; only the register can check the rest. */
export function askProblems(values: Values<AskedName>, words: Messages): Problems<AskedName> {
  const { kind, detail, shouldBe } = values;
  if (kind !== "correction") return {};
  if (shouldBe.trim() === "") return { shouldBe: words.problems["field.required"] };
  const isContact = detail === "mobile" || detail === "email";
  return isContact ? contractProblems(contactForms[detail], values, words) : {};
}

/** A request to the office; its input is kept when a session ends. */
export function AskForm(): ReactElement {
  const words = useMessages(privacyMessages);
  const all = useWords();
  const { language } = useSpoken();
  const renew = useRenew();
  const form = useForm<AskedName>({
    names: askedNames,
    draft: DRAFT,
    starting: startingAsk,
    check: (values) => askProblems(values, all),
    async send(values) {
      if (offlineSince.get() !== null) {
        const { kinds, details } = words.ask;
        const detail = values.kind === "correction" ? values.detail : "";
        const named = details[detail as PrivacyDetail] ?? "";
        const what = `${kinds[values.kind as PrivacyKind]} ${named}`.trim();
        const done = { what, address: paths.ownPrivacy, drafts: { [DRAFT]: values } };
        return keepUnsent("request", ask, { body: askedOf(values) }, done);
      }
      const { id, dueOn } = await call(ask, { body: askedOf(values) });
      const day = formatDay(dueOn, language);
      showToast({ kind: "success", text: fill(words.ask.done, { id, day }) });
      form.put({ ...startingAsk, shouldBe: "", note: "" });
      await renew(own);
    },
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <AskFields form={form} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <KeepNote />
      <div>
        <KeepingSubmit blocked={form.busy}>{words.ask.submit}</KeepingSubmit>
      </div>
    </form>
  );
}

const DRAFT = "privacy-request";

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
      <p className={css["quiet"]} role="status">
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
