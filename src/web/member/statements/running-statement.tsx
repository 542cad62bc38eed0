import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useDeferredValue, useMemo, useState } from "react";
import { totals } from "#shared/contract/members/records.ts";
import type { TotalName } from "#shared/contract/members/total-addresses.ts";
import { running } from "#shared/contract/statements/member-statements.ts";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { fill } from "#shared/language.ts";
import type { StatementWords } from "#shared/messages/statements/statements-en.ts";
import {
  hasText,
  type RunningStatement,
  runningStatementKinds,
  textsOfMovement,
} from "#shared/statement-columns.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useNarrow } from "#web/lib/narrow.ts";
import { isBackwards, periodOf, periodSearch, today } from "#web/lib/period.ts";
import { useRequest } from "#web/lib/query.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { useSessionState } from "#web/lib/session.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { askedFor } from "./asked-period.ts";
import { PeriodTools, SearchBox } from "./period-tools.tsx";
import type { Running } from "./part-of-statement.ts";
import { usePartOfLoaded } from "./part-of-loaded.ts";
import { FoundLine, NothingFound, RowsSkeleton } from "./rows.tsx";
import { runningColumns } from "./running-columns.tsx";
import css from "./statement.module.css";
import { StatementPage } from "./statement-page.tsx";

export type Movement = Running["movements"][number];

export interface RunningPageProps {
  readonly statement: RunningStatement;
  /** The content above the movements. */
  readonly above?: ReactElement;
  /** A link below the movements. */
  readonly below?: ReactElement;
}

/** A statement in which each movement shows the balance after it. */
export function RunningPage({ statement, above, below }: RunningPageProps): ReactElement {
  const words = useMessages(statementsMessages);
  const [search, setSearch] = useState("");
  const now = today();
  const period = periodOf(
    useNavigation().address.search,
    runningStatementKinds[statement].preset,
    now,
  );
  const asked = askedFor(period, now);
  const memberNo = useSessionState().session?.memberNo ?? "";
  const params = { memberNo, statement };
  const backwards = isBackwards(period);
  const load = useRequest(
    running,
    { params, query: asked },
    { enabled: !backwards, keepBefore: true },
  );
  const keptFrom = usePartOfLoaded(params, asked, load);
  const data = load.state === "loaded" ? load.data : undefined;
  const lead = useSaidPeriod(data ?? { from: period.from ?? "", to: period.to ?? now });
  return (
    <StatementPage
      statement={statement}
      lead={lead}
      printDate={data?.asAt}
      ready={data !== undefined && !load.changing && !backwards}
      wanted={{ ...asked, search: search.trim() }}
    >
      {above}
      <Card>
        <div className={css["tools"]}>
          <PeriodTools period={period} />
          <SearchBox value={search} hint={words.search.movements} onValue={setSearch} />
        </div>
        {!backwards && (
          <div className={css["body"]} aria-busy={load.changing}>
            <Loaded
              load={load}
              loading={words.loading}
              failed={words.failed}
              skeleton={<RowsSkeleton />}
            >
              {(found) => (
                <Movements
                  statement={statement}
                  found={found}
                  search={search}
                  onClear={() => setSearch("")}
                />
              )}
            </Loaded>
            {keptFrom && <KeptPart from={keptFrom} />}
          </div>
        )}
      </Card>
      {below}
    </StatementPage>
  );
}

/** Links to the entries that can be read without a connection. */
function KeptPart({ from }: { readonly from: CalendarDate }): ReactElement {
  const { period } = useMessages(statementsMessages);
  const { language } = useSpoken();
  const { pathname } = useNavigation().address;
  return (
    <p className={css["tools"]}>
      <LinkButton small to={pathname + periodSearch({ from })}>
        {fill(period.kept, { from: formatDay(from, language) })}
      </LinkButton>
    </p>
  );
}

function useSaidPeriod({ from, to }: { readonly from: string; readonly to: string }): string {
  const { language } = useSpoken();
  const { period } = useMessages(statementsMessages);
  const last = formatDay(to, language);
  if (from === "") return fill(period.upTo, { to: last });
  return fill(period.between, { from: formatDay(from, language), to: last });
}

