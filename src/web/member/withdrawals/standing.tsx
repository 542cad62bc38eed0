import { transfersMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import {
  orderStanding,
  standingCode,
  stopStanding,
} from "#shared/contract/withdrawals/standing.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { CODE_LASTS_MS } from "#web/lib/code-sending.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { CodeForm } from "#web/member/identity/code-form.tsx";
import type { Accounts } from "./transfer-page.tsx";
import css from "./withdrawals.module.css";

/** An order as the form has it. */
export type Ordered = Omit<z.output<typeof standingCode.body>, "amount"> & {
  readonly amount: number;
};

interface OrderProps {
  readonly order: Ordered;
  readonly onClose: (isDone: boolean) => void;
}

/** The code that orders a transfer each month. */
export function OrderCode({ order, onClose }: OrderProps): ReactElement {
  const { standing: words, confirm } = useMessages(transfersMessages);
  const { problems } = useWords();
  const cache = useQueryClient();
  return (
    <CodeForm
      words={{
        question: words.monthly,
        need: problems["otp.form"],
        send: words.send,
        submit: words.yes,
        again: confirm.no,
      }}
      number=""
      send={() => call(standingCode, { body: order, sameForMs: CODE_LASTS_MS })}
      give={async (otp) => {
        await call(orderStanding, { body: { ...order, otp } });
        showToast({ kind: "success", text: words.done });
        await cache.invalidateQueries();
        onClose(true);
      }}
      onClose={() => onClose(false)}
      onRejected={() => onClose(false)}
    >
      <p>{fill(words.question, { amount: money(order.amount), day: order.day })}</p>
    </CodeForm>
  );
}

/** The orders of a member, with the result of the last month. */
export function StandingCard({ accounts }: { readonly accounts: Accounts }): ReactElement | null {
  const { standing: words } = useMessages(transfersMessages);
  if (accounts.standing.length === 0) return null;
  return (
    <Card title={words.title}>
      <ul className={css["note"]}>
        {accounts.standing.map((one) => (
          <Standing key={one.id} one={one} />
        ))}
      </ul>
    </Card>
  );
}

function Standing({ one }: { readonly one: Accounts["standing"][number] }): ReactElement {
  const { standing: words, form } = useMessages(transfersMessages);
  const { language } = useSpoken();
  const cache = useQueryClient();
  const { busy, failed, run } = useAction(async () => {
    await call(stopStanding, { params: { id: one.id }, body: {} });
    showToast({ kind: "success", text: words.stopped });
    await cache.invalidateQueries();
  });
  const { amount, to, loanNo, last, nextOn } = one;
  const said = { amount: money(amount), where: loanNo ?? form.destinations[to] };
  const next = fill(words.next, { day: formatDay(nextOn, language) });
  return (
    <li>
      <p>{`${fill(words.line, said)} ${next}`}</p>
      {last && (
        <Tip meaning={last.outcome === "moved" ? "ok" : "warn"}>
          {fill(words.last[last.outcome], { day: formatDay(last.on, language) })}
        </Tip>
      )}
      {failed && <Tip meaning="bad">{failed}</Tip>}
      <Button needsNetwork small blocked={busy} onClick={() => run()}>
        {fill(words.stop, said)}
      </Button>
    </li>
  );
}
