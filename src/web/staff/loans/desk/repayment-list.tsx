import { signedInMessages } from "#web/lib/member-texts.ts";
import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { file, repaymentWays, reversal } from "#shared/contract/loans/desk.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { Area } from "#web/ui/area.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Changes } from "#web/ui/changes.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useHeldFacts } from "#web/staff/held-facts.ts";
import { useOfficer } from "#web/staff/officer.ts";
import { useRenewLoan } from "./act.ts";
import css from "./application.module.css";
import type { FileProps, LoanFile } from "./application.tsx";

type Repayment = LoanFile["repayments"][number];

/** The loan's repayments, including the reversed ones. */
export function RepaymentList({ loan, file }: FileProps): ReactElement {
  const { repayments: words } = useMessages(loanDeskMessages);
  const { language } = useSpoken();
  const [asked, setAsked] = useState<Repayment | null>(null);
  const may = useOfficer()?.may("loans.receive") === true && !file.isYours;
  return (
    <Card title={words.title}>
      {file.repayments.length === 0 ? (
        <p className={css["foot"]}>{words.none}</p>
      ) : (
        <Table
          caption={words.caption}
          rows={file.repayments}
          rowKey={({ receipt, date, amount, reversedFor }) =>
            [receipt, date, amount, reversedFor].join(" ")
          }
          columns={[
            { head: words.date, place: "what", cell: ({ date }) => formatDay(date, language) },
            {
              head: words.receipt,
              place: "reference",
              cell: ({ receipt }) => receipt,
              quiet: true,
            },
            {
              head: words.way,
              place: "when",
              cell: ({ way }) => words.ways[way],
            },
            {
              head: words.amount,
              place: "howMuch",
              number: true,
              cell: ({ amount }) => money(amount),
            },
            {
              head: words.takeBack,
              place: "more",
              cell: reversalCell(may, setAsked),
            },
          ]}
        />
      )}
      {file.outstanding < 0 && (
        <p className={css["foot"]}>{fill(words.overpaid, { amount: money(-file.outstanding) })}</p>
      )}
      {asked && <ReversalDialog loanNo={loan.loanNo} row={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

interface ReverseRepaymentProps {
  readonly row: Repayment;
  readonly may: boolean;
  readonly onAsk: () => void;
}

function ReverseRepayment({ row, may, onAsk }: ReverseRepaymentProps): ReactElement | null {
  const { repayments: words } = useMessages(loanDeskMessages);
  if (row.reversedFor !== "") return <>{fill(words.takenBack, { reason: row.reversedFor })}</>;
  if (!may || !repaymentWays.some((way) => way === row.way)) return null;
  if (row.yours) return <small>{words.yours}</small>;
  return (
    <Button
      small
      look="quiet"
      aria-label={fill(words.takeBackOf, { receipt: row.receipt })}
      onClick={onAsk}
    >
      {words.takeBack}
    </Button>
  );
}

const reversalCell =
  (may: boolean, ask: (row: Repayment) => void) =>
  (row: Repayment): ReactElement => <ReverseRepayment row={row} may={may} onAsk={() => ask(row)} />;

interface ReversalProps {
  readonly loanNo: string;
  readonly row: Repayment;
  readonly onClose: () => void;
}

/** Reverses exactly the repayment it shows; shows what changed and asks again. */
function ReversalDialog({ loanNo, row, onClose }: ReversalProps): ReactElement {
  const all = useWords();
  const { changes } = useMessages(signedInMessages);
  const { repayments: words } = useMessages(loanDeskMessages);
  const say = useFormatRepayment();
  const renew = useRenewLoan();
  const { receipt } = row;
  const { now, before, decide } = useHeldFacts(row, () => latestOf(loanNo, row));
  const { shownDigest } = now;
  const form = useForm<"reason">({
    names: ["reason"],
    check: (values) => contractProblems(reversal.body, { receipt, shownDigest, ...values }, all),
    async send({ reason }) {
      const isDone = await decide(async (shown) => {
        const body = { receipt, reason, shownDigest: shown.shownDigest };
        await call(reversal, { params: { loanNo }, body });
      });
      if (isDone) {
        showToast({ kind: "success", text: words.done });
        onClose();
      }
      await renew();
    },
  });
  const values = { receipt, amount: money(now.amount) };
  return (
    <Dialog title={fill(words.question, values)} onClose={onClose} actions={null}>
      <p>{before ? changes.text : words.consequence}</p>
      {before ? <Changes before={say(before)} now={say(now)} /> : <Facts facts={say(now)} />}
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <Area label={words.reason} bind={form.bind("reason")} />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["buttons"]}>
          <Button first width="full" onClick={onClose}>
            {words.keep}
          </Button>
          <Button look="danger" width="full" type="submit" blocked={form.busy}>
            {words.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Reads the current repayment of a receipt; returns the given one where it has no receipt. */
async function latestOf(loanNo: string, row: Repayment): Promise<Repayment> {
  const { repayments } = await call(file, { params: { loanNo } });
  const isOpen = (one: Repayment) => one.receipt === row.receipt && one.reversedFor === "";
  return repayments.find(isOpen) ?? row;
}

/** Returns the function that describes a repayment. */
function useFormatRepayment() {
  const { repayments: words } = useMessages(loanDeskMessages);
  const { ksh } = useWords().common;
  const { language } = useSpoken();
  return ({ date, way, amount, by }: Repayment) => [
    { term: words.date, value: formatDay(date, language) },
    { term: words.way, value: words.ways[way] },
    { term: words.amount, value: `${ksh} ${money(amount)}` },
    { term: words.by, value: by },
  ];
}
