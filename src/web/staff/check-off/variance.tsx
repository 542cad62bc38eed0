import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import {
  variance as endpoint,
  varianceFile,
  type VarianceKind,
  varianceKinds,
} from "#shared/contract/check-off/variance.ts";
import { fill } from "#shared/language.ts";
import type { CheckOffWords } from "#shared/messages/check-off/check-off-en.ts";
import { addCents, formatMoney, fromWireAmount, negateCents } from "#shared/money.ts";
import { callForFile } from "#web/lib/api.ts";
import { failureWords } from "#web/lib/failure.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { useWords } from "#web/lib/language.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import css from "./check-off.module.css";

type Page = z.output<typeof endpoint.answer>;
type Row = Page["rows"][number];

interface VarianceProps {
  readonly id: string;
  readonly month: string;
}

/** Compares what was due in the month with what the file brings, one kind of variance at a time. */
export function VarianceCard({ id, month }: VarianceProps): ReactElement {
  const { variance: texts } = useMessages(checkOffMessages);
  const words = useWords();
  const [kind, setKind] = useState<VarianceKind>("missing");
  const load = usePagedRequest(endpoint, { params: { batch: id }, query: { kind } }, "after");
  const download = async (): Promise<void> => {
    try {
      saveFile(await callForFile(varianceFile, { params: { batch: id } }));
    } catch (error) {
      showToast({ kind: "failure", text: failureWords(error, words) });
    }
  };
  return (
    <>
      <div className={css["actions"]}>
        <span>{fill(texts.intro, { month })}</span>
        <Button small onClick={() => void download()}>
          {texts.download}
        </Button>
        <Button small onClick={() => print()}>
          {texts.print}
        </Button>
      </div>
      <Loaded
        load={load}
        loading={texts.caption}
        failed={texts.failed}
        skeleton={
          <Card>
            <SkeletonLines rows={8} />
          </Card>
        }
      >
        {({ pages, more }) => <Report pages={pages} more={more} kind={kind} onKind={setKind} />}
      </Loaded>
    </>
  );
}

interface ReportProps {
  readonly pages: readonly Page[];
  readonly more: (() => void) | null;
  readonly kind: VarianceKind;
  readonly onKind: (kind: VarianceKind) => void;
}

function Report({ pages, more, kind, onKind }: ReportProps): ReactElement {
  const words = useMessages(checkOffMessages);
  const { variance: texts, report } = words;
  const rows = pages.flatMap((page) => page.rows);
  const [page] = pages;
  return (
    <>
      <div className={css["tabs"]} role="group" aria-label={texts.tabs}>
        {varianceKinds.map((one) => (
          <button key={one} type="button" aria-pressed={kind === one} onClick={() => onKind(one)}>
            {report.kinds[one]} <span>{page?.totals[one]?.members.toLocaleString("en-KE")}</span>
          </button>
        ))}
      </div>
      {page && <Sums page={page} kind={kind} />}
      <Card>
        {rows.length === 0 ? (
          <EmptyState icon="check" title={texts.none}>
            <p>{texts.noneText}</p>
          </EmptyState>
        ) : (
          <Table
            caption={texts.caption}
            columns={columnsOf(words)}
            rows={rows}
            rowKey={({ memberNo }) => memberNo}
          />
        )}
        {more && (
          <div className={card["foot"]}>
            <Button small onClick={more}>
              {texts.more}
            </Button>
          </div>
        )}
      </Card>
    </>
  );
}

function Sums({ page, kind }: { readonly page: Page; readonly kind: VarianceKind }): ReactElement {
  const { variance: words, report } = useMessages(checkOffMessages);
  const sums = page.totals[kind];
  const came = varianceKinds.map((one) => fromWireAmount(page.totals[one].received));
  const apart = negateCents(fromWireAmount(sums.expected));
  const difference = addCents(fromWireAmount(sums.received), apart);
  const figures = [
    [words.members, formatCount(sums.members)],
    [words.due, money(sums.expected)],
    [words.came, money(sums.received)],
    [report.heads.difference, formatMoney(difference)],
  ] as const;
  return (
    <Card title={report.kinds[kind]}>
      <dl className={css["figures"]}>
        {figures.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={card["foot"]}>
        <p className={css["proof"]}>
          {fill(words.proof, {
            loans: formatMoney(addCents(...came)),
            deposits: money(page.toDeposits),
            shareCapital: money(page.toShareCapital),
            fees: money(page.toFees),
            suspense: money(page.toSuspense),
            amount: money(page.amount),
          })}
        </p>
      </div>
    </Card>
  );
}

function columnsOf({ report: { heads } }: CheckOffWords): Column<Row>[] {
  return [
    { head: heads.memberNo, place: "what", cell: ({ memberNo }) => memberNo },
    { head: heads.member, place: "when", cell: ({ member }) => member },
    {
      head: heads.expected,
      place: "balance",
      number: true,
      cardLabel: heads.expected,
      cell: ({ expected }) => money(expected),
    },
    {
      head: heads.received,
      place: "more",
      number: true,
      cardLabel: heads.received,
      cell: ({ received }) => money(received),
    },
    {
      head: heads.difference,
      place: "howMuch",
      number: true,
      cell: ({ difference }) => money(difference),
    },
  ];
}
