import { ownBankMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { ownBankAccount } from "#shared/contract/payouts/own-bank.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import layout from "#web/ui/layout.module.css";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ConfirmMobile } from "#web/member/identity/confirm-mobile.tsx";
import { BankForm } from "./bank-form.tsx";
import { AccountCard } from "./bank-account-card.tsx";
import { ChoiceCard } from "./choice-card.tsx";

export type Standing = z.output<typeof ownBankAccount.answer>;

/** The bank account of a member: the one in force, one that waits, and the form for another. */
export function BankAccountPage(): ReactElement {
  const words = useMessages(ownBankMessages);
  const load = useRequest(ownBankAccount);
  return (
    <>
      <Crumb to={paths.memberDetails}>{words.back}</Crumb>
      <PageHeader title={words.title} lead={words.lead} />
      {load.state === "loaded" ? (
        <Accounts standing={load.data} onChanged={load.again} />
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

interface AccountsProps {
  readonly standing: Standing;
  readonly onChanged: () => void;
}

function Accounts({ standing, onChanged }: AccountsProps): ReactElement {
  const { shown } = useMessages(ownBankMessages);
  const { current, waiting, blocked } = standing;
  return (
    <div className={layout["stack"]}>
      {waiting && <AccountCard title={shown.waiting} account={waiting} />}
      {current && <AccountCard title={shown.current} account={current} />}
      {(current || standing.paidBy === "bank") && <ChoiceCard standing={standing} />}
      {!current && !waiting && (
        <Card title={shown.current}>
          <EmptyState icon="tray" title={shown.none}>
            <p>{shown.noneText}</p>
          </EmptyState>
        </Card>
      )}
      {!waiting &&
        (blocked === "" ? (
          <BankForm standing={standing} />
        ) : (
          <Blocked why={blocked} standing={standing} onConfirmed={onChanged} />
        ))}
    </div>
  );
}

interface BlockedProps {
  readonly why: Exclude<Standing["blocked"], "">;
  readonly standing: Standing;
  readonly onConfirmed: () => void;
}

function Blocked({ why, standing: { heldUntil }, onConfirmed }: BlockedProps): ReactElement {
  const { blocked, confirmNumber } = useMessages(ownBankMessages);
  const { language } = useSpoken();
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
  const until = heldUntil && {
    date: formatDay(heldUntil.date, language),
    time: heldUntil.time,
  };
  return (
    <Card>
      <EmptyState
        icon={why === "number" ? "phone" : "lock"}
        title={title}
        actions={why === "number" ? confirm : null}
      >
        <p>{until ? fill(text, until) : text}</p>
      </EmptyState>
      {confirming && <ConfirmMobile mobile="" onClose={close} />}
    </Card>
  );
}
