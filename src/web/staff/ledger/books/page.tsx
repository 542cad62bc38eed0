import { booksMessages } from "#shared/messages/ledger/books-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { useInSight } from "#web/lib/in-sight.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { booksAddress } from "#web/staff/addresses.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { type Officer, useOfficer } from "#web/staff/officer.ts";
import { ChartPart } from "#web/staff/treasury/chart-part.tsx";
import { EnterPage } from "#web/staff/treasury/enter-page.tsx";
import { MovementPage } from "#web/staff/treasury/movement-page.tsx";
import { TreasuryPart } from "#web/staff/treasury/part.tsx";
import { AccountPage } from "./account.tsx";
import css from "./books.module.css";
import { ControlsPart } from "./controls.tsx";
import { EntryPage } from "./entry.tsx";
import { ExportsPart } from "./exports.tsx";
import { MonthsPart } from "./months.tsx";
import { BalancePart, IncomePart } from "./report.tsx";
import { RunsPart } from "./runs.tsx";
import { TotalsPart } from "./totals.tsx";
import { TrialPart } from "./trial.tsx";

const parts = [
  "trial",
  "income",
  "balance",
  "treasury",
  "chart",
  "controls",
  "totals",
  "runs",
  "months",
  "exports",
] as const;
type Part = (typeof parts)[number];

/** The books: their reports and single items, by the query string. */
export function BooksPage(): ReactElement | null {
  const query = new URLSearchParams(useNavigation().address.search);
  const officer = useOfficer();
  if (officer === null) return null;
  const asked = query.get("part") ?? "trial";
  const given = (name: string): string => query.get(name) ?? "";
  if (asked === "account") {
    return (
      <AccountPage
        account={given("account")}
        asked={{
          member: given("member"),
          added: given("added"),
          from: given("from"),
          to: given("to"),
          search: given("search"),
        }}
      />
    );
  }
  if (asked === "entry") return <EntryPage key={given("id")} id={given("id")} />;
  if (officer.may("treasury.read")) {
    const id = given("id");
    if (asked === "movement") return <MovementPage key={id} id={id} officer={officer} />;
    if (asked === "new-movement") return <EnterPage kind={given("kind")} officer={officer} />;
  }
  const part = parts.find((one) => one === asked) ?? "trial";
  return <Parts part={part} given={given} officer={officer} />;
}

const mayOpen = (part: Part, officer: Officer): boolean =>
  part === "exports"
    ? officer.may("exports.read")
    : (part !== "treasury" && part !== "chart") || officer.may("treasury.read");

interface PartsProps {
  readonly part: Part;
  readonly given: (name: string) => string;
  readonly officer: Officer;
}

function Parts({ part, given, officer }: PartsProps): ReactElement {
  const words = useMessages(booksMessages);
  const open = parts.filter((one) => mayOpen(one, officer));
  const row = useInSight<HTMLElement>(open.indexOf(part));
  return (
    <div className={css["page"]}>
      <PageHeader title={words.title} place={`books ${part}`} lead={words.lead} />
      <nav ref={row} className={css["tabs"]} aria-label={words.tabs}>
        {open.map((one) => (
          <Link key={one} to={booksAddress(one)} aria-current={one === part ? "page" : undefined}>
            {words.parts[one]}
          </Link>
        ))}
      </nav>
      {part === "trial" && <TrialPart day={given("day")} />}
      {part === "income" && <IncomePart from={given("from")} to={given("to")} />}
      {part === "balance" && <BalancePart day={given("day")} />}
      {part === "treasury" && officer.may("treasury.read") && <TreasuryPart officer={officer} />}
      {part === "chart" && officer.may("treasury.read") && <ChartPart officer={officer} />}
      {part === "controls" && <ControlsPart />}
      {part === "totals" && <TotalsPart key={given("member")} member={given("member")} />}
      {part === "runs" && <RunsPart officer={officer} />}
      {part === "months" && <MonthsPart officer={officer} />}
      {part === "exports" && officer.may("exports.read") && <ExportsPart officer={officer} />}
    </div>
  );
}
