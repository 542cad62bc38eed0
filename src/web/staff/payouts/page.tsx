import type { ReactElement } from "react";
import { useParameters } from "#web/staff/parameters.ts";
import { useOfficer } from "../officer.ts";
import { EftFilePage } from "./bank/file-page.tsx";
import { BankPage } from "./bank/page.tsx";
import { ChequesPage } from "./cheques/page.tsx";
import { PayoutPage } from "./payout.tsx";
import { QueuePage } from "./queue.tsx";

/** Payouts: a tab of them, one, or those by the bank, by the query string. */
export function PayoutsPage(): ReactElement | null {
  const { payout: id, part, file, member = "" } = useParameters("payouts");
  const officer = useOfficer();
  if (officer === null) return null;
  if (part === "bank") {
    if (file) return <EftFilePage key={file} id={file} officer={officer} />;
    return <BankPage member={member} officer={officer} />;
  }
  if (part === "cheques") return <ChequesPage officer={officer} />;
  if (id === undefined) return <QueuePage officer={officer} />;
  return <PayoutPage key={id} id={id} officer={officer} />;
}
