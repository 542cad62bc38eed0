import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import {
  type CounterWay,
  type Destination,
  list,
  member,
  receive,
  receiveSlip,
  takeCheque,
} from "#shared/contract/counter/receiving.ts";
import { own } from "#shared/contract/counter/tills.ts";
import type { CounterWords } from "#shared/messages/counter/counter-en.ts";
import { fill } from "#shared/language.ts";
import type { Messages } from "#shared/messages/en.ts";
import { formatMoney, parseTypedAmount, ZERO_CENTS } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, type Problems, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { plainAmount } from "#web/staff/plain-amount.ts";
import { receiptAddress } from "#web/staff/addresses.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { Select } from "#web/ui/select.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import desk from "#web/ui/desk-page.module.css";
import { useRenewDesk } from "../renew-desk.ts";
import css from "./counter.module.css";
import { MemberFinder } from "./member-finder.tsx";

type Payer = z.output<typeof member.answer>;

/** The latest receipt, with its purpose. */
interface Last {
  readonly receiptNo: string;
  readonly said: string;
}

/** Receives money using only the keyboard; cash only with an open till. */
export function ReceiveCard({ hasTill }: { readonly hasTill: boolean }): ReactElement {
  const { receive: words } = useMessages(counterMessages);
  const [memberNo, setMemberNo] = useState<string | null>(null);
  const [last, setLast] = useState<Last | null>(null);
  return (
    <Card title={words.title}>
      <div className={css["inside"]}>
        {last && memberNo === null && (
          <Tip meaning="ok">
            {`${words.last}: `}
            <Link to={receiptAddress(last.receiptNo)}>{last.receiptNo}</Link>
            {`, ${last.said}`}
          </Tip>
        )}
        {memberNo === null ? (
          <MemberFinder onChoose={setMemberNo} focused={last !== null} />
        ) : (
          <Chosen
            key={memberNo}
            memberNo={memberNo}
            hasTill={hasTill}
            onOther={() => setMemberNo(null)}
            onReceived={(receipt) => {
              setLast(receipt);
              setMemberNo(null);
            }}
          />
        )}
        <p className={css["quiet"]}>{words.keys}</p>
      </div>
    </Card>
  );
}

interface ChosenProps {
  readonly memberNo: string;
  readonly hasTill: boolean;
  readonly onOther: () => void;
  readonly onReceived: (receipt: Last | null) => void;
}

function Chosen({ memberNo, ...more }: ChosenProps): ReactElement {
  const { receive: words } = useMessages(counterMessages);
  const load = useRequest(member, { params: { memberNo } }, { isAccess: true });
  return (
    <Loaded
      load={load}
      loading={words.loading}
      failed={words.failed}
      skeleton={<SkeletonLines rows={4} />}
    >
      {(payer) => <ReceiveForm payer={payer} {...more} />}
    </Loaded>
  );
}

const names = ["way", "to", "amount", "documentNo", "bank", "date"] as const;
type Name = (typeof names)[number];

