import { payoutsMessages } from "#shared/messages/payouts/payouts-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { fill } from "#shared/language.ts";
import type { PayoutWords } from "#shared/messages/payouts/payouts-en.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import desk from "#web/ui/desk.module.css";
import type { Officer } from "../officer.ts";
import { WaitsForSecond } from "../waits-for-second.tsx";
import { type Act, AskDialog } from "./ask-dialog.tsx";
import { noteOf } from "./next-step.ts";
import type { Details } from "./payout.tsx";

interface ActProps {
  readonly found: Details;
  readonly officer: Officer;
}

/** The actions on a payment; an action the person may not take says who may. */
export function ActCard({ found, officer }: ActProps): ReactElement {
  const words = useMessages(payoutsMessages);
  const [asked, setAsked] = useState<Act | null>(null);
  const acts = actsOf(found, officer);
  return (
    <Card title={words.act.title}>
      <div className={desk["act"]}>
        <p className={desk["another"]}>
          <Icon name={acts.length > 0 ? "guarantee" : "info"} />
          <span>{noteOf(found, officer, words)}</span>
        </p>
        {found.failing && (
          <WaitsForSecond
            approvalId={found.failing.approvalId}
            text={
              found.failing.yours
                ? words.act.failingYours
                : fill(words.act.failing, { by: found.failing.by })
            }
            link={words.act.seeRequest}
          />
        )}
        {acts.length > 0 && (
          <div className={desk["buttons"]}>
            {acts.map((act, at) => (
              <Button
                key={act}
                width="full"
                look={at === 0 ? "primary" : "outline"}
                onClick={() => setAsked(act)}
              >
                {labelOf(act, found, words)}
              </Button>
            ))}
          </div>
        )}
      </div>
      {asked !== null && <AskDialog act={asked} found={found} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function labelOf(act: Act, { payout }: Details, { act: words }: PayoutWords): string {
  if (act === "officePaid") return words.paid;
  if (act === "agreeCash") return words.agree;
  if (isNotPaid(act)) return words.notPaid;
  return act === "paid" && payout.state === "failed" ? words.arrived : words[act];
}

/** Whether an action reports that a payment failed; what follows differs by its source. */
function isNotPaid(act: Act): act is Extract<Act, `notPaid${string}`> {
  return act.startsWith("notPaid");
}

const paidOf = ({ channel }: Details["payout"]): Act =>
  channel === "office" ? "officePaid" : "paid";

const notPaidOf = ({ source }: Details["payout"]): Act =>
  (
    {
      dividend: "notPaid",
      loan: "notPaidLoan",
      overpayment: "notPaidRefund",
      exit: "notPaidExit",
      withdrawal: "notPaidWithdrawal",
    } as const
  )[source];

/** Returns the actions an officer may take now; the server checks again. */
function actsOf(found: Details, officer: Officer): readonly Act[] {
  const { payout, failedBy, mayBeMarked, mayFail, failing, mobileNow, accountNo } = found;
  const resolves = officer.may("payouts.resolve");
  if (payout.claimedReceipt !== "" && payout.state !== "paid") {
    if (!resolves) return [];
    if (payout.claimedBy === officer.staffNo) return ["disagree"];
    return [payout.way === "cash" ? "agreeCash" : "agree", "disagree"];
  }
  const marks = officer.may("payouts.send") && mayBeMarked;
  if (payout.state !== "failed") {
    const fails = officer.may("payouts.send") && mayFail !== "no" && failing === undefined;
    if (!marks) return fails ? [notPaidOf(payout)] : [];
    return fails ? [paidOf(payout), notPaidOf(payout)] : [paidOf(payout)];
  }
  if (payout.source !== "dividend") return marks ? ["paid"] : [];
  const decides = resolves && failedBy !== officer.staffNo;
  return [
    ...(decides && (mobileNow !== "" || payout.channel === "office") ? (["again"] as const) : []),
    ...(decides && accountNo !== "" ? (["account"] as const) : []),
    ...(decides ? (["shares"] as const) : []),
    ...(officer.may("payouts.send") ? (["cash"] as const) : []),
    ...(marks ? (["paid"] as const) : []),
  ];
}
