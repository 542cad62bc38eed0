import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { disbursement } from "#shared/contract/loans/decisions.ts";
import type { PayoutChannel } from "#shared/payout-ways.ts";
import { fill } from "#shared/language.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import desk from "#web/ui/desk.module.css";
import css from "./application.module.css";
import type { ActProps } from "./act-card.tsx";
import { DecisionDialog } from "./decision-dialog.tsx";

/** Disburses an approved loan, by a different person than its approver; asks for confirmation. */
export function PayOut({ loan, file, officer, onDecided }: ActProps): ReactElement {
  const { payOut: words, decide } = useMessages(loanDeskMessages);
  const [asking, setAsking] = useState(false);
  const { paysBy } = file.member;
  const [channel, setChannel] = useState<PayoutChannel>(paysBy === "phone" ? "phone" : "office");
  const { loanNo } = loan;
  const why = whyNot({ file, officer }, { ...words, own: decide.own });
  const mobile = formatMobileNumber(file.member.mobile) || words.noMobile;
  const values = { amount: money(loan.amount), mobile, name: loan.member };
  return (
    <Card title={words.title}>
      <div className={desk["act"]}>
        <p className={css["said"]}>
          {fill({ phone: words.to, bank: words.toBank, office: words.atOffice }[paysBy], values)}
        </p>
        {why && <Tip meaning="info">{why}</Tip>}
        <Button look="primary" width="full" blocked={why !== null} onClick={() => setAsking(true)}>
          {words.button}
        </Button>
      </div>
      {asking && (
        <DecisionDialog
          loanNo={loanNo}
          file={file}
          title={fill(words.question, values)}
          yes={words.confirm}
          look="primary"
          send={async (shownDigest) => {
            await call(disbursement, { params: { loanNo }, body: { shownDigest, channel } });
            showToast({ kind: "success", text: words.done });
          }}
          onDone={onDecided}
          onClose={() => setAsking(false)}
        >
          <p>{words.consequence}</p>
          {paysBy === "phone" && (
            <Select
              label={words.channel}
              bind={{
                name: "channel",
                error: undefined,
                value: channel,
                onValue: (chosen) => setChannel(chosen === "office" ? "office" : "phone"),
              }}
              options={{
                phone: fill(words.channels.phone, values),
                office: words.channels.office,
              }}
            />
          )}
        </DecisionDialog>
      )}
    </Card>
  );
}

interface Reasons {
  readonly own: string;
  readonly youApproved: string;
  readonly notYours: string;
  readonly unmet: string;
}

/** Returns why the viewer may not disburse it; null where they may. */
function whyNot(
  { file, officer }: Pick<ActProps, "file" | "officer">,
  words: Reasons,
): string | null {
  if (file.youApproved) return words.youApproved;
  if (!officer.may("loans.disburse")) return words.notYours;
  if (file.isYours) return words.own;
  return file.verdict === "unmet" ? words.unmet : null;
}
