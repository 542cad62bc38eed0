import type { ReactElement } from "react";
import type * as z from "zod/mini";
import {
  balanceSheet,
  balanceSheetFile,
  incomeStatement,
  incomeStatementFile,
} from "#shared/contract/ledger/reports.ts";
import { documentFormats } from "#shared/contract/statements/member-statements.ts";
import { fill } from "#shared/language.ts";
import type { ReportWords } from "#shared/messages/ledger/reports-en.ts";
import { reportMessages } from "#shared/messages/ledger/reports-sw.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { useMessages } from "#web/lib/words.ts";
import { booksAddress } from "#web/staff/addresses.ts";
import { Badge } from "#web/ui/badge.tsx";
import card from "#web/ui/card.module.css";
import { Card } from "#web/ui/card.tsx";
import { DayTool } from "#web/ui/day-tool.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import text from "#web/ui/text.module.css";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Download } from "#web/staff/download.tsx";
import css from "./books.module.css";

type Report = z.output<typeof balanceSheet.answer>;
type Section = Report["sections"][number];
type Row = Section["rows"][number];

interface IncomeProps {
  readonly from: string;
  readonly to: string;
}

/** The income statement of the period in the address; of this year without one. */
export function IncomePart({ from, to }: IncomeProps): ReactElement {
  const words = useMessages(reportMessages);
  const { go } = useNavigation();
  const query = { from, to };
  const load = useRequest(
    incomeStatement,
    { query },
    { keepBefore: true, hasWords: true, isAccess: true },
  );
  const shown = load.state === "loaded" ? load.data : { from, to };
  const ask = (change: Partial<IncomeProps>): void =>
    go(booksAddress("income", { from, to, ...change }), { replace: true });
  return (
    <Card>
      <div className={css["tools"]}>
        <DayTool
          className={css["tool"]}
          label={words.income.from}
          isSaid
          value={from || shown.from}
          onDay={(day) => ask({ from: day })}
        />
        <DayTool
          className={css["tool"]}
          label={words.income.to}
          isSaid
          value={to || shown.to}
          onDay={(day) => ask({ to: day })}
        />
        <Files endpoint={incomeStatementFile} query={query} />
      </div>
      <Loaded
        load={load}
        loading={words.income.loading}
        failed={words.income.failed}
        skeleton={<SkeletonLines rows={8} />}
      >
        {(report) => (
          <Shown report={report} period={words.income.period}>
            <Surplus report={report} />
          </Shown>
        )}
      </Loaded>
    </Card>
  );
}

/** The balance sheet of the day in the address; of today without one. */
export function BalancePart({ day }: { readonly day: string }): ReactElement {
  const words = useMessages(reportMessages);
  const { go } = useNavigation();
  const query = { day };
  const load = useRequest(
    balanceSheet,
    { query },
    { keepBefore: true, hasWords: true, isAccess: true },
  );
  const shown = load.state === "loaded" ? load.data.to : "";
  return (
    <Card>
      <div className={css["tools"]}>
        <DayTool
          className={css["tool"]}
          label={words.balance.day}
          isSaid
          value={day || shown}
          onDay={(chosen) => go(booksAddress("balance", { day: chosen }), { replace: true })}
        />
        <Files endpoint={balanceSheetFile} query={query} />
      </div>
      <Loaded
        load={load}
        loading={words.balance.loading}
        failed={words.balance.failed}
        skeleton={<SkeletonLines rows={10} />}
      >
        {(report) => (
          <Shown report={report} period={words.balance.period}>
            <Proof report={report} />
          </Shown>
        )}
      </Loaded>
    </Card>
  );
}

interface FilesProps {
  readonly endpoint: typeof balanceSheetFile | typeof incomeStatementFile;
  readonly query: Readonly<Record<string, string>>;
}

function Files({ endpoint, query }: FilesProps): ReactElement {
  const words = useMessages(reportMessages);
  return (
    <div className={css["push"]}>
      {documentFormats.map((format) => (
        <Download
          key={format}
          endpoint={endpoint}
          request={{ params: { format }, query }}
          words={{ csv: words.files[format], csvWait: words.wait, csvFailed: words.fileFailed }}
        />
      ))}
    </div>
  );
}

interface ShownProps {
  readonly report: Report;
  /** The sentence about the period, with its days to fill in. */
  readonly period: string;
  readonly children: ReactElement;
}

function Shown({ report, period, children }: ShownProps): ReactElement {
  const words = useMessages(reportMessages);
  const { language } = useSpoken();
  if (report.sections.every(({ rows }) => rows.length === 0)) {
    return (
      <EmptyState icon="list" title={words.empty}>
        <p>{words.emptyText}</p>
      </EmptyState>
    );
  }
  const day = (given: string) => formatDay(given, language);
  const { from, to, beforeTo: before } = report;
  return (
    <>
      <p className={css["about"]}>
        {fill(period, { from: day(from), to: day(to), before: day(before) })}
      </p>
      {report.sections
        .filter(({ rows }) => rows.length > 0)
        .map((section) => (
          <Table
            key={section.type}
            caption={words.sections[section.type]}
            columns={columnsOf(words, section, report)}
            rows={section.rows}
            rowKey={({ code, added }) => `${code} ${added}`}
            total={fill(words.total, { section: words.sections[section.type] })}
          />
        ))}
      <div className={card["foot"]}>{children}</div>
    </>
  );
}

function columnsOf(words: ReportWords, section: Section, report: Report): Column<Row>[] {
  const { heads, sections } = words;
  const { from, to } = report;
  return [
    {
      head: sections[section.type],
      place: "what",
      cell: ({ code, added, name }) =>
        code === "" ? (
          name
        ) : (
          <>
            <Link
              className={text["open"]}
              to={booksAddress("account", { account: code, added, from, to })}
            >
              {name}
            </Link>
            {added && <span className={css["code"]}>{added}</span>}
          </>
        ),
    },
    {
      head: heads.amount,
      place: "howMuch",
      number: true,
      cell: ({ amount }) => money(amount),
      total: money(section.amount),
    },
    {
      head: heads.before,
      place: "balance",
      number: true,
      quiet: true,
      cardLabel: heads.before,
      cell: ({ before }) => money(before),
      total: money(section.before),
      totalLabel: heads.before,
      totalPlace: "balance",
    },
  ];
}

function Surplus({ report: { result, resultBefore } }: { readonly report: Report }): ReactElement {
  const { income: words, heads } = useMessages(reportMessages);
  return (
    <>
      <Badge icon={result < 0 ? "stop" : "check"} meaning={result < 0 ? "bad" : "ok"}>
        {`${result < 0 ? words.deficit : words.surplus}: Ksh ${money(Math.abs(result))}`}
      </Badge>
      <span>{`${heads.before}: ${money(resultBefore)}`}</span>
    </>
  );
}

function Proof({ report: { result } }: { readonly report: Report }): ReactElement {
  const { balance: words } = useMessages(reportMessages);
  return result === 0 ? (
    <Badge icon="check" meaning="ok">
      {words.ties}
    </Badge>
  ) : (
    <Badge icon="stop" meaning="bad">
      {fill(words.differs, { amount: money(result) })}
    </Badge>
  );
}
