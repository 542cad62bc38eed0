import { loanPagesMessages, unsentMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useRef, useState } from "react";
import { register } from "#shared/contract/loans/instant-loans.ts";
import { fill } from "#shared/language.ts";
import type { LoanPageWords } from "#shared/messages/loans/pages-en.ts";
import { addCents, type Cents, formatMoney, fromWireAmount, toWireAmount } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { findDraft } from "#web/lib/drafts.ts";
import { ProblemAnswer, Unreachable } from "#web/lib/failure.ts";
import { type Form, type Problems, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { offlineSince } from "#web/lib/offline-since.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { ownApplicationAddress, paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import text from "#web/ui/text.module.css";
import { Tip } from "#web/ui/tip.tsx";
import { tidyAmount, writeAmount } from "#web/common/typed-amount.ts";
import type { FieldBinding } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { GuarantorRows } from "#web/member/loans/guarantees/guarantor-rows.tsx";
import { KeepingSubmit, KeepNote } from "#web/member/identity/unsent/keeping.tsx";
import { useLoanName } from "#web/member/loan-name.ts";
import { keepUnsent } from "#web/member/identity/unsent/outbox.ts";
import { type Naming, NAMING_DRAFT, useNaming } from "#web/member/loans/guarantees/naming.ts";
import { type Borrowing, useBorrowing } from "./borrowing.ts";
import { OpenApplication, WHY } from "./borrow-card.tsx";
import { loanFigures } from "./unsent-application.ts";
import { ChoiceField, FixedField, MoneyField, PeriodField } from "#web/common/fields.tsx";
import {
  CATEGORY,
  cheaperThan,
  type Figures,
  figuresOf,
  monthsOf,
  type Policy,
  problemsIn,
} from "./figures.ts";
import live from "#web/ui/live-figures.module.css";
import css from "./loans.module.css";
import { useMonths } from "./months.ts";

const names = ["amount", "period", "total", "repayment"] as const;
type Name = (typeof names)[number];

export interface ApplyState {
  readonly form: Form<Name>;
  /** The failure of the last attempt; null if there is none. */
  readonly failure: unknown;
  readonly problemsOf: (values: Values<Name>) => Problems<Name>;
  /** The guarantors for the part that the member's own deposits do not cover. */
  readonly naming: Naming;
  readonly borrowing: Borrowing;
}

/** Holds the application while it is typed and sends it, with the figures at that moment. */
export function useApplyForm(policy: Policy, memberNo: string): ApplyState {
  const words = useMessages(loanPagesMessages);
  const { problems } = useWords();
  const { go } = useNavigation();
  const cache = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const problemsOf = (values: Values<Name>): Problems<Name> => {
    const found = Object.entries(problemsIn(policy, values));
    return Object.fromEntries(
      found.map(([name, problem]) => {
        const label = name === "amount" ? words.apply.amount : words.apply.period;
        if (problem.why === "required") return [name, fill(words.required, { label })];
        if (problem.why === "between") return [name, fill(words.between, { ...problem, label })];
        return [name, problems[problem.why]];
      }),
    );
  };
  const form = useForm<Name>({
    names,
    draft: DRAFT,
    check: problemsOf,
    async send(values) {
      setFailure(null);
      try {
        // Rows that are no longer needed are hidden, so their problems could not be fixed.
        const guarantors = borrowing.uncovered > 0n ? naming.body() : [];
        const body = {
          ...bodyOf(policy, memberNo, values),
          ...(guarantors.length > 0 && { guarantors }),
        };
        if (offlineSince.get() !== null) return await keepForLater(values, body);
        const { loanNo } = await call(register, { body });
        naming.clear();
        await cache.invalidateQueries({ refetchType: "none" });
        const detail = fill(words.apply.doneDetail, { loanNo });
        showToast({ kind: "success", text: words.apply.done, detail });
        go(ownApplicationAddress(loanNo));
      } catch (error) {
        setFailure(error);
        naming.reject(error);
        // A rejection may come from a price or eligibility that has changed since it was read.
        if (error instanceof ProblemAnswer) void cache.invalidateQueries();
        throw error;
      }
    },
  });
  // The problem of the application may be settled by its guarantors.
  const naming = useNaming(() => form.put({}));
  const borrowing = useBorrowing(policy, memberNo, form.values, naming.pledges);
  const keepForLater = useKeeping(policy, borrowing);
  return { form, failure, problemsOf, naming, borrowing };
}

/**
 * Returns the function that queues an application, with the figures on which the member decided.
 */
function useKeeping(policy: Policy, { most }: Borrowing) {
  const { borrow, cost } = useMessages(loanPagesMessages);
  const words = useMessages(unsentMessages);
  return async (values: Values<Name>, body: ReturnType<typeof bodyOf>): Promise<void> => {
    const limit = most === null ? "" : formatMoney(most);
    const terms = [cost.fee, cost.repay, cost.eachMonth, borrow.rules.maximum];
    const figures = loanFigures(policy, values, limit) ?? [];
    await keepUnsent(
      "application",
      register,
      { body },
      {
        what: fill(words.loan, { amount: values.amount }),
        address: paths.addLoanForm,
        drafts: { [DRAFT]: values, [NAMING_DRAFT]: findDraft(NAMING_DRAFT) },
        saw: terms.map((term, index) => ({ term, value: figures[index] ?? "" })),
      },
    );
  };
}

const DRAFT = "apply-loan";

function bodyOf(policy: Policy, memNo: string, values: Values<Name>) {
  const quote = figuresOf(policy, values)?.quote;
  if (!quote) throw new Error("an application is sent with its figures");
  return {
    memNo,
    category: CATEGORY,
    amount: toWireAmount(quote.principal),
    period: quote.instalments.length,
    total: toWireAmount(quote.total),
    repayment: toWireAmount(quote.monthlyDeduction),
  };
}

export interface ApplyFormProps {
  readonly application: ApplyState;
  readonly policy: Policy;
  readonly applicant: { readonly name: string; readonly memberNo: string };
}

/** There is one product to apply for. */
const onlyCategory: FieldBinding = {
  name: "category",
  value: CATEGORY,
  error: undefined,
  onValue: () => undefined,
};

/** The specification's form; its figures follow the input, and Compute announces them. */
export function ApplyForm(props: ApplyFormProps): ReactElement {
  const { application, policy, applicant } = props;
  const { form, naming } = application;
  const { figures, most, uncovered } = application.borrowing;
  const { apply } = useMessages(loanPagesMessages);
  const loanName = useLoanName();
  const total = figures ? formatMoney(figures.total) : "";
  const deduction = figures?.quote ? writeAmount(figures.quote.monthlyDeduction) : "";
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <div className={css["pair"]}>
        <FixedField label={apply.name} value={applicant.name} />
        <FixedField label={apply.memberNo} value={applicant.memberNo} />
      </div>
      <div className={css["pair"]}>
        <ChoiceField
          label={apply.category}
          bind={onlyCategory}
          choices={[{ value: CATEGORY, words: loanName(CATEGORY) }]}
          note={null}
        />
        <MoneyField
          label={apply.amount}
          bind={form.bind("amount")}
          tidy={tidyAmount}
          note={most !== null && <UpTo most={most} />}
        />
      </div>
      <PeriodField label={apply.months} months={monthsOf(policy)} bind={form.bind("period")} />
      <Cheaper {...props} />
      <div className={css["keepPair"]}>
        <FixedField money label={apply.total} value={total} error={form.bind("total").error} />
        <FixedField
          money
          label={apply.deduction}
          value={deduction}
          error={form.bind("repayment").error}
        />
      </div>
      {uncovered > 0n && <GuarantorRows naming={naming} uncovered={uncovered} />}
      <Failed application={application} />
      <KeepNote />
      <Actions application={application} policy={policy} />
    </form>
  );
}

