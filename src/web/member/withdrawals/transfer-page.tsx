import { transfersMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { transfers } from "#shared/contract/withdrawals/transfers.ts";
import { paths } from "#web/paths.ts";
import { useOwn } from "#web/member/use-own.ts";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import layout from "#web/ui/layout.module.css";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { OpenAccount } from "./account-card.tsx";
import { StandingCard } from "./standing.tsx";
import { TransferForm } from "./transfer-form.tsx";
import { TransferHistory } from "./transfer-history.tsx";

export type Accounts = z.output<typeof transfers.answer>;

/** Move money: from a withdrawable account to the member's other accounts. */
export function TransferPage(): ReactElement {
  const words = useMessages(transfersMessages);
  const load = useOwn(transfers);
  return (
    <>
      <Crumb to={paths.withdrawableStatement}>{words.back}</Crumb>
      <PageHeader title={words.title} lead={words.lead} />
      {load.state === "loaded" ? (
        <div className={layout["stack"]}>
          {load.data.blocked === "" ? (
            <TransferForm accounts={load.data} />
          ) : (
            <Blocked why={load.data.blocked} />
          )}
          <StandingCard accounts={load.data} />
          <TransferHistory rows={load.data.rows} />
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

function Blocked({ why }: { readonly why: Exclude<Accounts["blocked"], ""> }): ReactElement {
  const { blocked } = useMessages(transfersMessages);
  const { title, text } = blocked[why];
  return (
    <Card>
      <EmptyState
        icon={why === "no-account" ? "tray" : "lock"}
        title={title}
        actions={why === "no-account" && <OpenAccount />}
      >
        <p>{text}</p>
      </EmptyState>
    </Card>
  );
}
