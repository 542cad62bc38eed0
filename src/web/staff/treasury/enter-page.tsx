import { type FormEvent, type ReactElement, useEffect, useState } from "react";
import { list as chart } from "#shared/contract/ledger/chart.ts";
import { enter, list, position } from "#shared/contract/treasury/movements.ts";
import { fill } from "#shared/language.ts";
import { treasuryMessages } from "#shared/messages/treasury/treasury-sw.ts";
import type { TreasuryWords } from "#shared/messages/treasury/treasury-en.ts";
import {
  type TreasuryGroup,
  treasuryGroups,
  type TreasuryKind,
  treasuryKindNames,
  treasuryRule,
} from "#shared/treasury-kinds.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, type Form, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { plainAmount } from "#web/staff/plain-amount.ts";
import { useMessages } from "#web/lib/words.ts";
import { booksAddress } from "#web/staff/addresses.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CheckField, TICKED } from "#web/ui/check-field.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { Field, type FieldNote } from "#web/ui/field.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { Officer } from "../officer.ts";
import { useRenewDesk } from "../renew-desk.ts";
import { AttachFiles, type Attachments, useAttachments } from "./attach-files.tsx";
import css from "./treasury.module.css";

const names = [
  "kind",
  "account",
  "amount",
  "day",
  "reference",
  "payee",
  "description",
  "over",
] as const;
type Name = (typeof names)[number];
/** The fields that the server checks. */
type Sent = Exclude<Name, "over">;

interface EnterProps {
  /** The kind in the address. */
  readonly kind: TreasuryKind | undefined;
  readonly officer: Officer;
}

/** The page on which one person enters a movement of the society's own money. */
export function EnterPage({ kind, officer }: EnterProps): ReactElement {
  const { form: words } = useMessages(treasuryMessages);
  const first = kind ?? treasuryKindNames[0];
  return (
    <>
      <Crumb to={booksAddress("treasury")}>{words.back}</Crumb>
      <PageHeader title={words.title} place="books new-movement" lead={words.lead} />
      <Card>
        {officer.may("treasury.enter") ? (
          <EnterForm key={first} first={first} />
        ) : (
          <div className={css["part"]}>
            <Tip meaning="info">{words.mayNot}</Tip>
          </div>
        )}
      </Card>
    </>
  );
}

function EnterForm({ first }: { readonly first: TreasuryKind }): ReactElement {
  const { form: words } = useMessages(treasuryMessages);
  const attachments = useAttachments();
  const form = useMovementForm(first, attachments.ids);
  const { submit, isWaiting } = useSubmitWithFiles(form, attachments);
  return (
    <form className={css["form"]} onSubmit={submit} noValidate>
      <KindFields form={form} />
      <AccountField form={form} />
      <AmountFields form={form} />
      <Field
        label={words.description}
        bind={form.bind("description")}
        note={{ kind: "hint", text: words.descriptionHint }}
        autoComplete="off"
      />
      <AttachFiles attachments={attachments} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button
        look="primary"
        width="full-on-phones"
        type="submit"
        blocked={form.busy || isWaiting || attachments.isRejected}
      >
        {words.send}
      </Button>
    </form>
  );
}

/**
 * A movement is not sent without the file that was chosen for it: one that is submitted while the
 * file is on its way is sent when it arrives, and one with a rejected file is not sent.
 */
function useSubmitWithFiles(form: Form<Name>, { isOnItsWay, isRejected }: Attachments) {
  const [waiting, setWaiting] = useState<HTMLFormElement | null>(null);
  useEffect(() => {
    if (!isOnItsWay) waiting?.requestSubmit();
  }, [waiting, isOnItsWay]);
  return {
    isWaiting: waiting !== null,
    submit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      setWaiting(isOnItsWay ? event.currentTarget : null);
      if (!isOnItsWay && !isRejected) form.submit(event);
    },
  };
}

function useMovementForm(first: TreasuryKind, files: readonly string[]): Form<Name> {
  const all = useWords();
  const { form: words } = useMessages(treasuryMessages);
  const { go } = useNavigation();
  const renew = useRenewDesk();
  return useForm<Name>({
    names,
    draft: "treasury movement",
    starting: { kind: first },
    check: (values) => {
      const body = {
        day: undefined,
        reference: undefined,
        payee: undefined,
        account: undefined,
        ...bodyOf(values, files),
      };
      return contractProblems<Sent>(enter.body, body, all);
    },
    async send(values) {
      const { id } = await call(enter, { body: bodyOf(values, files) });
      showToast({ kind: "success", text: words.sent, detail: words.sentDetail });
      await renew(list, position, chart);
      go(booksAddress("movement", { id }));
    },
  });
}

interface FieldsProps {
  readonly form: Form<Name>;
}