function UpTo({ most }: { readonly most: Cents }): ReactElement {
  const { apply, borrow } = useMessages(loanPagesMessages);
  return (
    <>
      {most > 0n ? fill(apply.upTo, { most: writeAmount(most) }) : `${borrow.nothing}.`}{" "}
      <a href={`#${WHY}`}>{apply.why}</a>
    </>
  );
}

/** Points out that a larger amount costs less, and applies it on one press. */
function Cheaper({ application, policy }: ApplyFormProps): ReactElement {
  const { figures, most } = application.borrowing;
  const { apply } = useMessages(loanPagesMessages);
  const region = useRef<HTMLDivElement>(null);
  const limit = most ?? fromWireAmount(policy.maximum);
  const cheaper = figures && limit > 0n ? cheaperThan(policy, figures, limit) : null;
  const take = (amount: string): void => {
    application.form.bind("amount").onValue(amount);
    // The button disappears with the advice, so the focus moves to the amount field.
    region.current?.closest("form")?.querySelector<HTMLElement>('[name="amount"]')?.focus();
  };
  const amount = cheaper ? writeAmount(cheaper.principal) : "";
  return (
    <div ref={region} role="status" className={css["advice"]}>
      {cheaper && figures && (
        <Tip meaning="info">
          <b>
            {fill(apply.cheaper, {
              amount,
              fee: formatMoney(cheaper.fee),
              asked: writeAmount(figures.principal),
              askedFee: formatMoney(figures.fee),
            })}
          </b>{" "}
          {fill(apply.cheaperWhy, {
            amount,
            total: formatMoney(addCents(cheaper.principal, cheaper.fee)),
          })}{" "}
          <span className={live["take"]}>
            <Button small onClick={() => take(amount)}>
              {fill(apply.take, { amount })}
            </Button>
          </span>
        </Tip>
      )}
    </div>
  );
}

