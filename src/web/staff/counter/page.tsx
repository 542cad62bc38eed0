import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { counterAddress } from "#web/staff/addresses.ts";
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
const parts = ["till", "receipts", "withdrawals", "tills"] as const;
type Part = (typeof parts)[number];

/** The counter: the user's own till, the receipts and all tills, by the query string. */
export function CounterPage(): ReactElement | null {
  const query = new URLSearchParams(useNavigation().address.search);
  const officer = useOfficer();
  if (officer === null) return null;
  const receipt = query.get("receipt");
  const till = query.get("till");
  if (receipt !== null) return <ReceiptPage key={receipt} receipt={receipt} officer={officer} />;
  if (till !== null) return <TillPage key={till} id={till} officer={officer} />;
  // Staff who may read withdrawals enter them beside their list.
  const open = parts.filter(
    (one) => officer.may(needs[one]) && !(one === "withdrawals" && officer.may("withdrawals.read")),
  );
  const part = open.find((one) => one === query.get("part")) ?? open[0] ?? "receipts";
  return <Parts part={part} open={open} query={query} officer={officer} />;
}

interface PartsProps {
  readonly part: Part;
  readonly open: readonly Part[];
  readonly query: URLSearchParams;
  readonly officer: Officer;
}

function Parts({ part, open, query, officer }: PartsProps): ReactElement {
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
        <ReceiptsPart
          search={query.get("search") ?? ""}
          clearing={query.get("clearing") !== null}
        />
      )}
      {part === "withdrawals" && <CounterCard />}
      {part === "tills" && officer.may("tills.read") && <TillsPart tab={query.get("tab") ?? ""} />}
    </div>
  );
}
