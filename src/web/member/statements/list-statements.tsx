import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type ReactNode, useState } from "react";
import type * as z from "zod/mini";
import {
  contributions,
  guarantor,
  loans,
  withdrawable,
} from "#shared/contract/statements/member-statements.ts";
import { fill } from "#shared/language.ts";
import { loanName } from "#shared/loan-names.ts";
import type { StatementWords } from "#shared/messages/statements/statements-en.ts";
import type { ListStatement } from "#shared/statement-columns.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import type { Load } from "#web/lib/loading.ts";
import { useNarrow } from "#web/lib/narrow.ts";
import { loanAddress } from "#web/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ApplicationsCard } from "#web/member/loans/instant-loans/applications-card.tsx";
import { ServicedCard } from "#web/member/loans/guarantees/serviced-card.tsx";
import { AccountCard } from "#web/member/withdrawals/account-card.tsx";
import { useOwn } from "#web/member/use-own.ts";
import { foundRows, listColumns, type Readings, sumOf } from "./list-columns.tsx";
import { SearchBox } from "./period-tools.tsx";
import { FoundLine, NothingFound, RowsSkeleton } from "./rows.tsx";
import css from "./statement.module.css";
import { StatementPage } from "./statement-page.tsx";

type LoadedLoans = Load<z.output<typeof loans.answer>>;
type Loan = z.output<typeof loans.answer>["data"][number];
type Guarantee = z.output<typeof guarantor.answer>["data"][number];
type Contribution = z.output<typeof contributions.answer>["data"][number];
type Account = z.output<typeof withdrawable.answer>["data"][number];

interface ListProps<Statement extends ListStatement, Row> {
  readonly statement: Statement;
  readonly icon: IconName;
  readonly load: Load<{ readonly curDate: string; readonly data: readonly Row[] }>;
  readonly rowKey: (row: Row) => string;
  readonly readings: Readings<Statement, Row>;
  readonly proof: (rows: readonly Row[], words: StatementWords["proof"]) => string;
  /** The content below the list. */
  readonly below?: ReactNode;
}

/** A statement that lists today's position; it has no period, because it has no movements. */
function ListPage<Statement extends ListStatement, Row>(
  props: ListProps<Statement, Row>,
): ReactElement {
  const words = useMessages(statementsMessages);
  const { language } = useSpoken();
  const [search, setSearch] = useState("");
  const { statement, load } = props;
  const day = load.state === "loaded" ? load.data.curDate : undefined;
  const lead = day ? fill(words.period.asAt, { to: formatDay(day, language) }) : "\u00a0";
  return (
    <StatementPage
      statement={statement}
      lead={lead}
      printDate={day}
      ready={day !== undefined}
      wanted={{ search: search.trim() }}
    >
      <Card>
        <div className={css["tools"]}>
          <SearchBox value={search} hint={words.search.list} onValue={setSearch} />
        </div>
        <Loaded
          load={load}
          loading={words.loading}
          failed={words.failed}
          skeleton={<RowsSkeleton />}
        >
          {({ data }) => (
            <Listed {...props} rows={data} search={search} onClear={() => setSearch("")} />
          )}
        </Loaded>
      </Card>
      {/* After the list, so that nothing moves under the user's finger. */}
      {load.state !== "loading" && props.below}
    </StatementPage>
  );
}

interface ListedProps<Statement extends ListStatement, Row> extends ListProps<Statement, Row> {
  readonly rows: readonly Row[];
  readonly search: string;
  readonly onClear: () => void;
}

function Listed<Statement extends ListStatement, Row>(
  props: ListedProps<Statement, Row>,
): ReactNode {
  const words = useMessages(statementsMessages);
  const { language } = useSpoken();
  // A phone begins with the latest, like the statements of movements.
  const isNarrow = useNarrow();
  const { statement, icon, rows, readings, search, onClear } = props;
  if (rows.length === 0) {
    const { title, text } = words.empty[statement];
    return (
      <EmptyState icon={icon} title={title}>
        <p>{text}</p>
      </EmptyState>
    );
  }
  const found = foundRows(statement, readings, rows, search);
  if (found.length === 0) return <NothingFound search={search} onClear={onClear} />;
  return (
    <>
      <Table
        caption={words.titles[statement]}
        columns={listColumns(statement, readings, rows, words, language)}
        rows={found}
        rowKey={props.rowKey}
        total={words.table.total}
        newestFirst={isNarrow}
      />
      {found.length < rows.length && (
        <FoundLine count={found.length} all={rows.length} search={search} onClear={onClear} />
      )}
      <p className={css["proof"]}>
        <Icon name="check" small />
        <span>{props.proof(rows, words.proof)}</span>
      </p>
    </>
  );
}

const loanReadings = ({ card, loanNames }: StatementWords): Readings<"loans", Loan> => ({
  loanNo: {
    place: "reference",
    of: ({ loanNo }) => loanNo,
    link: ({ loanNo }) => loanAddress(loanNo),
  },
  purpose: { place: "what", of: ({ loanPurpose }) => loanName(loanNames, loanPurpose) },
  startDate: { place: "when", of: ({ startDate }) => startDate },
  endDate: { place: "more", cardLabel: card.ends, of: ({ endDate }) => endDate },
  months: { place: "noPhone", of: ({ period }) => period },
  principal: { place: "balance", cardLabel: card.of, of: ({ amount }) => amount },
  outstanding: { place: "howMuch", of: ({ outStanding }) => outStanding },
});

