import { transfersMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { openAccount, transfers } from "#shared/contract/withdrawals/transfers.ts";
import { fill } from "#shared/language.ts";
import { fromWireAmount } from "#shared/money.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { useSessionState } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { Money } from "#web/ui/money.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { Accounts } from "./transfer-page.tsx";
import css from "./withdrawals.module.css";

/** The withdrawable accounts with their balances, and what a member can do with the money. */
export function AccountCard({ folds = false }: { readonly folds?: boolean }): ReactElement {
  const { card } = useMessages(transfersMessages);
  const memberNo = useSessionState().session?.memberNo ?? "";
  const load = useRequest(transfers, { params: { memberNo } });
  return (
    <Card
      folds={folds}
      title={card.title}
      link={<Link to={paths.withdrawableStatement}>{card.statement}</Link>}
    >
      <Loaded
        load={load}
        loading={card.loading}
        failed={card.failed}
        skeleton={<SkeletonLines rows={2} />}
      >
        {(accounts) => <Balances accounts={accounts} />}
      </Loaded>
    </Card>
  );
}

function Balances({ accounts }: { readonly accounts: Accounts }): ReactElement {
  const { card } = useMessages(transfersMessages);
  if (accounts.accounts.length === 0) {
    return (
      <div className={css["note"]}>
        <p>{card.none}</p>
        {accounts.blocked === "no-account" && <OpenAccount />}
      </div>
    );
  }
  return (
    <>
      <Facts
        facts={accounts.accounts.map(({ accountNo, balance }) => ({
          term: fill(card.balance, { account: accountNo }),
          value: <Money amount={fromWireAmount(balance)} />,
        }))}
      />
      {accounts.blocked === "" && <AccountActions />}
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
