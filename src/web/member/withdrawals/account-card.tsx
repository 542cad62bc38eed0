import { transfersMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { withdrawals } from "#shared/contract/withdrawals/own.ts";
import { openAccount } from "#shared/contract/withdrawals/transfers.ts";
import { fill } from "#shared/language.ts";
import { fromWireAmount } from "#shared/money.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { useOwn } from "#web/member/use-own.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import layout from "#web/ui/layout.module.css";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { Money } from "#web/ui/money.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { Standing } from "./withdraw-page.tsx";
import css from "./withdrawals.module.css";

/** The withdrawable accounts with their balances, and what a member can do with the money. */
export function AccountCard({ folds = false }: { readonly folds?: boolean }): ReactElement {
  const { card } = useMessages(transfersMessages);
  const load = useOwn(withdrawals);
  return (
    <Card
      folds={folds}
      title={card.title}
      link={<Link to={paths.withdrawableStatement}>{card.statement}</Link>}
    >
      <LoadedLines load={load} words={card} lines={2}>
        {(standing) => <Balances standing={standing} />}
      </LoadedLines>
    </Card>
  );
}

function Balances({ standing }: { readonly standing: Standing }): ReactElement {
  const { card } = useMessages(transfersMessages);
  const { accounts, blocked } = standing;
  if (accounts.length === 0) {
    return (
      <div className={css["note"]}>
        <p>{card.none}</p>
        {blocked === "no-account" && <OpenAccount />}
      </div>
    );
  }
  return (
    <>
      <Facts
        facts={accounts.map(({ accountNo, balance }) => ({
          term: fill(card.balance, { account: accountNo }),
          value: <Money amount={fromWireAmount(balance)} />,
        }))}
      />
      {(blocked === "" || blocked === "number") && <AccountActions />}
    </>
  );
}

/** Opens the member's own account, on one press. */
export function OpenAccount(): ReactElement {
  const { card } = useMessages(transfersMessages);
  const cache = useQueryClient();
  const { busy, failed, run } = useAction(async () => {
    const { accountNo: account } = await call(openAccount, { body: {} });
    showToast({ kind: "success", text: fill(card.opened, { account }) });
    await cache.invalidateQueries();
  });
  return (
    <>
      <Button needsNetwork small blocked={busy} onClick={() => run()}>
        {card.open}
      </Button>
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </>
  );
}

/** The actions on the money of a withdrawable account. */
function AccountActions(): ReactElement {
  const { card } = useMessages(transfersMessages);
  return (
    <p className={`${css["note"]} ${layout["row"]}`}>
      <LinkButton small to={paths.withdraw}>
        {card.withdraw}
      </LinkButton>
      <LinkButton small to={paths.transfer}>
        {card.move}
      </LinkButton>
    </p>
  );
}
