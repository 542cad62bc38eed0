import { booksMessages } from "#shared/messages/ledger/books-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { useInSight } from "#web/lib/in-sight.ts";
import { Link } from "#web/lib/router.tsx";
import { booksAddress } from "#web/staff/addresses.ts";
import { type BookPart, bookParts, type Read, useParameters } from "#web/staff/parameters.ts";
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

/** The books: their reports and single items, by the query string. */
export function BooksPage(): ReactElement | null {
  const asked = useParameters("books");
  const officer = useOfficer();
  if (officer === null) return null;
  const { part, id = "", account = "", kind } = asked;
  if (part === "account") {
    const { member = "", added = "", from = "", to = "", search = "" } = asked;
    return <AccountPage account={account} asked={{ member, added, from, to, search }} />;
  }
  if (part === "entry") return <EntryPage key={id} id={id} />;
  if (officer.may("treasury.read")) {
    if (part === "movement") return <MovementPage key={id} id={id} officer={officer} />;
    if (part === "new-movement") return <EnterPage kind={kind} officer={officer} />;
  }
  const report = bookParts.find((one) => one === part) ?? "trial";
  return <Parts part={report} asked={asked} officer={officer} />;
}

const mayOpen = (part: BookPart, officer: Officer): boolean =>
  part === "exports"
    ? officer.may("exports.read")
    : (part !== "treasury" && part !== "chart") || officer.may("treasury.read");

interface PartsProps {
  readonly part: BookPart;
  readonly asked: Read<"books">;
  readonly officer: Officer;
}

function Parts({ part, asked, officer }: PartsProps): ReactElement {
  const words = useMessages(booksMessages);
  const { day = "", from = "", to = "", member = "" } = asked;
  const open = bookParts.filter((one) => mayOpen(one, officer));
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
      {part === "trial" && <TrialPart day={day} />}
      {part === "income" && <IncomePart from={from} to={to} />}
      {part === "balance" && <BalancePart day={day} />}
      {part === "treasury" && officer.may("treasury.read") && <TreasuryPart officer={officer} />}
      {part === "chart" && officer.may("treasury.read") && <ChartPart officer={officer} />}
      {part === "controls" && <ControlsPart />}
      {part === "totals" && <TotalsPart key={member} member={member} />}
      {part === "runs" && <RunsPart officer={officer} />}
      {part === "months" && <MonthsPart officer={officer} />}
      {part === "exports" && officer.may("exports.read") && <ExportsPart officer={officer} />}
    </div>
  );
}
