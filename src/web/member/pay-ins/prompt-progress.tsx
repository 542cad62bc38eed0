import { ownPayInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useEffect } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { progress as endpoint } from "#shared/contract/pay-ins/prompts.ts";
import { fill } from "#shared/language.ts";
import { fromWireAmount } from "#shared/money.ts";
import type { PromptState } from "#shared/pay-in-prompts.ts";
import { statementPaths } from "#shared/statement-addresses.ts";
import { useRequest } from "#web/lib/query.ts";
import { loanAddress, paths, payInAddressOf } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import layout from "#web/ui/layout.module.css";
import { Money } from "#web/ui/money.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import { Parts } from "./parts.tsx";
import css from "./pay-ins.module.css";
import { usePolling } from "./polling.ts";

type Prompt = z.output<typeof endpoint.answer>;

const badges = {
  asked: { meaning: "info", icon: "clock" },
  sent: { meaning: "info", icon: "clock" },
  paid: { meaning: "ok", icon: "check" },
  failed: { meaning: "bad", icon: "warn" },
  unknown: { meaning: "warn", icon: "warn" },
} as const satisfies Record<PromptState, object>;

interface ProgressProps {
  readonly reference: string;
  /** Its last known state, if any. */
  readonly known: Prompt | undefined;
}

/** A request on a phone: what happens with it, and its receipt. */
export function PromptProgress({ reference, known }: ProgressProps): ReactElement {
  const words = useMessages(ownPayInMessages);
  const load = useRequest(endpoint, { params: { reference } });
  const prompt = load.state === "loaded" ? load.data : known;
  usePolling(load.again, prompt === undefined || isMoving(prompt));
  useFreshFigures(prompt);
  if (prompt === undefined) {
    return <WaitingCard load={load} loading={words.loading} failed={words.failed} rows={4} />;
  }
  return (
    <Card title={words.progress.title}>
      <div className={css["progress"]}>
        <p role="status">
          <Badge {...badges[prompt.state]}>{words.progress.states[prompt.state]}</Badge>
        </p>
        <div role="status">
          <Happened prompt={prompt} />
        </div>
        <PromptFacts prompt={prompt} />
        <NextSteps prompt={prompt} />
      </div>
    </Card>
  );
}

/** Whether the answer may still change by itself. */
function isMoving({ state, payment }: Prompt): boolean {
  return state !== "failed" && payment === undefined;
}

/** A prompt that has ended, or its money, makes the answers that other pages hold outdated. */
function useFreshFigures(prompt: Prompt | undefined): void {
  const cache = useQueryClient();
  const isOpen = prompt === undefined || prompt.state === "asked" || prompt.state === "sent";
  const ended = isOpen ? "" : `${prompt.state} ${prompt.payment?.receipt ?? ""}`;
  useEffect(() => {
    if (ended === "") return;
    const isOther = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
      queryKey[0] !== endpoint.path;
    void cache.invalidateQueries({ predicate: isOther });
  }, [cache, ended]);
}

function Happened({ prompt }: { readonly prompt: Prompt }): ReactElement {
  const { progress: words } = useMessages(ownPayInMessages);
  const { state, payment, problem } = prompt;
  if (state === "asked" || state === "sent") return <Tip meaning="info">{words[state]}</Tip>;
  if (state === "failed") {
    return <Tip meaning="bad">{`${words.noMoney} ${words.problems[problem]}`}</Tip>;
  }
  if (state === "unknown") return <Tip meaning="warn">{words.problems[problem]}</Tip>;
  if (payment === undefined) return <Tip meaning="info">{words.waiting}</Tip>;
  if (!payment.isCredited) return <Tip meaning="info">{words.office}</Tip>;
  return (
    <>
      <Tip meaning="ok">{words.received}</Tip>
      <Parts parts={payment.parts} />
    </>
  );
}

function PromptFacts({ prompt }: { readonly prompt: Prompt }): ReactElement {
  const { progress, form } = useMessages(ownPayInMessages);
  const { facts } = progress;
  const { to, accountNo, loanNo, amount, mobileNo, payment } = prompt;
  return (
    <Facts
      facts={[
        { term: facts.amount, value: <Money amount={fromWireAmount(payment?.amount ?? amount)} /> },
        {
          term: facts.to,
          value: to === "loan" ? loanNo : fill(form.destinations[to], { account: accountNo }),
        },
        { term: facts.number, value: mobileNo },
        ...(payment ? [{ term: facts.receipt, value: payment.receipt }] : []),
      ]}
    />
  );
}

const statements = {
  deposits: statementPaths.shareStatement,
  "share-capital": statementPaths.shareCapital,
  withdrawable: paths.withdrawableStatement,
} as const;

function NextSteps({ prompt }: { readonly prompt: Prompt }): ReactElement | null {
  const { progress: words } = useMessages(ownPayInMessages);
  const { state, to, loanNo } = prompt;
  if (state === "asked" || state === "sent") return null;
  const again = payInAddressOf(to === "loan" ? { loan: loanNo } : { to });
  return (
    <p className={layout["row"]}>
      {state === "paid" && (
        <LinkButton small to={to === "loan" ? loanAddress(loanNo) : statements[to]}>
          {words.statement}
        </LinkButton>
      )}
      <LinkButton small to={state === "paid" ? payInAddressOf({}) : again}>
        {state === "failed" ? words.again : words.another}
      </LinkButton>
    </p>
  );
}
