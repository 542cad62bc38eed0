import type { ReactElement } from "react";
import { approval, decline } from "#shared/contract/loan-life.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useLoanDeskWords } from "#web/lib/loan-desk-words.ts";
import { Link } from "#web/lib/router.tsx";
import { updateAddress } from "#web/paths.ts";
import { Area } from "#web/ui/area.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { type Officer, useOfficer } from "#web/staff/officer.ts";
import { useKeys } from "../keys.ts";
import { useAct, useGoOn, useRenewLoan, wasFirst } from "./act.ts";
import css from "./application.module.css";
import type { FileProps } from "./application.tsx";
import { useGuarantorsAwaited } from "./guarantors.tsx";
import { PayOut } from "./pay-out.tsx";
import { Receive } from "./receive.tsx";

/** What there is to do with a loan in its state; what one may not do says who may. */
export function ActCard(props: FileProps): ReactElement | null {
  const officer = useOfficer();
  if (officer === null) return null;
  const { state } = props.loan;
  if (state === "applied") return <Decide {...props} officer={officer} />;
  if (state === "approved") return <PayOut {...props} officer={officer} />;
  return state === "disbursed" ? <Receive {...props} officer={officer} /> : null;
}

export interface ActProps extends FileProps {
  readonly officer: Officer;
}

function Decide({ loan, file, officer }: ActProps): ReactElement {
  const words = useLoanDeskWords();
  const may = officer.may("loans.decide") && !file.isYours;
  const amends = officer.may("loans.amend") && !file.isYours;
  return (
    <Card title={words.decide.title}>
      <div className={css["act"]}>
        {may ? (
          <DecideForm loan={loan} file={file} />
        ) : (
          <Tip meaning="info">{file.isYours ? words.decide.own : words.decide.notYours}</Tip>
        )}
        {amends && <Link to={updateAddress(loan.loanNo)}>{words.amend.link}</Link>}
      </div>
    </Card>
  );
}

function DecideForm({ loan, file }: FileProps): ReactElement {
  const all = useWords();
  const { decide: words } = useLoanDeskWords();
  const goOn = useGoOn();
  const renew = useRenewLoan();
  const { loanNo, amount } = loan;
  const approve = useAct(approval, { loanNo, done: words.approved, body: { amount } });
  const form = useForm<"reason">({
    names: ["reason"],
    draft: `decline ${loanNo}`,
    check: (values) => contractProblems(decline.body, values, all),
    async send(body) {
      try {
        await call(decline, { params: { loanNo }, body });
      } catch (error) {
        if (wasFirst(error)) await renew();
        throw error;
      }
      showToast({ kind: "success", text: words.declined });
      await goOn(loanNo);
    },
  });
  const unmet = file.verdict === "unmet";
  const awaited = useGuarantorsAwaited({ loan, file });
  const notYetWords = unmet ? words.unmet : file.youAmended ? words.amended : awaited;
  const notYet = unmet || file.verdict === "guarantors" || file.youAmended;
  const reason = (): void => document.querySelector<HTMLElement>("#decline-reason")?.focus();
  useKeys({ a: () => !notYet && approve.run(), d: reason });
  const alert = form.alert ?? approve.failed;
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      {notYet ? (
        <Tip meaning={unmet ? "warn" : "info"}>{notYetWords}</Tip>
      ) : (
        <p className={css["another"]}>
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
      {alert && <Tip meaning="bad">{alert}</Tip>}
      <div className={css["buttons"]} data-approve>
        <Button look="primary" width="full" blocked={notYet || approve.busy} onClick={approve.run}>
          {words.approve}
        </Button>
        <Button look="danger" width="full" type="submit" blocked={form.busy}>
          {words.decline}
        </Button>
      </div>
    </form>
  );
}
