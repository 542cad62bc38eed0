import { guaranteesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { guarantees } from "#shared/contract/loans/guarantees.ts";
import { useLoanName } from "#web/member/loan-name.ts";
import { fill } from "#shared/language.ts";
import { cents, fromWireAmount } from "#shared/money.ts";
import { dropDraft, findDraft } from "#web/lib/drafts.ts";
import { settleUnsent } from "#web/member/identity/unsent/outbox.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { useOwn } from "#web/member/use-own.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import layout from "#web/ui/layout.module.css";
import { Money } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Totals } from "#web/ui/totals.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import { alreadyGuaranteed } from "./already-guaranteed.ts";
import { answerDraft, AnswerForm } from "./answer-form.tsx";
import { GuaranteeReceipt } from "./guarantee-receipt.tsx";
import css from "./guarantees.module.css";

export type Guarantees = z.output<typeof guarantees.answer>;
export type GuaranteeRequest = Guarantees["requests"][number];

/** Guarantee Requests: the borrower, the loan, and the answer. */
export function RequestsPage(): ReactElement {
  const { requests: words } = useMessages(guaranteesMessages);
  const load = useOwn(guarantees);
  return (
    <>
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          <LinkButton small to={paths.gurantorList}>
            {words.list}
          </LinkButton>
        }
      />
      {load.state === "loaded" ? (
        <Answerable found={load.data} />
      ) : (
        <WaitingCard load={load} loading={words.loading} failed={words.failed} rows={6} />
      )}
    </>
  );
}

function Answerable({ found }: { readonly found: Guarantees }): ReactElement {
  const { requests: words } = useMessages(guaranteesMessages);
  const [given, setGiven] = useState<GuaranteeRequest>();
  return (
    <div className={layout["stack"]}>
      {given && <Given request={given} />}
      <Capacity found={found} />
      {found.requests.length === 0 ? (
        <Card>
          <EmptyState icon="guarantee" title={words.none}>
            <p>{words.noneText}</p>
          </EmptyState>
        </Card>
      ) : (
        found.requests.map((request) => (
          <Request key={request.id} request={request} found={found} onGiven={setGiven} />
        ))
      )}
    </div>
  );
}

function Capacity({ found }: { readonly found: Guarantees }): ReactElement {
  const { capacity: words } = useMessages(guaranteesMessages);
  const figure = (amount: number) => <Money size="big" amount={fromWireAmount(amount)} />;
  return (
    <Totals
      label={words.label}
      totals={[
        { label: words.deposits, figure: figure(found.deposits), fact: words.depositsFact },
        { label: words.pledged, figure: figure(found.pledged), fact: words.pledgedFact },
        { label: words.securing, figure: figure(found.securing), fact: words.securingFact },
        { label: words.free, figure: figure(found.free), fact: words.freeFact },
      ]}
    />
  );
}

/** The guarantee that was just given, with its receipt. */
function Given({ request }: { readonly request: GuaranteeRequest }): ReactElement {
  const { requests: words } = useMessages(guaranteesMessages);
  const { memberName: name, amountGuaranteed } = request;
  return (
    <Card title={fill(words.accepted, { amount: money(amountGuaranteed), name })} padded>
      <GuaranteeReceipt {...request} />
    </Card>
  );
}

interface TermsProps {
  readonly request: GuaranteeRequest;
  readonly found: Guarantees;
}

interface RequestProps extends TermsProps {
  readonly onGiven: (request: GuaranteeRequest) => void;
}

/** One request with its frozen terms, and the effect of accepting it. */
function Request({ request, found, onGiven }: RequestProps): ReactElement {
  const { requests: words } = useMessages(guaranteesMessages);
  const { language } = useSpoken();
  const loanName = useLoanName();
  const { id, memberName: name, loanNo, loanPurpose, askedOn, amountGuaranteed } = request;
  const amount = money(amountGuaranteed);
  const day = formatDay(askedOn, language);
  return (
    <Card title={fill(words.asks, { name, amount })} place={id}>
      <div className={css["request"]}>
        <p className={css["asked"]}>
          {fill(words.askedOn, { day, loanNo, purpose: loanName(loanPurpose) })}
        </p>
        <Terms request={request} found={found} />
        <p className={css["meaning"]}>{fill(words.meaning, { name })}</p>
        <Answering request={request} free={found.free} onGiven={onGiven} />
      </div>
    </Card>
  );
}

