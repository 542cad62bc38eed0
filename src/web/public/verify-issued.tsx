import type { StatementWords } from "#shared/messages/statements/statements-en.ts";
import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type ReactNode, useState } from "react";
import type * as z from "zod/mini";
import { verification } from "#shared/contract/statements/verification.ts";
import { fill } from "#shared/language.ts";
import {
  type Cents,
  formatMoney,
  fromWireAmount,
  negateCents,
  parseTypedAmount,
  ZERO_CENTS,
} from "#shared/money.ts";
import { isVoid } from "#shared/receipt-states.ts";
import type { VerificationCode } from "#shared/verification-code.ts";
import { formatDay } from "#web/lib/day.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { useForm } from "#web/lib/form.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequestOnce } from "#web/lib/loading.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Field } from "#web/ui/field.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { AskOffice } from "#web/ui/office.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { publicCss as css } from "./public-page.tsx";
import { Entries } from "./verify-entries.tsx";

type Found = z.output<typeof verification.answer>;

interface IssuedProps {
  readonly code: VerificationCode;
  /** The form to correct the code, for one that was never issued: most are typing errors. */
  readonly again: ReactNode;
}

/** The document issued under a code, or a message that there is none. */
export function Issued({ code, again }: IssuedProps): ReactElement {
  const { verify } = useMessages(statementsMessages);
  const load = useRequestOnce(verification, { params: { code } });
  const unknown =
    load.state === "failed" &&
    load.error instanceof ProblemAnswer &&
    load.error.details.status === 404;
  if (unknown) {
    return (
      <div className={layout["stack"]}>
        <Card>
          <EmptyState icon="search" title={verify.unknown} alert>
            <p>{fill(verify.unknownText, { code })}</p>
            <p>
              <AskOffice brief />
            </p>
          </EmptyState>
        </Card>
        {again}
      </div>
    );
  }
  return (
    <div className={layout["stack"]}>
      <Card
        {...(load.state === "loaded" && {
          title: fill(verify.found, { society: load.data.organisationName }),
        })}
      >
        <Loaded
          load={load}
          loading={verify.loading}
          failed={verify.failed}
          skeleton={<SkeletonLines rows={7} />}
        >
          {(found) => <Statement found={found} code={code} />}
        </Loaded>
      </Card>
      {/* Of a void receipt, a matching figure must not make the paper look valid. */}
      {load.state === "loaded" && !isVoid(load.data.receipt) && (
        <>
          <Compare found={load.data} />
          {/* Last, because it grows when its answer arrives, and must not move a button being
              pressed. */}
          <Entries code={code} />
        </>
      )}
    </div>
  );
}

interface StatementProps {
  readonly found: Found;
  readonly code: VerificationCode;
}

function Statement({ found, code }: StatementProps): ReactElement {
  const { verify, titles, period } = useMessages(statementsMessages);
  const { language } = useSpoken();
  const say = (day: string): string => formatDay(day, language);
  return (
    <Facts
      facts={[
        { term: verify.society, value: found.organisationName },
        { term: verify.holder, value: found.holder },
        { term: verify.memberNo, value: found.memberNo },
        {
          term: verify.statement,
          value: [titles[found.statement], found.loanNo].filter(Boolean).join(" "),
        },
        {
          term: found.receipt ? verify.state : verify.period,
          value: found.receipt
            ? stateOf(found.receipt, verify)
            : found.from === ""
              ? fill(period.upTo, { to: say(found.to) })
              : fill(period.between, { from: say(found.from), to: say(found.to) }),
        },
        {
          term: found.receipt ? verify.amount : verify.closing,
          value: `Ksh ${formatMoney(fromWireAmount(found.closing))}`,
        },
        { term: verify.issued, value: say(found.issuedOn) },
        { term: verify.codeShown, value: code },
      ]}
    />
  );
}

/** The state of a receipt, in red if it is not valid. */
function stateOf(receipt: NonNullable<Found["receipt"]>, verify: StatementWords["verify"]) {
  const text = verify.receipt[receipt];
  return isVoid(receipt) ? <Tip meaning="bad">{text}</Tip> : text;
}

/** Reads a figure from paper, which may be negative. */
function figureOf(typed: string): Cents | null {
  const compact = typed.trim();
  if (/^(ksh\.?\s*)?0+(\.0{1,2})?$/i.test(compact)) return ZERO_CENTS;
  const minus = /^(ksh\.?\s*)?[-−]\s*/i;
  const size = parseTypedAmount(compact.replace(minus, ""));
  return size !== null && minus.test(compact) ? negateCents(size) : size;
}

/** Compares the figure on the paper with the issued one: a changed figure shows as a mismatch. */
function Compare({ found }: { readonly found: Found }): ReactElement {
  const { verify } = useMessages(statementsMessages);
  const closing = fromWireAmount(found.closing);
  const [figure, setFigure] = useState<Cents | null>(null);
  const form = useForm<"figure">({
    names: ["figure"],
    check: (values) => (figureOf(values.figure) === null ? { figure: verify.figureWrong } : {}),
    send: async (values) => setFigure(figureOf(values.figure)),
  });
  const bind = form.bind("figure");
  const change = (value: string): void => {
    setFigure(null);
    bind.onValue(value);
  };
  const amounts = { figure: formatMoney(figure ?? closing), closing: formatMoney(closing) };
  return (
    <Card title={verify.compare} padded>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <Field
          label={found.receipt ? verify.amountFigure : verify.figure}
          bind={{ ...bind, onValue: change }}
          note={{ kind: "hint", text: verify.figureHint }}
          type="text"
          inputMode="decimal"
          autoComplete="off"
        />
        <Button
          type="submit"
          look="primary"
          width="full-on-phones"
          blocked={form.busy}
          needsNetwork={false}
        >
          {verify.compareSubmit}
        </Button>
        <div role="status">
          {figure !== null &&
            (figure === closing ? (
              <Tip meaning="ok">
                <b>{verify.matches}</b> {fill(verify.matchesText, amounts)}
              </Tip>
            ) : (
              <Tip meaning="bad">
                <b>{verify.differs}</b> {fill(verify.differsText, amounts)}
              </Tip>
            ))}
        </div>
      </form>
    </Card>
  );
}
