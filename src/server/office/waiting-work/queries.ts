import * as z from "zod/mini";
import type { ApprovalKindName } from "#shared/approval-kinds.ts";
import { MAX_COUNTED } from "#shared/contract/office/waiting-work.ts";
import { type WaitingKind, waitingKindNames } from "#shared/waiting-kinds.ts";
import { monthDueInSql } from "#server/ledger/journal/next-month-to-close.ts";
import { isLeftOpen } from "#server/tills/till-book/left-open-sql.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

/** The SQL after `from` that selects the items of a kind. */
interface Source {
  readonly from: string;
  /** Whether each item has a legal due date. */
  readonly isDated?: boolean;
}

const application = (state: string) => `loan where policy_id is not null and state = '${state}'`;
const inState = (table: string, ...states: string[]) =>
  `${table} where state in (${states.map((state) => `'${state}'`).join(", ")})`;

// $1 are the requested kinds, $2 is the requester, and $3 the kinds of approval they may decide.
const decidable = `approval where state = 'waiting' and expires_at > akiba_now()
    and kind = any ($3::text[])
    and akiba_person($2) <> all (array[akiba_person(requested_by), akiba_person(about)])`;

const unmatchedLines = `check_off_batch b join check_off_line l on l.batch_id = b.id
    where b.state = 'prepared' and l.state in ('ambiguous', 'unmatched')`;

const partsOnHold = `dividend_part_on_hold g join dividend d on d.id = g.dividend_id
    where d.state = 'paid'`;

// The tax owed is that of the latest days, as the earliest is remitted first. The treasury
// lists it (treasury/desk): the office imports no treasury.
const taxToRemit = `(select t.due_on from tax_withheld_day t
    where (select -balance_cents from ledger_account where code = 'withholding-tax-payable')
      > (select coalesce(sum(l.amount_cents), 0) from tax_withheld_day l
        where l.withheld_on > t.withheld_on)) t where true`;

const inSuspense = `check_off_batch b
    join check_off_part p on p.batch_id = b.id and p.destination = 'suspense'
    where b.state = 'posted' and not exists (select from check_off_release r
      where r.batch_id = p.batch_id and r.row_no = p.row_no and r.reversed_at is null)`;

// Each condition matches an index, of which at most the maximum is read.
const sources: Readonly<Record<WaitingKind, Source>> = {
  alerts: { from: "alert where resolved_at is null" },
  approvals: { from: decidable },
  loansToDecide: { from: application("applied") },
  loansToPayOut: { from: application("approved") },
  dividendsToApprove: { from: inState("dividend", "prepared") },
  dividendsToPost: { from: inState("dividend", "approved") },
  dividendsToLock: { from: `${inState("dividend", "posted")} and closes_at <= akiba_now()` },
  dividendsToPay: { from: inState("dividend", "locked") },
  dividendPartsOnHold: { from: partsOnHold },
  taxToRemit: { from: taxToRemit, isDated: true },
  checkOffToMatch: { from: unmatchedLines },
  checkOffToPost: { from: inState("check_off_batch", "prepared") },
  suspense: { from: inSuspense },
  payouts: { from: "payout where tab = 'waiting'" },
  bankFiles: { from: "(select distinct file_id from eft_line where state = 'open') f where true" },
  withdrawals: {
    from: "withdrawal where state = 'requested' and needs_approval and approved_by is null",
  },
  bankMatches: { from: inState("bank_match", "proposed") },
  payIns: { from: "pay_in where state = 'suspense'" },
  chequesToClear: { from: inState("counter_receipt", "clearing") },
  tillsLeftOpen: { from: `till where ${isLeftOpen("till")}` },
  payoutExceptions: { from: "payout where tab = 'exceptions'" },
  cases: { from: "member_case where state <> 'closed'", isDated: true },
  contactChanges: { from: inState("contact_change_request", "requested") },
  exitsToApprove: { from: inState("member_exit", "asked"), isDated: true },
  exitsToPay: { from: inState("member_exit", "approved"), isDated: true },
  requestsToHandle: { from: inState("privacy_request", "received", "in-progress"), isDated: true },
  requestsToApprove: { from: inState("privacy_request", "proposed"), isDated: true },
  importsToFinish: { from: inState("import_batch", "draft") },
  importsToPost: { from: inState("import_batch", "prepared") },
  monthsToPrepare: { from: `(${monthDueInSql}) m where m.is_due` },
  monthsToApprove: { from: inState("month_close", "prepared") },
  monthsToReopen: { from: inState("month_close", "reopening") },
};

function countOf(kind: WaitingKind): string {
  const { from, isDated = false } = sources[kind];
  const count = (rows: string) =>
    `(select count(*)::int from (select from ${rows} limit ${MAX_COUNTED}) as counted)`;
  const late = isDated ? count(`${from} and due_on < akiba_today()`) : "0";
  const left = isDated ? `(select (min(due_on) - akiba_today())::int from ${from})` : "null::int";
  return `select '${kind}' as kind, ${count(from)} as waiting, ${late} as late,
      ${left} as days_left where '${kind}' = any ($1::text[])`;
}

const countAll = statement({
  name: "waiting-work",
  text: waitingKindNames.map(countOf).join("\n    union all "),
  row: z.object({
    kind: z.enum(waitingKindNames),
    waiting: z.int(),
    late: z.int(),
    days_left: z.nullable(z.int()),
  }),
});

export type CountedRow = z.infer<typeof countAll.row>;

interface Requester {
  readonly actor: string;
  /** The kinds that the requester may see; others are not read. */
  readonly sees: readonly WaitingKind[];
  /** The kinds of request that need two people and that the requester may decide. */
  readonly decides: readonly ApprovalKindName[];
}

/** Returns the amount of waiting work of each kind that the requester may see. */
export function waitingWork(snapshot: Snapshot, requester: Requester): Promise<CountedRow[]> {
  return snapshot.rows(countAll, [requester.sees, requester.actor, requester.decides]);
}
