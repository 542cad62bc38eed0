import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { type Destination, list, member, receive } from "#shared/contract/counter/receiving.ts";
import { own } from "#shared/contract/counter/tills.ts";
import type { CounterWords } from "#shared/messages/counter/counter-en.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { plainAmount } from "#web/lib/typed-amount.ts";
import { receiptAddress } from "#web/paths.ts";
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
type Receipt = z.output<typeof receive.answer>;

/** Receives cash by the keyboard alone: the member, what it is for, and the amount. */
export function ReceiveCard(): ReactElement {
  const { receive: words } = useMessages(counterMessages);
  const [memberNo, setMemberNo] = useState<string | null>(null);
  const [last, setLast] = useState<Receipt | null>(null);
  return (
    <Card title={words.title}>
      <div className={css["inside"]}>
        {last && memberNo === null && <LastReceipt receipt={last} />}
        {memberNo === null ? (
          <MemberFinder onChoose={setMemberNo} focused={last !== null} />
        ) : (
          <Chosen
            key={memberNo}
            memberNo={memberNo}
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

function LastReceipt({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const { receive: words } = useMessages(counterMessages);
  const { receiptNo, name, amount } = receipt;
  const said = fill(words.doneDetail, { amount: `Ksh ${money(amount)}`, name });
  return (
    <Tip meaning="ok">
      {`${words.last}: `}
      <Link to={receiptAddress(receiptNo)}>{receiptNo}</Link>
      {`, ${said}`}
    </Tip>
  );
}

interface ChosenProps {
  readonly memberNo: string;
  readonly onOther: () => void;
  readonly onReceived: (receipt: Receipt) => void;
}

function Chosen({ memberNo, onOther, onReceived }: ChosenProps): ReactElement {
  const { receive: words } = useMessages(counterMessages);
  const load = useRequest(member, { params: { memberNo } }, { isAccess: true });
  return (
    <Loaded
      load={load}
      loading={words.loading}
      failed={words.failed}
      skeleton={<SkeletonLines rows={4} />}
    >
      {(payer) => <ReceiveForm payer={payer} onOther={onOther} onReceived={onReceived} />}
    </Loaded>
  );
}

type Name = "to" | "amount";

function ReceiveForm(
  props: Omit<ChosenProps, "memberNo"> & { readonly payer: Payer },
): ReactElement {
  const { payer, onOther, onReceived } = props;
  const all = useWords();
  const words = useMessages(counterMessages);
  const renew = useRenewDesk();
  const { memberNo, name, mobile } = payer;
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<Name>({
    names: ["to", "amount"],
    draft: `receive ${memberNo}`,
    starting: { to: "deposits" },
    check: ({ to, amount }) =>
      contractProblems<Name>(receive.body, bodyOf(memberNo, to, amount), all),
    async send({ to, amount }) {
      const receipt = await call(receive, { body: bodyOf(memberNo, to, amount) });
      const detail = fill(words.receive.doneDetail, {
        amount: `Ksh ${money(receipt.amount)}`,
        name,
      });
      const text = fill(words.receive.done, { receipt: receipt.receiptNo });
      showToast({ kind: "success", text, detail });
      onReceived(receipt);
      await renew(own, list, member);
    },
  });
  useEffect(() => element.current?.querySelector<HTMLInputElement>("[name=amount]")?.focus(), []);
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
      <Select label={words.receive.to} bind={form.bind("to")} options={optionsOf(payer, words)} />
      <Field
        label={words.receive.amount}
        bind={form.bind("amount")}
        inputMode="numeric"
        autoComplete="off"
      />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={desk["buttons"]}>
        <Button look="primary" type="submit" blocked={form.busy} width="full-on-phones">
          {words.receive.receive}
        </Button>
      </div>
    </form>
  );
}

/** Each account and each loan of a member is a choice of its own. */
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

function bodyOf(memberNo: string, chosen: string, amount: string) {
  const [to, account] = chosen.split(" ") as [Destination, string?];
  return { memberNo, to, amount: plainAmount(amount), ...(account !== undefined && { account }) };
}
