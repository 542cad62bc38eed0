import type { ReactElement } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import { useOfficer } from "../officer.ts";
import { PayoutPage } from "./payout.tsx";
import { QueuePage } from "./queue.tsx";

/** Payouts: a tab of them, or one, by the query string. */
export function PayoutsPage(): ReactElement | null {
  const id = new URLSearchParams(useNavigation().address.search).get("payout");
  const officer = useOfficer();
  if (officer === null) return null;
  if (id === null) return <QueuePage officer={officer} />;
  return <PayoutPage key={id} id={id} officer={officer} />;
}
