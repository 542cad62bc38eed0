import { type ReactElement, useState } from "react";
import { disbursement } from "#shared/contract/loan-life.ts";
import { fill } from "#shared/language.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { money } from "#web/lib/figures.ts";
import { useLoanDeskWords } from "#web/lib/loan-desk-words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { useAct } from "./act.ts";
import css from "./application.module.css";
import type { ActProps } from "./act-card.tsx";

/** Pays an approved loan out, by somebody else than approved it; asked again, as money leaves. */
export function PayOut({ loan, file, officer }: ActProps): ReactElement {
  const { payOut: words, decide } = useLoanDeskWords();
  const [asking, setAsking] = useState(false);
  const { loanNo } = loan;
  const act = useAct(disbursement, { loanNo, done: words.done });
  const why = whyNot({ file, officer, loan }, { ...words, own: decide.own });
  const mobile = formatMobileNumber(file.member.mobile) || words.noMobile;
  const values = { amount: money(loan.amount), mobile, name: loan.member };
  return (
    <Card title={words.title}>
      <div className={css["act"]}>
        <p className={css["said"]}>{fill(words.to, values)}</p>
        {why && <Tip meaning="info">{why}</Tip>}
        {act.failed && <Tip meaning="bad">{act.failed}</Tip>}
        <Button
          look="primary"
          width="full"
          blocked={why !== null || act.busy}
          onClick={() => setAsking(true)}
        >
          {words.button}
        </Button>
      </div>
      {asking && (
        <Dialog
          title={fill(words.question, values)}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button first onClick={() => setAsking(false)}>
                {words.wait}
              </Button>
              <Button
                look="primary"
                onClick={() => {
                  setAsking(false);
                  act.run();
                }}
              >
                {words.confirm}
              </Button>
            </>
          }
        >
          <p>{fill(words.consequence, values)}</p>
        </Dialog>
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

/** Why whoever looks may not pay it out; null where they may. */
function whyNot({ file, officer }: ActProps, words: Reasons): string | null {
  if (file.youApproved) return words.youApproved;
  if (!officer.may("loans.disburse")) return words.notYours;
  if (file.isYours) return words.own;
  return file.verdict === "unmet" ? words.unmet : null;
}