interface MovementsProps {
  readonly statement: RunningStatement;
  readonly found: Running;
  readonly search: string;
  readonly onClear: () => void;
}

function Movements({ statement, found, search, onClear }: MovementsProps): ReactElement {
  const words = useMessages(statementsMessages);
  const { language } = useSpoken();
  const { pathname } = useNavigation().address;
  // A phone begins with the latest; larger screens and paper read like a passbook.
  const isNarrow = useNarrow();
  // Typing stays responsive while thousands of rows are searched.
  const searched = useDeferredValue(search.trim());
  const rows = useMemo(() => moved(found.movements, searched), [found, searched]);
  if (found.movements.length === 0) {
    if (found.broughtForward === 0 && found.from === "") {
      return <Empty statement={statement} />;
    }
    const closing = money(found.closing);
    return (
      <EmptyState
        icon="calendar"
        title={words.quiet.title}
        actions={
          <LinkButton small to={pathname + periodSearch({ to: today() })}>
            {words.quiet.all}
          </LinkButton>
        }
      >
        <p>{fill(words.quiet.text, { closing })}</p>
      </EmptyState>
    );
  }
  if (rows.length === 0) return <NothingFound search={search} onClear={onClear} />;
  return (
    <>
      <Table
        caption={words.titles[statement]}
        columns={runningColumns(statement, found, words, language)}
        rows={rows}
        rowKey={({ id }) => id}
        total={words.table.total}
        newestFirst={isNarrow}
      />
      {rows.length < found.movements.length && (
        <FoundLine
          count={rows.length}
          all={found.movements.length}
          search={search}
          onClear={onClear}
        />
      )}
      <Proof statement={statement} found={found} />
    </>
  );
}

/** The movements that match a text, as the server matches them for a document. */
function moved(movements: readonly Movement[], search: string): readonly Movement[] {
  if (search === "") return movements;
  return movements.filter((movement) => hasText(textsOfMovement(movement), search));
}

function Empty({ statement }: { readonly statement: RunningStatement }): ReactElement {
  const { title, text } = useMessages(statementsMessages).empty[statement];
  return (
    <EmptyState icon={statement === "savings" ? "wallet" : "layers"} title={title}>
      <p>{text}</p>
    </EmptyState>
  );
}

interface ProofProps {
  readonly statement: RunningStatement;
  readonly found: Running;
}

/** The line that confirms the sum, and compares it with the total on the dashboard. */
function Proof({ statement, found }: ProofProps): ReactElement {
  const { proof } = useMessages(statementsMessages);
  const { language } = useSpoken();
  const memberNo = useSessionState().session?.memberNo ?? "";
  const compared: TotalName | null = runningStatementKinds[statement].total;
  const enabled = compared !== null;
  const total = useRequest(
    totals[compared ?? "savings"],
    { params: { memberNo } },
    { enabled, isAside: true },
  );
  const count = found.movements.length;
  const sum = saidSum(found, proof);
  const same = total.state === "loaded" && total.data === found.closing;
  const against =
    compared !== null && same && found.to >= found.asAt
      ? proof[compared]
      : fill(proof.onDay, { to: formatDay(found.to, language) });
  return (
    <p className={css["proof"]}>
      <Icon name="check" small />
      <span>
        {count === 1 ? proof.entry : fill(proof.entries, { count })} {sum}, {against}.
      </span>
    </p>
  );
}

/** The opening balance, money in, money out, and the closing balance. */
function saidSum(found: Running, { sum, whole, inAll }: StatementWords["proof"]): string {
  const closing = money(found.closing);
  const out = found.totalOut === 0 ? "" : ` − ${money(found.totalOut)}`;
  if (found.from !== "") {
    const moves = `+ ${money(found.totalIn)}${out}`;
    return fill(sum, { brought: money(found.broughtForward), moves, closing });
  }
  return out
    ? fill(whole, { moves: money(found.totalIn) + out, closing })
    : fill(inAll, { closing });
}
