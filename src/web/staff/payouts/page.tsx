import type { ReactElement } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import { useOfficer } from "../officer.ts";
import { EftFilePage } from "./bank/file-page.tsx";
import { BankPage } from "./bank/page.tsx";
import { ChequesPage } from "./cheques/page.tsx";
import { PayoutPage } from "./payout.tsx";
import { QueuePage } from "./queue.tsx";

/** Payouts: a tab of them, one, or those by the bank, by the query string. */
export function PayoutsPage(): ReactElement | null {
  const query = new URLSearchParams(useNavigation().address.search);
  const id = query.get("payout");
  const officer = useOfficer();
  if (officer === null) return null;
  if (query.get("part") === "bank") {
    const file = query.get("file") ?? "";
    if (file !== "") return <EftFilePage key={file} id={file} officer={officer} />;
    return <BankPage member={query.get("member") ?? ""} officer={officer} />;
  }
  if (query.get("part") === "cheques") return <ChequesPage officer={officer} />;
  if (id === null) return <QueuePage officer={officer} />;
  return <PayoutPage key={id} id={id} officer={officer} />;
}
