import { withdrawalsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { askWithdrawal, withdrawalCode } from "#shared/contract/withdrawals/own.ts";
import { fill } from "#shared/language.ts";
import { formatMoney, fromWireAmount } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { CODE_LASTS_MS } from "#web/lib/code-sending.ts";
import { showToast } from "#web/ui/toast.tsx";
import { money } from "#web/lib/figures.ts";
import { CodeForm } from "#web/member/identity/code-form.tsx";
import { bodyOf, type TypedWithdrawal } from "./typed-withdrawal.ts";
import type { Standing } from "./withdraw-page.tsx";

interface CodeProps {
  readonly standing: Standing;
  readonly asked: TypedWithdrawal;
  /** Goes back to the form, whose fields stay unless the withdrawal was made. */
  readonly onClose: (isDone: boolean) => void;
  /** The server rejected the amount, which changed meanwhile. */
  readonly onRejected: (problem: string) => void;
}

/** The question before a withdrawal, and the code that makes it. */
export function WithdrawCode({ standing, asked, onClose, onRejected }: CodeProps): ReactElement {
  const { form: words, done } = useMessages(withdrawalsMessages);
  const cache = useQueryClient();
  const body = bodyOf(asked);
  const amount = asked.amount === null ? "" : formatMoney(asked.amount);
  return (
    <CodeForm
      words={{
        question: fill(words.question, { amount }),
        need: words.need,
        send: words.send,
        submit: fill(words.withdraw, { amount }),
        again: words.change,
      }}
      number={standing.mobileNo}
      send={() => call(withdrawalCode, { body, sameForMs: CODE_LASTS_MS })}
      give={async (otp) => {
        const { reference } = await call(askWithdrawal, { body: { ...body, otp } });
        showToast({ kind: "success", text: fill(done, { reference }) });
        await cache.invalidateQueries();
        onClose(true);
      }}
      onClose={() => onClose(false)}
      onRejected={({ amount: problem }) => problem !== undefined && onRejected(problem)}
    >
      <Consequence standing={standing} asked={asked} />
    </CodeForm>
  );
}

function Consequence({ standing, asked }: Pick<CodeProps, "standing" | "asked">): ReactElement {
  const { form: words, rules: ruleWords } = useMessages(withdrawalsMessages);
  const { rules, leftToday, mobileNo: number, bank } = standing;
  const { channel, amount: cents } = asked;
  const amount = cents === null ? "" : formatMoney(cents);
  const atOffice = bank ? words.toAccount : words.toOffice;
  const where = channel === "phone" ? words.toPhone : atOffice;
  // All withdrawals of a day count together.
  const left = fromWireAmount(rules.approvalAbove - rules.largestDay + leftToday);
  const waits = cents !== null && cents > left;
  return (
    <p>
      {fill(where, { amount, number, account: bank?.accountNo ?? "", bank: bank?.bankName ?? "" })}
      {waits && ` ${words.waits}`}
      {rules.noticeDays > 0 && ` ${fill(ruleWords.days, { days: rules.noticeDays })}.`}
      {rules.fee > 0 && ` ${ruleWords.fee}: Ksh ${money(rules.fee)}.`}
    </p>
  );
}
