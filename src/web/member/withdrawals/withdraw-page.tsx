import { withdrawalsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { withdrawals } from "#shared/contract/withdrawals/own.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { Facts } from "#web/ui/facts.tsx";
import layout from "#web/ui/layout.module.css";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ConfirmMobile } from "#web/member/identity/confirm-mobile.tsx";
import { useOwn } from "#web/member/use-own.ts";
import { OpenAccount } from "./account-card.tsx";
import { mostOf } from "./typed-withdrawal.ts";
import { WithdrawForm } from "./withdraw-form.tsx";
import { WithdrawalHistory } from "./withdrawal-history.tsx";
import css from "./withdrawals.module.css";

export type Standing = z.output<typeof withdrawals.answer>;

/** Withdraw: the available amount, the request with its code, and the state of each withdrawal. */
export function WithdrawPage(): ReactElement {
  const words = useMessages(withdrawalsMessages);
  const load = useOwn(withdrawals);
  return (
    <>
      <Crumb to={paths.withdrawableStatement}>{words.back}</Crumb>
      <PageHeader title={words.title} lead={words.lead} />
      {load.state === "loaded" ? (
        <div className={layout["stack"]}>
          {load.data.blocked === "" ? (
            <div className={layout["two"]}>
              <WithdrawForm standing={load.data} />
              <Rules standing={load.data} />
            </div>
          ) : (
            <Blocked why={load.data.blocked} onConfirmed={load.again} />
          )}
          <WithdrawalHistory rows={load.data.rows} />
        </div>
      ) : (
        <Card>
          <LoadedLines load={load} words={words} lines={6}>
            {() => null}
          </LoadedLines>
        </Card>
      )}
    </>
  );
}

interface BlockedProps {
  readonly why: Exclude<Standing["blocked"], "">;
  readonly onConfirmed: () => void;
}

function Blocked({ why, onConfirmed }: BlockedProps): ReactElement {
  const { blocked, confirmNumber } = useMessages(withdrawalsMessages);
  const [confirming, setConfirming] = useState(false);
  const { title, text } = blocked[why];
  const close = (): void => {
    setConfirming(false);
    onConfirmed();
  };
  const confirm = (
    <Button small look="primary" onClick={() => setConfirming(true)}>
      {confirmNumber}
    </Button>
  );
  return (
    <Card>
      <EmptyState
        icon={why === "number" ? "phone" : "lock"}
        title={title}
        actions={why === "number" ? confirm : why === "no-account" && <OpenAccount />}
      >
        <p>{text}</p>
      </EmptyState>
      {confirming && <ConfirmMobile mobile="" onClose={close} />}
    </Card>
  );
}

/** The rules in force, as they apply to this member now. */
function Rules({ standing }: { readonly standing: Standing }): ReactElement {
  const { rules: words } = useMessages(withdrawalsMessages);
  const { language } = useSpoken();
  const { rules, leftToday, heldUntil, accounts } = standing;
  const ksh = (amount: number): string => `Ksh ${money(amount)}`;
  const [first] = accounts;
  const most = first === undefined ? 0 : Number(mostOf(standing, first.accountNo)) / 100;
  return (
    <Card title={words.title}>
      <Facts
        facts={[
          { term: words.most, value: ksh(most) },
          { term: words.smallest, value: ksh(rules.smallest) },
          { term: words.day, value: ksh(leftToday) },
          { term: words.fee, value: rules.fee === 0 ? words.noFee : ksh(rules.fee) },
          {
            term: words.notice,
            value:
              rules.noticeDays === 0 ? words.atOnce : fill(words.days, { days: rules.noticeDays }),
          },
          {
            term: fill(words.approval, { amount: money(rules.approvalAbove) }),
            value: words.approvalText,
          },
        ]}
      />
      {heldUntil && (
        <div className={css["note"]}>
          <Tip meaning="warn">
            {fill(words.held, { date: formatDay(heldUntil.date, language), time: heldUntil.time })}
          </Tip>
        </div>
      )}
    </Card>
  );
}
