import { booksMessages } from "#shared/messages/ledger/books-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { controls, reconciliation, runs } from "#shared/contract/ledger/books.ts";
import { list as months } from "#shared/contract/ledger/months.ts";
import { fill, type Language } from "#shared/language.ts";
import type { BooksWords } from "#shared/messages/ledger/books-en.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useEvery } from "#web/lib/every.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatInstant } from "#web/lib/moment.ts";
import { useRequest, useRenew } from "#web/lib/query.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { Running } from "#web/ui/running.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Officer } from "#web/staff/officer.ts";
import { type ActorLabel, useActorLabel } from "#web/staff/actor-label.ts";
import css from "./books.module.css";

type Runs = z.output<typeof runs.answer>;
type Run = Runs["rows"][number];

/** The reconciler's last runs, and a button to start one. */
export function RunsPart({ officer }: { readonly officer: Officer }): ReactElement {
  const { runs: words } = useMessages(booksMessages);
  const load = useRequest(runs, undefined, { isAccess: true });
  const { busy, failed, run } = useRunNow();
  const { again } = load;
  const isRunning = load.state === "loaded" && load.data.isRunning;
  useEvery(again, busy || isRunning);
  return (
    <>
      <p className={css["lead"]}>{words.lead}</p>
      {officer.may("proof.reconcile") && (
        <div className={css["acts"]}>
          <Button look="primary" blocked={busy || isRunning} onClick={() => run()}>
            {busy || isRunning ? words.busy : words.now}
          </Button>
        </div>
      )}
      <div role="status">{load.state === "loaded" && <Progress runs={load.data} />}</div>
      {failed && <Tip meaning="bad">{failed}</Tip>}
      <Card>
        <Loaded
          load={load}
          loading={words.loading}
          failed={words.failed}
          skeleton={<SkeletonLines rows={6} />}
        >
          {({ rows }) => <Rows rows={rows} />}
        </Loaded>
      </Card>
    </>
  );
}

function useRunNow() {
  const { runs: words } = useMessages(booksMessages);
  const renew = useRenew();
  return useAction(async () => {
    try {
      const { found } = await call(reconciliation, { body: {} });
      const text = found === 0 ? words.clean : fill(words.unclean, { count: found });
      showToast({ kind: found === 0 ? "success" : "failure", text });
    } finally {
      void renew(runs, controls, months);
    }
  });
}

function Progress({ runs: { isRunning, percent } }: { readonly runs: Runs }): ReactElement | null {
  const { runs: words } = useMessages(booksMessages);
  if (!isRunning) return null;
  const text = fill(words.running, { percent });
  return <Running done={percent} of={100} text={text} />;
}

function Rows({ rows }: { readonly rows: readonly Run[] }): ReactElement {
  const { runs: words } = useMessages(booksMessages);
  const { language } = useSpoken();
  const actorLabel = useActorLabel();
  const [latest] = rows;
  if (latest === undefined) {
    return (
      <EmptyState icon="clock" title={words.empty}>
        <p>{words.emptyText}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        caption={words.caption}
        columns={columnsOf(words, language, actorLabel)}
        rows={rows}
        rowKey={({ id }) => id}
      />
      {latest.findings.length > 0 && (
        <ul className={css["findings"]} aria-label={words.findings}>
          {latest.findings.map((one) => (
            <li key={`${one.check} ${one.subject}`}>{fill(words.finding, { ...one })}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function columnsOf(
  words: BooksWords["runs"],
  language: Language,
  actorLabel: ActorLabel,
): Column<Run>[] {
  const { heads } = words;
  return [
    { head: heads.at, place: "what", cell: ({ at }) => formatInstant(at, language) },
    {
      head: heads.by,
      place: "when",
      cell: ({ by }) => (by === "nightly" ? words.nightly : actorLabel(by)),
    },
    {
      head: heads.took,
      place: "balance",
      number: true,
      cell: ({ milliseconds }) =>
        fill(words.seconds, { seconds: (milliseconds / 1000).toFixed(1) }),
    },
    {
      head: heads.found,
      place: "more",
      cell: ({ found }) =>
        found === 0 ? (
          <Badge icon="check" meaning="ok">
            {words.nothing}
          </Badge>
        ) : (
          <Badge icon="stop" meaning="bad">
            {fill(words.found, { count: found })}
          </Badge>
        ),
    },
  ];
}
