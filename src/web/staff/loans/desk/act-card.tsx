import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { approval, decline } from "#shared/contract/loans/decisions.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Link } from "#web/lib/router.tsx";
import { updateAddress } from "#web/staff/addresses.ts";
import { Area } from "#web/ui/area.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { type Officer, useOfficer } from "#web/staff/officer.ts";
import { useKeys } from "#web/staff/keys.ts";
import desk from "#web/ui/desk.module.css";
import css from "./application.module.css";
import type { DecideProps } from "./application.tsx";
import { DecisionDialog } from "./decision-dialog.tsx";
import { useGuarantorsAwaited } from "./guarantors.tsx";
import { Overpaid } from "./overpaid.tsx";
import { PayOut } from "./pay-out.tsx";
import { Receive } from "./receive.tsx";
import { RecallDisbursement, ReturnApproval } from "./reverse-loan.tsx";

/** The actions on a loan in its state; an action the person may not take says who may. */
export function ActCard(props: DecideProps): ReactElement | null {
  const officer = useOfficer();
  if (officer === null) return null;
  const { state } = props.loan;
  if (state === "applied") return <Decide {...props} officer={officer} />;
  if (state === "approved") {
    return (
      <>
        <PayOut {...props} officer={officer} />
        <ReturnApproval {...props} officer={officer} />
      </>
    );
  }
  if (state !== "disbursed") {
    return props.file.outstanding < 0 ? <Overpaid {...props} officer={officer} /> : null;
  }
  return (
    <>
      <Receive {...props} officer={officer} />
      <RecallDisbursement {...props} officer={officer} />
    </>
  );
}

export interface ActProps extends DecideProps {
  readonly officer: Officer;
}

function Decide({ officer, ...props }: ActProps): ReactElement {
  const { loan, file } = props;
  const words = useMessages(loanDeskMessages);
  const may = officer.may("loans.decide") && !file.isYours;
  const amends = officer.may("loans.amend") && !file.isYours;
  return (
    <Card title={words.decide.title}>
      <div className={desk["act"]}>
        {may ? (
          <DecideForm {...props} />
        ) : (
          <Tip meaning="info">{file.isYours ? words.decide.own : words.decide.notYours}</Tip>
        )}
        {amends && <Link to={updateAddress(loan.loanNo)}>{words.amend.link}</Link>}
      </div>
    </Card>
  );
}

function DecideForm(props: DecideProps): ReactElement {
  const { loan, file } = props;
  const all = useWords();
  const { decide: words, consent } = useMessages(loanDeskMessages);
  const [asking, setAsking] = useState<"approve" | "decline" | null>(null);
  const form = useForm<"reason">({
    names: ["reason"],
    draft: `decline ${loan.loanNo}`,
    check({ reason }) {
      return contractProblems(decline.body, { reason, shownDigest: file.shownDigest }, all);
    },
    send: async () => setAsking("decline"),
  });
  const unmet = file.verdict === "unmet";
  const awaited = useGuarantorsAwaited({ loan, file });
  const waits = loan.amendment !== undefined;
  const undecided = unmet ? words.unmet : file.youAmended ? words.amended : awaited;
  const notYetWords = waits ? consent.blocked : undecided;
  const notYet = waits || unmet || file.verdict === "guarantors" || file.youAmended;
  const reason = (): void => document.querySelector<HTMLElement>("#decline-reason")?.focus();
  const approve = (): void => setAsking("approve");
  useKeys({ a: () => !notYet && approve(), d: reason });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      {notYet ? (
        <Tip meaning={unmet ? "warn" : "info"}>{notYetWords}</Tip>
      ) : (
        <p className={desk["another"]}>
          <Icon name="guarantee" />
          <span>{words.another}</span>
        </p>
      )}
      <Area
        id="decline-reason"
        label={words.reason}
        aside={words.ifDeclined}
        hint={words.reasonHint}
        bind={form.bind("reason")}
      />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["buttons"]} data-approve>
        <Button look="primary" width="full" blocked={notYet} onClick={approve}>
          {words.approve}
        </Button>
        <Button look="danger" width="full" type="submit" blocked={form.busy}>
          {words.decline}
        </Button>
      </div>
      {asking === "approve" && <Approve {...props} onClose={() => setAsking(null)} />}
      {asking === "decline" && (
        <Decline {...props} reason={form.values.reason} onClose={() => setAsking(null)} />
      )}
    </form>
  );
}

interface QuestionDialogProps extends DecideProps {
  readonly onClose: () => void;
}

function Approve({ loan, file, onDecided, onClose }: QuestionDialogProps): ReactElement {
  const { decide: words } = useMessages(loanDeskMessages);
  const { loanNo } = loan;
  return (
    <DecisionDialog
      loanNo={loanNo}
      file={file}
      title={fill(words.approveQuestion, { amount: money(loan.amount), name: loan.member })}
      yes={words.approve}
      look="primary"
      send={async (shownDigest) => {
        await call(approval, { params: { loanNo }, body: { shownDigest } });
        showToast({ kind: "success", text: words.approved });
      }}
      onDone={onDecided}
      onClose={onClose}
    >
      <p>{words.another}</p>
    </DecisionDialog>
  );
}

function Decline(props: QuestionDialogProps & { readonly reason: string }): ReactElement {
  const { loan, file, reason, onDecided, onClose } = props;
  const { decide: words } = useMessages(loanDeskMessages);
  const { loanNo } = loan;
  return (
    <DecisionDialog
      loanNo={loanNo}
      file={file}
      title={fill(words.declineQuestion, { amount: money(loan.amount), name: loan.member })}
      yes={words.decline}
      look="danger"
      send={async (shownDigest) => {
        await call(decline, { params: { loanNo }, body: { reason, shownDigest } });
        showToast({ kind: "success", text: words.declined });
      }}
      onDone={onDecided}
      onClose={onClose}
    >
      <p>{fill(words.declineText, { reason })}</p>
    </DecisionDialog>
  );
}
