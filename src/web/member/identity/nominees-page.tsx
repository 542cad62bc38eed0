import { nomineesMessages, ownBankMessages, ownSettingsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { changeNominees, nomineesCode, ownNominees } from "#shared/contract/members/nominees.ts";
import { fill } from "#shared/language.ts";
import type { Messages } from "#shared/messages/en.ts";
import type { NomineesWords } from "#shared/messages/members/nominees-en.ts";
import { readShare, sharesAreWhole } from "#shared/next-of-kin.ts";
import { call } from "#web/lib/api.ts";
import { CODE_LASTS_MS } from "#web/lib/code-sending.ts";
import { contractProblems, type Form, type Problems, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { ownSettingAddress, paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Field } from "#web/ui/field.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ConfirmMobile } from "./confirm-mobile.tsx";
import { CodeForm } from "./code-form.tsx";
import { keepForCode, readyForCode, settleUnsent, TO_CODE } from "./unsent/outbox.ts";
import css from "./settings.module.css";

type Standing = z.output<typeof ownNominees.answer>;
type Nominee = Standing["nominees"][number];

/** A member's nominees, and the form that changes them by a code. */
export function NomineesPage(): ReactElement {
  const words = useMessages(nomineesMessages);
  const { title } = useMessages(ownSettingsMessages);
  const load = useRequest(ownNominees);
  return (
    <>
      <Crumb to={paths.ownSettings}>{title}</Crumb>
      <PageHeader title={words.title} lead={words.text} />
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={
          <Card>
            <SkeletonLines rows={6} />
          </Card>
        }
      >
        {(standing) => (
          <div className={layout["stack"]}>
            <Now nominees={standing.nominees} />
            <Card title={words.form.title}>
              {standing.blocked === "" ? (
                <ChangeForm standing={standing} />
              ) : (
                <div className={css["body"]}>
                  <Tip meaning="info">{words.blocked[standing.blocked]}</Tip>
                  {standing.blocked === "number" && <ConfirmNumber />}
                </div>
              )}
            </Card>
          </div>
        )}
      </Loaded>
    </>
  );
}

function ConfirmNumber(): ReactElement {
  const { confirmNumber } = useMessages(ownBankMessages);
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
    void cache.invalidateQueries();
  };
  return (
    <>
      <Button look="primary" width="full-on-phones" onClick={() => setOpen(true)}>
        {confirmNumber}
      </Button>
      {isOpen && <ConfirmMobile mobile="" onClose={close} />}
    </>
  );
}

function Now({ nominees }: { readonly nominees: readonly Nominee[] }): ReactElement {
  const words = useMessages(nomineesMessages);
  return (
    <Card title={words.now}>
      {nominees.length === 0 ? (
        <EmptyState icon="tray" title={words.none}>
          <p>{words.noneText}</p>
        </EmptyState>
      ) : (
        <Facts
          facts={nominees.map((one) => ({ term: one.name, value: detailsOf(one, words.share) }))}
        />
      )}
    </Card>
  );
}

const detailsOf = ({ relation, share }: Nominee, format: string): string =>
  [relation, share && fill(format, { share })].filter(Boolean).join(", ");

const rows = [0, 1, 2] as const;
const parts = ["name", "relation", "share"] as const;
/** Fields are named as the server names them in a list. */
type NomineeField = `nominees.${(typeof rows)[number]}.${(typeof parts)[number]}`;
const names = rows.flatMap((row) => parts.map((part): NomineeField => `nominees.${row}.${part}`));

/** The nominees as they are typed; empty rows are ignored. */
function typedNominees(values: Values<NomineeField>): Nominee[] {
  return rows
    .map((row) => ({
      name: values[`nominees.${row}.name`].trim(),
      relation: values[`nominees.${row}.relation`].trim(),
      share: values[`nominees.${row}.share`].replace("%", "").trim(),
    }))
    .filter((one) => Object.values(one).some((part) => part !== ""));
}

function problemsOf(
  values: Values<NomineeField>,
  words: NomineesWords["form"],
  all: Messages,
): Problems<NomineeField> {
  const found: Problems<NomineeField> = {};
  let sum = 0;
  for (const row of rows) {
    const of = (part: (typeof parts)[number]) => values[`nominees.${row}.${part}`].trim();
    const isEmpty = parts.every((part) => of(part) === "");
    const points = readShare(of("share"));
    sum += points ?? 0;
    const typed = Object.fromEntries(parts.map((part) => [part, of(part)]));
    const rejected: Readonly<Record<string, string>> = contractProblems(
      nomineesCode.body,
      { nominees: [typed] },
      all,
    );
    for (const part of parts) {
      const field = `nominees.${row}.${part}` as const;
      if (of(part) === "") {
        if (row === 0 || !isEmpty)
          found[field] = isEmpty ? all.problems["field.required"] : words.whole;
      } else if (part === "share") {
        if (points === null) found[field] = words.format;
      } else if (rejected[`nominees.0.${part}`] !== undefined) {
        found[field] = words.written[part];
      }
    }
  }
  if (!sharesAreWhole([sum])) {
    found["nominees.0.share"] ??= fill(words.sum, { sum: String(sum / 100) });
  }
  return found;
}

/** The name of the draft of the form before the code. */
const DRAFT = "nominees";

function startingOf(nominees: readonly Nominee[]): Partial<Values<NomineeField>> {
  return Object.fromEntries(
    nominees.flatMap((one, row) => parts.map((part) => [`nominees.${row}.${part}`, one[part]])),
  );
}

function ChangeForm({ standing }: { readonly standing: Standing }): ReactElement {
  const all = useWords();
  const { form: words } = useMessages(nomineesMessages);
  const [asked, setAsked] = useState(() => {
    const kept = readyForCode<NomineeField>(DRAFT);
    return kept && typedNominees(kept);
  });
  const form = useForm<NomineeField>({
    names,
    starting: startingOf(standing.nominees),
    draft: DRAFT,
    check: (values) => problemsOf(values, words, all),
    async send(values) {
      setAsked(typedNominees(values));
    },
  });
  const reject = (problems: Problems<NomineeField>): void => {
    setAsked(null);
    form.reject(problems);
  };
  if (asked !== null) {
    return (
      <NomineesCode
        asked={asked}
        typed={form.values}
        number={standing.mobileNo}
        onClose={() => setAsked(null)}
        onRejected={reject}
      />
    );
  }
  return (
    <form className={css["body"]} onSubmit={form.submit} noValidate>
      <p>{words.rule}</p>
      {rows.map((row) => (
        <NomineeFields key={row} row={row} form={form} />
      ))}
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button look="primary" width="full-on-phones" type="submit" blocked={form.busy}>
        {words.next}
      </Button>
    </form>
  );
}

interface FieldsProps {
  readonly row: (typeof rows)[number];
  readonly form: Form<NomineeField>;
}

function NomineeFields({ row, form }: FieldsProps): ReactElement {
  const { form: words } = useMessages(nomineesMessages);
  return (
    <fieldset className={css["person"]}>
      <legend>{fill(words.person, { number: String(row + 1) })}</legend>
      {parts.map((part) => (
        <Field
          key={part}
          label={words[part]}
          bind={form.bind(`nominees.${row}.${part}`)}
          inputMode={part === "share" ? "decimal" : "text"}
          autoComplete="off"
        />
      ))}
    </fieldset>
  );
}

interface CodeProps {
  readonly asked: readonly Nominee[];
  readonly typed: Values<NomineeField>;
  readonly number: string;
  readonly onClose: () => void;
  readonly onRejected: (problems: Problems<NomineeField>) => void;
}

function NomineesCode({ asked, typed, number, onClose, onRejected }: CodeProps): ReactElement {
  const words = useMessages(nomineesMessages);
  const cache = useQueryClient();
  const nominees = [...asked];
  return (
    <CodeForm
      words={words.form}
      number={number}
      send={() => call(nomineesCode, { body: { nominees }, sameForMs: CODE_LASTS_MS })}
      give={async (otp) => {
        await call(changeNominees, { body: { nominees, otp } });
        await settleUnsent(DRAFT);
        showToast({ kind: "success", text: words.done });
        onClose();
        await cache.invalidateQueries();
      }}
      onClose={onClose}
      onKeep={() =>
        void keepForCode(DRAFT, {
          what: words.title,
          address: ownSettingAddress("nominees"),
          drafts: { [DRAFT]: { ...typed, ...TO_CODE } },
        })
      }
      onRejected={onRejected}
    >
      <ul>
        {asked.map((one) => (
          <li key={`${one.name} ${one.relation}`}>
            {one.name}, {detailsOf(one, words.share)}
          </li>
        ))}
      </ul>
    </CodeForm>
  );
}
