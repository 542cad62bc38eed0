import { ownBankMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { cancelBankAccount } from "#shared/contract/payouts/own-bank.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ConfirmDialog } from "#web/member/confirm-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { Standing } from "./bank-account-page.tsx";
import css from "./own-bank.module.css";

type Account = NonNullable<Standing["current"]>;

const looks = {
  approval: { icon: "clock", meaning: "warn" },
  waiting: { icon: "clock", meaning: "info" },
  usable: { icon: "check", meaning: "ok" },
} as const;

interface AccountProps {
  readonly title: string;
  readonly account: Account;
}

/** A bank account with its progress, which its member can stop. */
export function AccountCard({ title, account }: AccountProps): ReactElement {
  const { shown: words } = useMessages(ownBankMessages);
  const [asking, setAsking] = useState(false);
  return (
    <Card title={title}>
      <Facts
        facts={[
          { term: words.bankName, value: account.bankName },
          { term: words.branchCode, value: account.branchCode },
          { term: words.accountNo, value: account.accountNo },
          { term: words.accountName, value: account.accountName },
          { term: words.state, value: <Progress account={account} /> },
        ]}
      />
      <div className={css["note"]}>
        {account.isByOffice && account.progress !== "usable" && (
          <Tip meaning="warn">{words.byOffice}</Tip>
        )}
        <Button small onClick={() => setAsking(true)}>
          {words.stop}
        </Button>
      </div>
      {asking && <Question account={account} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function Progress({ account: { progress, usableFrom } }: Pick<AccountProps, "account">) {
  const { shown: words } = useMessages(ownBankMessages);
  const { language } = useSpoken();
  const [day = "", time = ""] = usableFrom.split(" ");
  const at = day === "" ? "" : `${formatDay(day, language)}, ${time}`;
  return <Badge {...looks[progress]}>{fill(words.progress[progress], { at })}</Badge>;
}

interface QuestionProps {
  readonly account: Account;
  readonly onClose: () => void;
}

function Question({ account: { id, accountNo }, onClose }: QuestionProps): ReactElement {
  const { shown: words } = useMessages(ownBankMessages);
  const cache = useQueryClient();
  const action = useAction(async () => {
    await call(cancelBankAccount, { params: { id }, body: {} });
    showToast({ kind: "success", text: fill(words.stopped, { account: accountNo }) });
    await cache.invalidateQueries();
  });
  return (
    <ConfirmDialog
      {...action}
      title={fill(words.stopTitle, { account: accountNo })}
      no={words.keep}
      yes={words.stop}
      danger
      onClose={onClose}
    >
      <p>{words.stopText}</p>
    </ConfirmDialog>
  );
}
