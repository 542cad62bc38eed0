import { payInsMessages } from "#shared/messages/pay-ins/pay-ins-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import {
  details,
  list,
  payInPurposes,
  requestMove,
  requestPlacement,
  requestReturn,
} from "#shared/contract/pay-ins/desk.ts";
import { fill } from "#shared/language.ts";
import type { PayInWords } from "#shared/messages/pay-ins/pay-ins-en.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import desk from "#web/ui/desk.module.css";
import css from "#web/ui/desk-page.module.css";
import type { Officer } from "../officer.ts";
import { useRenewDesk } from "../renew-desk.ts";
import { WaitsForSecond } from "../waits-for-second.tsx";
import { LikelyMembers } from "./likely-members.tsx";
import type { Details } from "./payment.tsx";
import { FailedReversalForm, isUnderWay, ReverseForm } from "./reversal-forms.tsx";

interface ActProps {
  readonly found: Details;
  readonly officer: Officer;
}

/** The proposals about a payment; a second person approves each. */
export function ActCard({ found, officer }: ActProps): ReactElement {
  const { act: words } = useMessages(payInsMessages);
  const { waiting, state } = found;
  const mayPropose = officer.may("payins.place");
  return (
    <Card title={words.title}>
      <div className={desk["act"]}>
        <p className={desk["another"]}>
          <Icon name={mayPropose ? "guarantee" : "info"} />
          <span>{noteOf(found, mayPropose, words)}</span>
        </p>
        {waiting && (
          <WaitsForSecond
            approvalId={waiting.approvalId}
            text={waiting.yours ? words.waitsYours : fill(words.waits, { by: waiting.by })}
            link={words.open}
          />
        )}
        {mayPropose && !waiting && state === "suspense" && <SuspenseForms found={found} />}
        {mayPropose && !waiting && state === "credited" && <MoveForm found={found} />}
      </div>
    </Card>
  );
}

function noteOf(found: Details, mayPropose: boolean, words: PayInWords["act"]): string {
  if (found.state === "returned") return words.nothing;
  if (found.state === "suspense" && isUnderWay(found)) return words.reversing;
  return mayPropose ? words[found.state] : words.mayNot;
}

/** The ways out of suspense; none while M-Pesa is asked for a reversal. */
function SuspenseForms({ found }: FormProps): ReactElement | null {
  if (isUnderWay(found)) return null;
  if (found.reversal?.state === "unknown") {
    return (
      <>
        <ReturnForm found={found} />
        <FailedReversalForm found={found} />
      </>
    );
  }
  return (
    <>
      <PlaceForm found={found} />
      {found.mayReverse && <ReverseForm found={found} />}
      <ReturnForm found={found} />
    </>
  );
}

interface FormProps {
  readonly found: Details;
}

/** Says that a proposal was sent, and loads the payment again. */
function useSent(): () => Promise<void> {
  const { act: words } = useMessages(payInsMessages);
  const renew = useRenewDesk();
  return async () => {
    showToast({ kind: "success", text: words.sent, detail: words.sentDetail });
    await renew(details, list);
  };
}

const placeNames = ["to", "memberNo", "loanNo"] as const;
type PlaceName = (typeof placeNames)[number];

function PlaceForm({ found: { receipt, likely } }: FormProps): ReactElement {
  const all = useWords();
  const { act: words, destinations } = useMessages(payInsMessages);
  const sent = useSent();
  const form = useForm<PlaceName>({
    names: placeNames,
    draft: `place ${receipt}`,
    check: (values) =>
      contractProblems<PlaceName>(
        requestPlacement.body,
        { memberNo: undefined, loanNo: undefined, ...placementOf(values) },
        all,
      ),
    async send(values) {
      await call(requestPlacement, { params: { receipt }, body: placementOf(values) });
      await sent();
    },
  });
  const { deposits, "share-capital": shares, withdrawable, loan } = destinations;
  const isLoan = purposeOf(form.values.to) === "loan";
  const number = { autoCapitalize: "characters", autoComplete: "off", spellCheck: false } as const;
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <LikelyMembers
        likely={likely}
        chosen={form.values.memberNo}
        onChoose={(memberNo) => form.bind("memberNo").onValue(memberNo)}
      />
      <Select
        label={words.to}
        bind={form.bind("to")}
        options={{ deposits, "share-capital": shares, withdrawable, loan }}
      />
      {isLoan ? (
        <Field label={words.loanNo} bind={form.bind("loanNo")} {...number} />
      ) : (
        <Field label={words.memberNo} bind={form.bind("memberNo")} {...number} />
      )}
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button look="primary" width="full" type="submit" blocked={form.busy}>
        {words.place}
      </Button>
    </form>
  );
}

/** The first destination is preselected. */
function purposeOf(chosen: string): (typeof payInPurposes)[number] {
  return payInPurposes.find((purpose) => purpose === chosen) ?? "deposits";
}

function placementOf({ to, memberNo, loanNo }: Values<PlaceName>) {
  const purpose = purposeOf(to);
  return { to: purpose, ...(purpose === "loan" ? { loanNo } : { memberNo }) };
}

const returnNames = ["returnReceipt", "reason"] as const;
type ReturnName = (typeof returnNames)[number];

function ReturnForm({ found: { receipt } }: FormProps): ReactElement {
  const all = useWords();
  const { act: words } = useMessages(payInsMessages);
  const sent = useSent();
  const form = useForm<ReturnName>({
    names: returnNames,
    draft: `return ${receipt}`,
    check: (values) => contractProblems<ReturnName>(requestReturn.body, values, all),
    async send(body) {
      await call(requestReturn, { params: { receipt }, body });
      await sent();
    },
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <h3>{words.returnTitle}</h3>
      <p>{words.returnText}</p>
      <Field
        label={words.returnReceipt}
        bind={form.bind("returnReceipt")}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
      <Field label={words.reason} bind={form.bind("reason")} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button width="full" type="submit" blocked={form.busy}>
        {words.giveBack}
      </Button>
    </form>
  );
}

function MoveForm({ found: { receipt } }: FormProps): ReactElement {
  const all = useWords();
  const { act: words } = useMessages(payInsMessages);
  const sent = useSent();
  const form = useForm<"reason">({
    names: ["reason"],
    draft: `move ${receipt}`,
    check: (values) => contractProblems<"reason">(requestMove.body, values, all),
    async send(body) {
      await call(requestMove, { params: { receipt }, body });
      await sent();
    },
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <Field label={words.reason} bind={form.bind("reason")} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button width="full" type="submit" blocked={form.busy}>
        {words.move}
      </Button>
    </form>
  );
}
