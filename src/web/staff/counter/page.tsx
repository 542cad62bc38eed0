import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { Link } from "#web/lib/router.tsx";
import { counterAddress } from "#web/staff/addresses.ts";
import { type CounterPart, counterParts, type Read, useParameters } from "#web/staff/parameters.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import desk from "#web/ui/desk-page.module.css";
import { type Officer, useOfficer } from "../officer.ts";
import css from "./counter.module.css";
import { MyTill } from "./my-till.tsx";
import { ReceiptPage } from "./receipt.tsx";
import { ReceiptsPart } from "./receipts.tsx";
import { TillPage } from "./till.tsx";
import { TillsPart } from "./tills.tsx";
import { CounterCard } from "../withdrawals/counter-card.tsx";

const needs = {
  till: "counter.receive",
  receipts: "counter.read",
  withdrawals: "withdrawals.request",
  tills: "tills.read",
} as const;

/** The counter: the user's own till, the receipts and all tills, by the query string. */
export function CounterPage(): ReactElement | null {
  const asked = useParameters("counter");
  const officer = useOfficer();
  if (officer === null) return null;
  const { receipt, till } = asked;
  if (receipt !== undefined) {
    return <ReceiptPage key={receipt} receipt={receipt} officer={officer} />;
  }
  if (till !== undefined) return <TillPage key={till} id={till} officer={officer} />;
  // Staff who may read withdrawals enter them beside their list.
  const open = counterParts.filter(
    (one) => officer.may(needs[one]) && !(one === "withdrawals" && officer.may("withdrawals.read")),
  );
  const part = open.find((one) => one === asked.part) ?? open[0] ?? "receipts";
  return <Parts part={part} open={open} asked={asked} officer={officer} />;
}

interface PartsProps {
  readonly part: CounterPart;
  readonly open: readonly CounterPart[];
  readonly asked: Read<"counter">;
  readonly officer: Officer;
}

function Parts({ part, open, asked, officer }: PartsProps): ReactElement {
  const words = useMessages(counterMessages);
  return (
    <div className={desk["page"]}>
      <PageHeader title={words.title} place={`counter ${part}`} lead={words.lead} />
      {open.length > 1 && (
        <nav className={css["parts"]} aria-label={words.parts}>
          {open.map((one) => (
            <Link
              key={one}
              to={counterAddress(one)}
              aria-current={one === part ? "page" : undefined}
            >
              {words.tabs[one]}
            </Link>
          ))}
        </nav>
      )}
      {part === "till" && <MyTill />}
      {part === "receipts" && (
        <ReceiptsPart search={asked.search ?? ""} clearing={asked.clearing !== undefined} />
      )}
      {part === "withdrawals" && <CounterCard />}
      {part === "tills" && officer.may("tills.read") && <TillsPart tab={asked.tab ?? "open"} />}
    </div>
  );
}
