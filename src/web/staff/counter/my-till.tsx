import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { list } from "#shared/contract/counter/receiving.ts";
import { countOwn, open, own, requestFloat } from "#shared/contract/counter/tills.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { formatCount, money } from "#web/lib/figures.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { useRequest } from "#web/lib/query.ts";
import { plainAmount } from "#web/staff/plain-amount.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import desk from "#web/ui/desk-page.module.css";
import { useRenewDesk } from "../renew-desk.ts";
import { WaitsForSecond } from "../waits-for-second.tsx";
import { CountForm } from "./count-form.tsx";
import css from "./counter.module.css";
import { PayCard } from "./pay.tsx";
import { ReceiveCard } from "./receive.tsx";
import { ReceiptRows } from "./receipts.tsx";

type OwnTill = NonNullable<z.output<typeof own.answer>["till"]>;

/** The user's own till: opened, used and handed over here. */
export function MyTill(): ReactElement {
  const words = useMessages(counterMessages);
  const load = useRequest(own);
  return (
    <Loaded
      load={load}
      loading={words.mine.loading}
      failed={words.mine.failed}
      skeleton={<SkeletonLines rows={6} />}
    >
      {({ till }) =>
        till === undefined ? (
          <div className={desk["page"]}>
            <OpenCard />
            <ReceiveCard hasTill={false} />
          </div>
        ) : (
          <Till till={till} />
        )
      }
    </Loaded>
  );
}

function OpenCard(): ReactElement {
  const all = useWords();
  const { mine: words } = useMessages(counterMessages);
  const renew = useRenewDesk();
  const form = useForm<"float">({
    names: ["float"],
    starting: { float: "0" },
    check: ({ float }) => contractProblems<"float">(open.body, { float: plainAmount(float) }, all),
    async send({ float }) {
      const { approvalId } = await call(open, { body: { float: plainAmount(float) } });
      const waits = approvalId !== "" && { detail: words.openedFloat };
      showToast({ kind: "success", text: words.opened, ...waits });
      await renew(own);
    },
  });
  const note = { kind: "hint", text: words.floatHint } as const;
  return (
    <Card title={words.openTitle} padded>
      <form className={desk["form"]} onSubmit={form.submit} noValidate>
        <p>{words.openText}</p>
        <Field label={words.float} bind={form.bind("float")} note={note} inputMode="numeric" />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={desk["buttons"]}>
          <Button look="primary" type="submit" blocked={form.busy} width="full-on-phones">
            {words.open}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Till({ till }: { readonly till: OwnTill }): ReactElement {
  const words = useMessages(counterMessages);
  const isOpen = till.state === "open";
  return (
    <div className={desk["halves"]}>
      <div className={desk["page"]}>
        <ReceiveCard hasTill={isOpen} />
        <PayCard isOpen={isOpen} />
        <Card>
          <ReceiptRows mine search="" caption={words.receipts.mineCaption} />
        </Card>
      </div>
      <div className={desk["side"]}>
        <div className={desk["page"]}>
          <Standing till={till} />
          {(isOpen || till.handover === undefined) && <CountCard till={till} />}
        </div>
      </div>
    </div>
  );
}

function Standing({ till }: { readonly till: OwnTill }): ReactElement {
  const { mine: words } = useMessages(counterMessages);
  const { language } = useSpoken();
  const { float, handover } = till;
  const when = formatMoment(till.openedAt, language);
  return (
    <Card title={fill(words.title, { id: till.id })}>
      <div className={css["inside"]}>
        {till.overnight && (
          <Tip meaning="bad">
            {fill(words.overnight, { day: formatDay(till.openedOn, language) })}
          </Tip>
        )}
        <dl className={css["figures"]}>
          <div>
            <dt>{words.balance}</dt>
            <dd>{`Ksh ${money(till.balance)}`}</dd>
          </div>
          <div>
            <dt>{words.receipts}</dt>
            <dd>{formatCount(till.receipts)}</dd>
          </div>
        </dl>
        <p className={css["quiet"]}>{fill(words.since, { when })}</p>
        {float && (
          <WaitsForSecond
            approvalId={float.approvalId}
            text={fill(words.floatWaits, { amount: money(float.amount) })}
            link={words.see}
          />
        )}
        {handover && (
          <WaitsForSecond
            approvalId={handover.approvalId}
            text={words.countWaits}
            link={words.see}
          />
        )}
        {till.state === "counted" && !handover && <Tip meaning="warn">{words.countAgain}</Tip>}
        {till.state === "open" && !float && <FloatForm />}
      </div>
    </Card>
  );
}

function FloatForm(): ReactElement {
  const all = useWords();
  const { mine: words } = useMessages(counterMessages);
  const renew = useRenewDesk();
  const form = useForm<"amount">({
    names: ["amount"],
    check: ({ amount }) =>
      contractProblems<"amount">(requestFloat.body, { amount: plainAmount(amount) }, all),
    async send({ amount }) {
      await call(requestFloat, { body: { amount: plainAmount(amount) } });
      showToast({ kind: "success", text: words.floatSent, detail: words.floatSentDetail });
      await renew(own);
    },
  });
  return (
    <details>
      <summary>{words.moreFloat}</summary>
      <form className={desk["form"]} onSubmit={form.submit} noValidate>
        <Field label={words.moreFloatAmount} bind={form.bind("amount")} inputMode="numeric" />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <Button type="submit" width="full" blocked={form.busy}>
          {words.askFloat}
        </Button>
      </form>
    </details>
  );
}

function CountCard({ till }: { readonly till: OwnTill }): ReactElement {
  const { count: words } = useMessages(counterMessages);
  const renew = useRenewDesk();
  return (
    <Card title={words.title}>
      <div className={css["inside"]}>
        <p>{words.text}</p>
        <CountForm
          draft={`till ${till.id}`}
          expected={till.balance}
          sendWords={words.send}
          onSend={async (pieces) => {
            await call(countOwn, { body: { pieces } });
            showToast({ kind: "success", text: words.sent, detail: words.sentDetail });
            await renew(own, list);
          }}
        />
      </div>
    </Card>
  );
}
