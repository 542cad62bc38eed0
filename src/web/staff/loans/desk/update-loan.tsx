import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { amend } from "#shared/contract/loans/application-desk.ts";
import { details, file as fileEndpoint } from "#shared/contract/loans/desk.ts";
import { application } from "#shared/contract/loans/life.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { applicationAddress, updateAddress } from "#web/staff/addresses.ts";
import { useParameters } from "#web/staff/parameters.ts";
import { plainAmount } from "#web/staff/plain-amount.ts";
import { isId } from "#web/staff/is-id.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { Field } from "#web/ui/field.tsx";
import layout from "#web/ui/layout.module.css";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import { useRenewLoan } from "./act.ts";
import css from "./application.module.css";
import type { FileProps } from "./application.tsx";
import { asksMore, quoteOf } from "./amended-figures.ts";
import { BeforeAndAfter } from "./before-and-after.tsx";
import { Consent } from "./consent.tsx";
import { DecisionDialog } from "./decision-dialog.tsx";
import { Fixed } from "./fixed-field.tsx";

/** Amends the amount of an undecided application, with its figures before and after. */
export function UpdateLoan(): ReactElement {
  const { amend: words } = useMessages(loanDeskMessages);
  const { loan = "" } = useParameters("updateLoanData");
  const loanNo = loan.toUpperCase();
  return (
    <>
      <PageHeader title={words.title} place={updateAddress(loanNo)} lead={words.lead} />
      {loanNo === "" ? <Find /> : <Found key={loanNo} loanNo={loanNo} />}
    </>
  );
}

/** Opens an application by its number, or by the Id that the earlier client shows. */
function Find(): ReactElement {
  const all = useWords();
  const { amend: words } = useMessages(loanDeskMessages);
  const { go } = useNavigation();
  const form = useForm<"number">({
    names: ["number"],
    check: ({ number }) => (number.trim() === "" ? { number: all.problems["field.required"] } : {}),
    async send({ number }) {
      const typed = number.trim();
      go(
        updateAddress(
          isId(typed) ? (await call(details, { params: { id: typed } })).loanNo : typed,
        ),
      );
    },
  });
  return (
    <Card padded>
      <form className={css["narrow"]} onSubmit={form.submit} noValidate>
        <Field
          label={words.number}
          bind={form.bind("number")}
          note={{ kind: "hint", text: words.numberHint }}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <Button look="primary" type="submit" blocked={form.busy}>
          {words.open}
        </Button>
      </form>
    </Card>
  );
}

function Found({ loanNo }: { readonly loanNo: string }): ReactElement {
  const { page, amend: words } = useMessages(loanDeskMessages);
  const loan = useRequest(application, { params: { loanNo } }, { isAccess: true });
  const file = useRequest(fileEndpoint, { params: { loanNo } }, { isAccess: true });
  if (loan.state === "loaded" && file.state === "loaded") {
    return (
      <>
        <Crumb to={applicationAddress(loanNo)}>
          {fill(page.title, { loanNo, member: loan.data.member })}
        </Crumb>
        {loan.data.state === "applied" ? (
          <ToAmend loan={loan.data} file={file.data} />
        ) : (
          <Card padded>
            <Tip meaning="warn">{words.decided}</Tip>
          </Card>
        )}
      </>
    );
  }
  return (
    <WaitingCard
      load={loan.state === "loaded" ? file : loan}
      loading={page.loading}
      failed={page.failed}
      rows={6}
    />
  );
}

/** A change that waits for the member comes first: another can be proposed once it is answered. */
function ToAmend({ loan, file }: FileProps): ReactElement {
  return loan.amendment ? (
    <Consent loan={loan} file={file} amendment={loan.amendment} />
  ) : (
    <Amend key={loan.amount} loan={loan} file={file} />
  );
}

function Amend({ loan, file }: FileProps): ReactElement {
  const all = useWords();
  const { amend: words, consent } = useMessages(loanDeskMessages);
  const renew = useRenewLoan();
  const [asking, setAsking] = useState(false);
  const { id, loanNo, period } = loan;
  const form = useForm<"amount">({
    names: ["amount"],
    check({ amount }) {
      const quote = quoteOf(plainAmount(amount), loan, file);
      if (quote === null) return { amount: all.problems["amount.form"] };
      if (quote === "outside") return { amount: fill(words.outside, { months: period }) };
      return quote.amount === loan.amount ? { amount: words.same } : {};
    },
    send: async () => setAsking(true),
  });
  const quote = quoteOf(plainAmount(form.values.amount), loan, file);
  const after = quote === null || quote === "outside" ? null : quote;
  const needsConsent = after !== null && asksMore(loan, after);
  return (
    <div className={layout["two"]}>
      <Card padded>
        <form className={css["form"]} onSubmit={form.submit} noValidate>
          <Fixed label={words.memberNo} value={loan.memberNo} />
          <Fixed label={words.member} value={loan.member} />
          <Fixed label={words.category} value={loan.category} />
          <Fixed label={words.id} value={loan.id} />
          <Field label={words.amount} bind={form.bind("amount")} inputMode="decimal" />
          {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
          <Button look="primary" type="submit" blocked={form.busy}>
            {words.submit}
          </Button>
          {asking && (
            <DecisionDialog
              loanNo={loanNo}
              file={file}
              title={fill(words.question, { loanNo, amount: money(after?.amount ?? 0) })}
              yes={needsConsent ? consent.propose : words.confirm}
              look="primary"
              send={async (shownDigest) => {
                const item = { amount: plainAmount(form.values.amount) };
                const body = { item, shownDigest };
                const { amendmentId } = await call(amend, { params: { id }, body });
                const text = amendmentId === undefined ? words.done : consent.proposed;
                showToast({ kind: "success", text });
              }}
              onDone={async () => {
                setAsking(false);
                await renew();
              }}
              onClose={() => setAsking(false)}
            >
              <p>{needsConsent ? consent.consequence : words.consequence}</p>
            </DecisionDialog>
          )}
        </form>
      </Card>
      <BeforeAndAfter before={loan} after={after} />
    </div>
  );
}