/** The type of movement narrows the list of movements. */
function KindFields({ form }: FieldsProps): ReactElement {
  const words = useMessages(treasuryMessages);
  const { group } = treasuryRule(kindOf(form.values.kind));
  const choose = (given: string): void => {
    const [kind = ""] = kindsOf(groupOf(given));
    form.put({ kind, account: "" });
  };
  const bind = { name: "group", value: group, error: undefined, onValue: choose };
  const ofKind = {
    ...form.bind("kind"),
    onValue: (kind: string) => form.put({ kind, account: "" }),
  };
  return (
    <>
      <Select label={words.form.group} bind={bind} options={words.groups} />
      <Select label={words.form.kind} bind={ofKind} options={optionsOf(group, words)} />
    </>
  );
}

/** The open accounts that accept the movement, with their parent account in the chart. */
function AccountField({ form }: FieldsProps): ReactElement | null {
  const words = useMessages(treasuryMessages);
  const load = useRequest(chart);
  const kind = kindOf(form.values.kind);
  const rows = load.state === "loaded" ? load.data.rows : [];
  const open = rows.filter((row) => row.isOpen && row.kinds.includes(kind));
  const [first] = open;
  if (first === undefined) return null;
  // Objects sort keys of digits first, so a code is not used as a key unchanged.
  const options = Object.fromEntries([
    ["", words.chart.rest[first.type]],
    ...open.map(({ code, name }) => [`#${code}`, fill(words.form.accountLine, { code, name })]),
  ]);
  const bound = form.bind("account");
  const bind = {
    ...bound,
    value: bound.value && `#${bound.value}`,
    onValue: (chosen: string) => bound.onValue(chosen.slice(1)),
  };
  return <Select label={words.form.account} bind={bind} options={options} />;
}

function AmountFields({ form }: FieldsProps): ReactElement {
  const { form: words } = useMessages(treasuryMessages);
  const kind = kindOf(form.values.kind);
  const { series, atMost, byCheque } = treasuryRule(kind);
  return (
    <>
      <Field
        label={words.amount}
        bind={form.bind("amount")}
        note={useLimit(kind, words)}
        inputMode="decimal"
        autoComplete="off"
      />
      {atMost === "due" && <CheckField bind={form.bind("over")}>{words.over}</CheckField>}
      <Field
        label={words.day}
        bind={form.bind("day")}
        note={{ kind: "hint", text: words.dayHint }}
        type="date"
      />
      {series !== null && (
        <Field
          label={referenceLabel(kind, words)}
          bind={form.bind("reference")}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {byCheque === true && (
        <Field
          label={words.payee}
          bind={form.bind("payee")}
          note={{ kind: "hint", text: words.payeeHint }}
          autoComplete="off"
        />
      )}
    </>
  );
}

const kindOf = (given: string): TreasuryKind =>
  treasuryKindNames.find((kind) => kind === given) ?? treasuryKindNames[0];
const groupOf = (given: string): TreasuryGroup =>
  treasuryGroups.find((group) => group === given) ?? treasuryGroups[0];
const kindsOf = (group: TreasuryGroup): TreasuryKind[] =>
  treasuryKindNames.filter((kind) => treasuryRule(kind).group === group);

function optionsOf(group: TreasuryGroup, { kinds }: TreasuryWords): Record<string, string> {
  return Object.fromEntries(kindsOf(group).map((kind) => [kind, kinds[kind]]));
}

function referenceLabel(kind: TreasuryKind, words: TreasuryWords["form"]): string {
  const { series, isReferenceOptional = false } = treasuryRule(kind);
  const labels = {
    bank: words.bankReference,
    mpesa: words.mpesaReference,
    voucher: words.voucherReference,
    "bank-charge": words.reference,
    "mpesa-charge": words.mpesaReference,
  };
  const label = series === null ? words.reference : labels[series];
  return isReferenceOptional ? fill(words.optional, { label }) : label;
}

/** The most that a movement of the kind may move now, as the note of the amount. */
function useLimit(kind: TreasuryKind, words: TreasuryWords["form"]): FieldNote | undefined {
  const load = useRequest(position);
  const { atMost } = treasuryRule(kind);
  if (load.state !== "loaded" || atMost === undefined) return undefined;
  const most = load.data.most.find((one) => one.kind === kind)?.amount ?? 0;
  return { kind: "info", text: fill(words.most[atMost], { amount: `Ksh ${money(most)}` }) };
}

function bodyOf(values: Values<Name>, files: readonly string[]) {
  const kind = kindOf(values.kind);
  const { series, atMost, byCheque, isReferenceOptional = false } = treasuryRule(kind);
  const payee = values.payee.trim();
  const hasReference = series !== null && (values.reference !== "" || !isReferenceOptional);
  return {
    kind,
    amount: plainAmount(values.amount),
    ...(values.day !== "" && { day: values.day }),
    ...(hasReference && { reference: values.reference }),
    description: values.description,
    ...(byCheque === true && payee !== "" && { payee }),
    ...(values.account !== "" && { account: values.account }),
    ...(files.length > 0 && { attachments: [...files] }),
    ...(atMost === "due" && values.over === TICKED && { overConfirmed: true }),
  };
}
