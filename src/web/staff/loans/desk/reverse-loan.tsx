import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import * as contract from "#shared/contract/loans/taken-back.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Area } from "#web/ui/area.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { WaitsForSecond } from "#web/staff/waits-for-second.tsx";
import { useRenewLoan } from "./act.ts";
import type { ActProps } from "./act-card.tsx";
import desk from "#web/ui/desk.module.css";
import css from "./application.module.css";
import type { FileProps, LoanFile } from "./application.tsx";
import { DecisionDialog } from "./decision-dialog.tsx";

/** Requests that an approval be returned, which a second person carries out. */
export function ReturnApproval({ loan, file, officer }: ActProps): ReactElement | null {
  const { returning: words, badges } = useMessages(loanDeskMessages);
  const all = useWords();
  const [asking, setAsking] = useState(false);
  const { loanNo } = loan;
  const form = useForm<"outcome" | "reason">({
    names: ["outcome", "reason"],
    starting: { outcome: "queue" },
    draft: `return ${loanNo}`,
    check(values) {
      const body = { ...values, shownDigest: file.shownDigest };
      return contractProblems(contract.approval.body, body, all);
    },
    send: async () => setAsking(true),
  });
  if (!officer.may("loans.return") || file.isYours) return null;
  if (file.takingBack) return <Waiting title={words.title} waiting={file.takingBack} />;
  const unmet = file.checks.find(({ state }) => state === "unmet");
  const outcome = form.values.outcome === "declined" ? "declined" : "queue";
  return (
    <Card title={words.title}>
      <form className={desk["act"]} onSubmit={form.submit} noValidate>
        {unmet && <Tip meaning="warn">{fill(words.unmet, { rule: badges[unmet.code] })}</Tip>}
        <Select label={words.outcome} bind={form.bind("outcome")} options={words.outcomes} />
        <Area label={words.reason} hint={words.reasonHints[outcome]} bind={form.bind("reason")} />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <Button width="full" type="submit">
          {words.submit}
        </Button>
      </form>
      {asking && (
        <ReverseLoanDialog
          loan={loan}
          file={file}
          title={fill(words.question, { amount: money(loan.amount), name: loan.member })}
          text={fill(words.consequences[outcome], { reason: form.values.reason })}
          onClose={() => setAsking(false)}
          send={(shownDigest) => {
            const body = { outcome, reason: form.values.reason, shownDigest } as const;
            return call(contract.approval, { params: { loanNo }, body });
          }}
        />
      )}
    </Card>
  );
}

/** Requests that a disbursement be reversed, which a second person carries out. */
export function RecallDisbursement({ loan, file, officer }: ActProps): ReactElement | null {
  const { recalling: words } = useMessages(loanDeskMessages);
  const all = useWords();
  const [asking, setAsking] = useState(false);
  const { loanNo } = loan;
  const form = useForm<"reason">({
    names: ["reason"],
    draft: `recall ${loanNo}`,
    check({ reason }) {
      const body = { reason, shownDigest: file.shownDigest };
      return contractProblems(contract.disbursement.body, body, all);
    },
    send: async () => setAsking(true),
  });
  const isPaid = file.outstanding !== loan.total || file.policy === undefined;
  if (!officer.may("loans.disburse") || file.isYours || isPaid) return null;
  if (file.takingBack) return <Waiting title={words.title} waiting={file.takingBack} />;
  return (
    <Card title={words.title}>
      <form className={desk["act"]} onSubmit={form.submit} noValidate>
        <p className={css["said"]}>{words.text}</p>
        <Area label={words.reason} hint={words.reasonHint} bind={form.bind("reason")} />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <Button width="full" type="submit">
          {words.submit}
        </Button>
      </form>
      {asking && (
        <ReverseLoanDialog
          loan={loan}
          file={file}
          title={fill(words.question, { amount: money(loan.amount), name: loan.member })}
          text={words.consequence}
          onClose={() => setAsking(false)}
          send={(shownDigest) => {
            const body = { reason: form.values.reason, shownDigest };
            return call(contract.disbursement, { params: { loanNo }, body });
          }}
        />
      )}
    </Card>
  );
}

interface WaitingProps {
  readonly title: string;
  readonly waiting: NonNullable<LoanFile["takingBack"]>;
}

function Waiting({ title, waiting: { approvalId, by, yours } }: WaitingProps): ReactElement {
  const { returning: words } = useMessages(loanDeskMessages);
  const text = yours ? words.waitsYours : fill(words.waits, { by });
  return (
    <Card title={title} padded>
      <WaitsForSecond approvalId={approvalId} text={text} link={words.waitsLink} />
    </Card>
  );
}

interface ReverseRepaymentProps extends FileProps {
  readonly title: string;
  readonly text: string;
  readonly send: (shownDigest: string) => Promise<unknown>;
  readonly onClose: () => void;
}

function ReverseLoanDialog({
  loan,
  file,
  title,
  text,
  send,
  onClose,
}: ReverseRepaymentProps): ReactElement {
  const { returning: words } = useMessages(loanDeskMessages);
  const renew = useRenewLoan();
  return (
    <DecisionDialog
      loanNo={loan.loanNo}
      file={file}
      title={title}
      yes={words.confirm}
      look="danger"
      send={async (shownDigest) => {
        await send(shownDigest);
        showToast({ kind: "success", text: words.requested });
      }}
      onDone={async () => {
        await renew();
        onClose();
      }}
      onClose={onClose}
    >
      <p>{text}</p>
    </DecisionDialog>
  );
}
