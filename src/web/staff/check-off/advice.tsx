import { checkOffAdviceMessages } from "#shared/messages/check-off/advice-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { adviceFile, advices, makeAdvice } from "#shared/contract/check-off/advice.ts";
import { fill } from "#shared/language.ts";
import type { CheckOffAdviceWords } from "#shared/messages/check-off/advice-en.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { formatCount, money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Download } from "../download.tsx";
import type { Officer } from "../officer.ts";
import { ContributionChanges } from "./contribution-changes.tsx";
import css from "./check-off.module.css";

type Advices = z.output<typeof advices.answer>;
type Next = NonNullable<Advices["next"]>;
type Made = Advices["rows"][number];

/** The advices to the employer, the next one, and members' changes. */
export function AdvicePage({ officer }: { readonly officer: Officer }): ReactElement {
  const words = useMessages(checkOffAdviceMessages);
  const load = useRequest(advices, {}, { isAccess: true });
  return (
    <div className={css["page"]}>
      <PageHeader
        title={words.title}
        place="check-off advice"
        lead={
          <>
            {words.intro} <Link to={paths.checkOff}>{words.back}</Link>
          </>
        }
      />
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={
          <Card>
            <SkeletonLines rows={6} />
          </Card>
        }
      >
        {({ next, rows }) => (
          <>
            <NextAdvice next={next ?? null} mayMake={officer.may("checkoff.prepare")} />
            <MadeAdvices rows={rows} />
          </>
        )}
      </Loaded>
      <ContributionChanges />
    </div>
  );
}

interface NextProps {
  readonly next: Next | null;
  readonly mayMake: boolean;
}

function NextAdvice({ next, mayMake }: NextProps): ReactElement {
  const { next: words, figures } = useMessages(checkOffAdviceMessages);
  const { language } = useSpoken();
  const cache = useQueryClient();
  const { busy, failed, run } = useAction(async ({ month, digest }: Next) => {
    try {
      await call(makeAdvice, { params: { month: month.slice(0, 7) }, body: { digest } });
    } finally {
      await cache.invalidateQueries();
    }
    const said = { month: formatDay(month, language, "monthYear") };
    showToast({ kind: "success", text: fill(words.done, said), detail: words.doneDetail });
  });
  if (next === null) {
    return (
      <Card>
        <EmptyState icon="check" title={words.early}>
          <p>{words.earlyText}</p>
        </EmptyState>
      </Card>
    );
  }
  const month = formatDay(next.month, language, "monthYear");
  return (
    <Card title={fill(words.title, { month })}>
      <Facts
        facts={[
          { term: figures.members, value: formatCount(next.members) },
          { term: figures.loans, value: money(next.loans) },
          { term: figures.contributions, value: money(next.contributions) },
          { term: figures.asBefore, value: formatCount(next.asBefore) },
        ]}
      />
      <div className={card["foot"]}>
        <p>{words.text}</p>
        {failed && <Tip meaning="bad">{failed}</Tip>}
        {mayMake && (
          <Button look="primary" width="full-on-phones" blocked={busy} onClick={() => run(next)}>
            {busy ? words.busy : fill(words.submit, { month })}
          </Button>
        )}
      </div>
    </Card>
  );
}

function MadeAdvices({ rows }: { readonly rows: readonly Made[] }): ReactElement {
  const words = useMessages(checkOffAdviceMessages);
  return (
    <Card title={words.made}>
      {rows.length === 0 ? (
        <EmptyState icon="tray" title={words.none}>
          <p>{words.noneText}</p>
        </EmptyState>
      ) : (
        <Table
          caption={words.made}
          rows={rows}
          rowKey={({ month }) => month}
          columns={columnsOf(words)}
        />
      )}
    </Card>
  );
}

function columnsOf({ heads, figures }: CheckOffAdviceWords): Column<Made>[] {
  return [
    { head: heads.month, place: "what", cell: ({ month }) => <Month month={month} /> },
    {
      head: figures.members,
      place: "balance",
      number: true,
      cardLabel: figures.members,
      cell: ({ members }) => formatCount(members),
    },
    { head: figures.loans, place: "noPhone", number: true, cell: ({ loans }) => money(loans) },
    {
      head: figures.contributions,
      place: "howMuch",
      number: true,
      cell: ({ contributions }) => money(contributions),
    },
    { head: heads.by, place: "reference", quiet: true, cell: ({ madeBy }) => madeBy },
    { head: heads.file, place: "more", cell: ({ month }) => <AdviceFile month={month} /> },
  ];
}

function Month({ month }: { readonly month: string }): ReactElement {
  const { language } = useSpoken();
  return <>{formatDay(month, language, "monthYear")}</>;
}

function AdviceFile({ month }: { readonly month: string }): ReactElement {
  const words = useMessages(checkOffAdviceMessages);
  const { language } = useSpoken();
  return (
    <Download
      endpoint={adviceFile}
      request={{ params: { month: month.slice(0, 7) } }}
      words={words}
      label={fill(words.csvOf, { month: formatDay(month, language, "monthYear") })}
    />
  );
}