function ReceiveForm(
  props: Omit<ChosenProps, "memberNo"> & { readonly payer: Payer },
): ReactElement {
  const { payer, hasTill, onOther, onReceived } = props;
  const all = useWords();
  const words = useMessages(counterMessages);
  const renew = useRenewDesk();
  const { memberNo, name, mobile } = payer;
  const element = useRef<HTMLFormElement>(null);
  const { cash, slip, cheque } = words.ways;
  const ways: Record<string, string> = { ...(hasTill && { cash }), slip, cheque };
  const form = useForm<Name>({
    names,
    draft: `receive ${memberNo}`,
    starting: { way: hasTill ? "cash" : "slip", to: "deposits" },
    check: (values) => problemsOf(memberNo, values, all),
    async send(values) {
      const { receiptNo, approvalId } = await send(memberNo, values);
      const amount = `Ksh ${formatMoney(parseTypedAmount(values.amount) ?? ZERO_CENTS)}`;
      const detail = fill(words.receive.doneDetail, { amount, name });
      const waits = approvalId !== "";
      const text = waits
        ? words.receive.slipWaits
        : fill(words.receive.done, { receipt: receiptNo });
      showToast({ kind: "success", text, detail });
      onReceived(waits ? null : { receiptNo, said: detail });
      await renew(own, list, member);
    },
  });
  useEffect(() => element.current?.querySelector<HTMLInputElement>("[name=amount]")?.focus(), []);
  const way = form.values.way as CounterWay;
  return (
    <form ref={element} className={desk["form"]} onSubmit={form.submit} noValidate>
      <div className={css["chosen"]}>
        <span>
          <b>{name}</b> <span className={css["quiet"]}>{`${memberNo} ${mobile}`}</span>
        </span>
        <Button small look="quiet" onClick={onOther}>
          {words.receive.other}
        </Button>
      </div>
      <Select label={words.receive.way} bind={form.bind("way")} options={ways} />
      <Select label={words.receive.to} bind={form.bind("to")} options={optionsOf(payer, words)} />
      <Field
        label={words.receive.amount}
        bind={form.bind("amount")}
        inputMode="decimal"
        autoComplete="off"
      />
      {way !== "cash" && (
        <Field
          label={words.receive.documentNo[way]}
          bind={form.bind("documentNo")}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {way === "slip" && <Field label={words.receive.date} bind={form.bind("date")} type="date" />}
      {way === "cheque" && <Field label={words.receive.bank} bind={form.bind("bank")} />}
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={desk["buttons"]}>
        <Button look="primary" type="submit" blocked={form.busy} width="full-on-phones">
          {words.receive.receive}
        </Button>
      </div>
    </form>
  );
}

/** Each account and each loan of a member is a separate choice. */
function optionsOf(payer: Payer, { destinations, receive: words }: CounterWords) {
  const options: Record<string, string> = {
    deposits: destinations.deposits,
    "share-capital": destinations["share-capital"],
  };
  for (const account of payer.withdrawable) {
    options[`withdrawable ${account}`] = `${destinations.withdrawable} ${account}`;
  }
  for (const { loanNo, owed } of payer.loans) {
    const said = fill(words.owes, { loanNo, amount: money(owed) });
    options[`loan ${loanNo}`] = `${words.loan} ${said}`;
  }
  return options;
}

function wantedOf(memberNo: string, { to: chosen, amount }: Values<Name>) {
  const [to, account] = chosen.split(" ") as [Destination, string?];
  return { memberNo, to, amount: plainAmount(amount), ...(account !== undefined && { account }) };
}

function slipOf(memberNo: string, values: Values<Name>) {
  const { documentNo, date } = values;
  return { ...wantedOf(memberNo, values), documentNo, ...(date !== "" && { date }) };
}

function chequeOf(memberNo: string, values: Values<Name>) {
  const { documentNo, bank } = values;
  return { ...wantedOf(memberNo, values), documentNo, bank };
}

function problemsOf(memberNo: string, values: Values<Name>, all: Messages): Problems<Name> {
  // Each way has its own fields; the others are not sent.
  const check = (body: z.ZodMiniType, given: object) =>
    contractProblems<Name>(body, given as Values<Name>, all);
  if (values.way === "slip") return check(receiveSlip.body, slipOf(memberNo, values));
  if (values.way === "cheque") return check(takeCheque.body, chequeOf(memberNo, values));
  return check(receive.body, wantedOf(memberNo, values));
}

/** Sends the received money; for a large slip the answer is a request instead of a receipt. */
async function send(memberNo: string, values: Values<Name>) {
  if (values.way === "slip") return call(receiveSlip, { body: slipOf(memberNo, values) });
  const { receiptNo } =
    values.way === "cheque"
      ? await call(takeCheque, { body: chequeOf(memberNo, values) })
      : await call(receive, { body: wantedOf(memberNo, values) });
  return { receiptNo, approvalId: "" };
}
