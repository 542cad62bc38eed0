import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { eftFiles } from "#shared/contract/payouts/bank.ts";
import { fill, type Language } from "#shared/language.ts";
import type { BankWords } from "#shared/messages/payouts/bank-en.ts";
import { bankMessages } from "#shared/messages/payouts/bank-sw.ts";
import { formatCount, money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { useMessages } from "#web/lib/words.ts";
import { eftFileAddress } from "#web/staff/addresses.ts";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import page from "#web/ui/desk-page.module.css";
import { formatNairobiMoment } from "../../nairobi-moment.ts";

type Row = z.output<typeof eftFiles.answer>["rows"][number];

/** The latest files for the bank, each with the results of its payments. */
export function BankFilesCard(): ReactElement {
  const { files: words } = useMessages(bankMessages);
  const { language } = useSpoken();
  const load = useRequest(eftFiles);
  return (
    <Card title={words.title}>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={3} />}
      >
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon="tray" title={words.none}>
              <p>{words.noneText}</p>
            </EmptyState>
          ) : (
            <Table
              caption={words.caption}
              columns={columnsOf(words, language)}
              rows={rows}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

function columnsOf(words: BankWords["files"], language: Language): Column<Row>[] {
  const { heads } = words;
  return [
    {
      head: heads.file,
      place: "what",
      cell: ({ id }) => (
        <Link className={page["open"]} to={eftFileAddress(id)}>
          {fill(words.name, { id })}
        </Link>
      ),
    },
    {
      head: heads.made,
      place: "when",
      quiet: true,
      cell: ({ madeBy: by, approvedBy: approver, approvedAt }) =>
        fill(words.by, { by, approver, at: formatNairobiMoment(approvedAt, language) }),
    },
    {
      head: heads.payments,
      place: "balance",
      number: true,
      cardLabel: heads.payments,
      cell: ({ payments }) => formatCount(payments),
    },
    { head: heads.amount, place: "howMuch", number: true, cell: ({ amount }) => money(amount) },
    {
      head: heads.results,
      place: "reference",
      cell: ({ paid, returned, open, takenBack }) =>
        takenBack ? words.takenBack : fill(words.result, { paid, returned, open }),
    },
  ];
}
