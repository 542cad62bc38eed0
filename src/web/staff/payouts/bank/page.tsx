import type { ReactElement } from "react";
import { bankMessages } from "#shared/messages/payouts/bank-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { paths } from "#web/paths.ts";
import { Crumb } from "#web/ui/crumb.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import css from "#web/ui/desk-page.module.css";
import type { Officer } from "../../officer.ts";
import { BankDetailsCard } from "./details-card.tsx";
import { BankFilesCard } from "./files-card.tsx";
import { BankQueueCard } from "./queue-card.tsx";

interface BankProps {
  readonly member: string;
  readonly officer: Officer;
}

/** Payouts that leave by the bank: those that are ready, their files, and members' accounts. */
export function BankPage({ member, officer }: BankProps): ReactElement {
  const words = useMessages(bankMessages);
  return (
    <div className={css["page"]}>
      <Crumb to={paths.payouts}>{words.back}</Crumb>
      <PageHeader title={words.title} place="payouts bank" lead={words.lead} />
      <BankQueueCard officer={officer} />
      <BankFilesCard />
      {officer.may("contacts.read") && <BankDetailsCard member={member} officer={officer} />}
    </div>
  );
}