/**
 * Keeps the loans: an application has no balance, and is listed with its state below. Documents
 * leave out the same by `loansOnPaper`.
 */
function withoutApplications(load: LoadedLoans): LoadedLoans {
  if (load.state !== "loaded") return load;
  const data = load.data.data.filter(({ outStanding }) => outStanding !== 0);
  return { ...load, data: { ...load.data, data } };
}

/** Member Statement Summary: the loans with a balance, then the applications that are not loans. */
export function LoansPage(): ReactElement {
  const messages = useMessages(statementsMessages);
  return (
    <ListPage
      statement="loans"
      icon="list"
      load={withoutApplications(useOwn(loans))}
      rowKey={({ id }) => id}
      readings={loanReadings(messages)}
      proof={(rows) => owedProof(rows, messages)}
      below={<ApplicationsCard />}
    />
  );
}

/** Says how much is owed and, separately, how much was overpaid. */
function owedProof(rows: readonly Loan[], { proof, loan }: StatementWords): string {
  const balances = rows.map(({ outStanding }) => outStanding);
  const total = sumOf(balances.filter((balance) => balance > 0));
  const owed = fill(rows.length === 1 ? proof.owedOne : proof.owed, { count: rows.length, total });
  const overpaid = balances.filter((balance) => balance < 0).map((balance) => -balance);
  if (overpaid.length === 0) return owed;
  return `${owed} ${fill(loan.overpaid, { amount: sumOf(overpaid) })}`;
}

const guaranteeReadings = ({
  card,
  guaranteeLevels,
  loanNames,
}: StatementWords): Readings<"guarantor", Guarantee> => ({
  givenOn: { place: "when", of: ({ cdate }) => cdate },
  loanNo: { place: "reference", quiet: true, of: ({ loanNo }) => loanNo },
  purpose: { place: "noPhone", of: ({ loanPurpose }) => loanName(loanNames, loanPurpose) },
  borrower: { place: "what", of: ({ memberName }) => memberName },
  principal: { place: "noPhone", of: ({ lamount }) => lamount },
  guaranteed: { place: "howMuch", of: ({ amountGuaranteed }) => amountGuaranteed },
  outstanding: { place: "balance", cardLabel: card.owed, of: ({ outstanding }) => outstanding },
  level: {
    place: "more",
    of: ({ guarantorType }) => guaranteeLevels[guarantorType] ?? guarantorType,
  },
});

/** Guarantor Statement: the loans of others that the member guarantees. */
export function GuarantorPage(): ReactElement {
  return (
    <ListPage
      statement="guarantor"
      icon="guarantee"
      load={useOwn(guarantor)}
      rowKey={({ id }) => id}
      readings={guaranteeReadings(useMessages(statementsMessages))}
      proof={(rows, words) => {
        const total = sumOf(rows.map(({ amountGuaranteed }) => amountGuaranteed));
        if (rows.length === 1) return fill(words.guaranteedOne, { total });
        return fill(words.guaranteed, { count: rows.length, total });
      }}
      below={<ServicedCard />}
    />
  );
}

const accountReadings: Readings<"withdrawable", Account> = {
  accountNo: { place: "reference", of: ({ accNo }) => accNo },
  holder: { place: "what", of: ({ holdersName }) => holdersName },
  openedOn: { place: "when", of: ({ regDate }) => regDate },
  balance: { place: "howMuch", of: ({ outStanding }) => outStanding },
};

/** W/drawable Deposit Statement: the accounts from which the member can withdraw. */
export function WithdrawablePage(): ReactElement {
  return (
    <ListPage
      statement="withdrawable"
      icon="tray"
      load={useOwn(withdrawable)}
      rowKey={({ accNo }) => accNo}
      readings={accountReadings}
      proof={(rows, words) => {
        const total = sumOf(rows.map(({ outStanding }) => outStanding));
        if (rows.length === 1) return fill(words.accountsOne, { total });
        return fill(words.accounts, { count: rows.length, total });
      }}
      below={<AccountCard />}
    />
  );
}

const contributionReadings = ({
  heads,
  contributions: kinds,
}: StatementWords): Readings<"contributions", Contribution> => ({
  date: { place: "when", of: ({ date }) => date },
  paidFor: { place: "what", of: ({ kind }) => kinds[kind] },
  month: { place: "more", cardLabel: heads.month, of: ({ month }) => month },
  reference: { place: "reference", quiet: true, of: ({ reference }) => reference },
  amount: { place: "howMuch", of: ({ amount }) => amount },
});

/** Fees and Contributions Statement: check-off payments outside the member's accounts. */
export function ContributionsPage(): ReactElement {
  const words = useMessages(statementsMessages);
  return (
    <ListPage
      statement="contributions"
      icon="list"
      load={useOwn(contributions)}
      rowKey={({ id }) => id}
      readings={contributionReadings(words)}
      proof={(rows, proof) => {
        const total = sumOf(rows.map(({ amount }) => amount));
        if (rows.length === 1) return fill(proof.contributionsOne, { total });
        return fill(proof.contributions, { count: rows.length, total });
      }}
    />
  );
}