function Failed({ application }: { readonly application: ApplyState }): ReactElement | null {
  const { apply } = useMessages(loanPagesMessages);
  const { common } = useWords();
  const { form, failure, naming } = application;
  if (form.alert === null || naming.isRejected) return null;
  const isLost = failure instanceof Unreachable;
  const isOpen = failure instanceof ProblemAnswer && failure.details.reason === "open-application";
  return (
    <Tip meaning="bad">
      {isLost && <b>{apply.errorOccurred} </b>}
      {form.alert} {isOpen && <OpenApplication />}
      {isLost && (
        <>
          {apply.once}{" "}
          <span className={live["take"]}>
            <Button small type="submit">
              <Icon name="retry" small />
              {common.retry}
            </Button>
          </span>
        </>
      )}
    </Tip>
  );
}

function Actions({ application, policy }: Pick<ApplyFormProps, "application" | "policy">) {
  const words = useMessages(loanPagesMessages);
  const months = useMonths();
  const { form, problemsOf } = application;
  const [said, setSaid] = useState({ words: "", time: 0, of: "" });
  const typed = `${tidyAmount(form.values.amount)} ${form.values.period}`;
  const compute = (): void => {
    const tidy = tidyAmount(form.values.amount);
    // Changes nothing else, so that a problem of the whole application stays.
    if (tidy !== form.values.amount) form.put({ amount: tidy });
    form.reject(problemsOf(form.values));
    const spoken = formatFigures(words, figuresOf(policy, form.values), months);
    setSaid(({ time }) => ({ words: spoken, time: time + 1, of: typed }));
  };
  return (
    <div className={css["actions"]}>
      <Button width="full-on-phones" onClick={compute}>
        {words.apply.compute}
      </Button>
      <KeepingSubmit blocked={form.busy}>{words.apply.submit}</KeepingSubmit>
      <p className={text["hidden"]} role="status">
        {/* Set again each time, so that the same figures are announced again, never the previous
            ones. */}
        <span key={said.time}>{said.of === typed ? said.words : ""}</span>
      </p>
    </div>
  );
}

function formatFigures(
  { apply }: LoanPageWords,
  figures: Figures | null,
  months: (count: number) => string,
): string {
  if (!figures?.quote) return apply.notComputed;
  const { monthlyDeduction, instalments } = figures.quote;
  return fill(apply.computed, {
    total: formatMoney(figures.total),
    deduction: formatMoney(monthlyDeduction),
    months: months(instalments.length),
  });
}