function Terms({ request, found }: TermsProps): ReactElement {
  const { free, standing } = found;
  const { requests: words, already } = useMessages(guaranteesMessages);
  const { memberName, memberNo, amountGuaranteed } = request;
  const left = cents(fromWireAmount(free) - fromWireAmount(amountGuaranteed));
  const ksh = (amount: number) => <Money amount={fromWireAmount(amount)} />;
  const terms = [
    [words.borrower, fill(words.borrowerIs, { name: memberName, memberNo })],
    [words.loan, ksh(request.amount)],
    [words.fee, ksh(request.fee)],
    [words.total, ksh(request.total)],
    [words.months, String(request.period)],
    [words.deduction, ksh(request.repayment)],
    [words.pledge, ksh(amountGuaranteed)],
    [words.free, ksh(free)],
    [words.left, left < 0n ? "–" : <Money key="left" amount={left} />],
    [already.term, <Already key="already" standing={standing} />],
  ] as const;
  return (
    <dl className={css["terms"]} aria-label={words.terms}>
      {terms.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The loans that the member already guarantees, with the late ones marked, and a link to them. */
function Already({ standing }: Pick<Guarantees, "standing">): ReactElement {
  const { already: words } = useMessages(guaranteesMessages);
  const loans = alreadyGuaranteed(standing, words);
  if (loans.length === 0) return <>{words.none}</>;
  return (
    <>
      {loans.map(({ text, isLate }) => (
        <span key={text} className={classes(css["guaranteed"], isLate && css["late"])}>
          {isLate && <Icon name="warn" small />} {text}
        </span>
      ))}
      <Link to={paths.gurantorList}>{words.follow}</Link>
    </>
  );
}

export type Answer = "acceptance" | "decline";

/** Returns the answer that was chosen offline and waits for its code. */
function draftedAnswer(id: string): Answer | null {
  const { answer } = findDraft(answerDraft(id));
  return answer === "acceptance" || answer === "decline" ? answer : null;
}

interface AnsweringProps extends Pick<RequestProps, "request" | "onGiven"> {
  readonly free: number;
}

/** First Accept or Decline, then the code that confirms the member's identity. */
function Answering({ request, free, onGiven }: AnsweringProps): ReactElement {
  const { requests: words } = useMessages(guaranteesMessages);
  const cache = useQueryClient();
  const [chosen, setChosen] = useState(() => draftedAnswer(request.id));
  const { memberName: name, amountGuaranteed } = request;
  const isTooMuch = amountGuaranteed > free;
  const renew = async (): Promise<void> => {
    dropDraft(answerDraft(request.id));
    await settleUnsent(answerDraft(request.id));
    // The card disappears with the request, and the focus would be lost with it.
    document.querySelector<HTMLElement>("h1")?.focus();
    await cache.invalidateQueries();
  };
  const onAnswered = async (answer: Answer): Promise<void> => {
    const label = fill(words.accepted, { amount: money(amountGuaranteed), name });
    showToast({ kind: "success", text: answer === "acceptance" ? label : words.declined });
    if (answer === "acceptance") onGiven(request);
    await renew();
  };
  const onTooLate = async (): Promise<void> => {
    const detail = fill(words.tooLateText, { name });
    showToast({ kind: "failure", text: words.tooLate, detail });
    await renew();
  };
  if (chosen !== null) {
    const onBack = (): void => {
      dropDraft(answerDraft(request.id));
      setChosen(null);
    };
    return <AnswerForm request={request} answer={chosen} {...{ onBack, onAnswered, onTooLate }} />;
  }
  return (
    <>
      {isTooMuch && <Tip meaning="warn">{fill(words.tooMuch, { free: money(free) })}</Tip>}
      <div className={css["actions"]}>
        <Button
          look="primary"
          width="full-on-phones"
          blocked={isTooMuch}
          onClick={() => setChosen("acceptance")}
        >
          {words.accept}
        </Button>
        <Button look="danger" width="full-on-phones" onClick={() => setChosen("decline")}>
          {words.decline}
        </Button>
      </div>
    </>
  );
}
