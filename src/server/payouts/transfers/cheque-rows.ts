import * as z from "zod/mini";
import {
  type ChequeState,
  chequePurposes,
  chequeStates,
} from "#shared/contract/payouts/cheques.ts";
import { membersMeant, wordsAsked } from "#server/members/membership/name-search.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { nairobiDayText } from "#server/kernel/platform/nairobi.ts";
import { BEYOND_ANY_ID, bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";

const chequeRow = z.object({
  id: z.bigint(),
  cheque_no: z.string(),
  payee: z.string(),
  member_no: z.string(),
  member_id: z.nullable(z.bigint()),
  loan_id: z.nullable(z.bigint()),
  pays: z.enum(chequePurposes),
  reference: z.string(),
  payout_id: z.nullable(z.bigint()),
  movement_id: z.nullable(z.bigint()),
  entry_id: z.bigint(),
  amount_cents: bigCents,
  state: z.enum(chequeStates),
  written_on: storedDate,
  handed_over_on: z.nullable(storedDate),
  handed_over_to: z.string(),
  cleared_on: z.nullable(storedDate),
  stopped_on: z.nullable(z.string()),
  stop_because: z.string(),
});

export type ChequeRow = z.infer<typeof chequeRow>;

const columns = `c.id, c.cheque_no, c.payee, coalesce(m.member_no, '') as member_no,
    p.member_id, p.loan_id, coalesce(p.source, 'treasury') as pays,
    coalesce(p.reference, 'TM-' || c.movement_id) as reference, c.payout_id, c.movement_id,
    c.entry_id, c.amount_cents, cheque_state(c) as state, c.written_on, c.handed_over_on,
    c.handed_over_to, case when c.reversal_id is null then (select max(l.day)
      from bank_match_entry e join bank_match b on b.id = e.match_id and b.state = 'confirmed'
        join bank_statement_line l on l.match_id = b.id
      where e.account = c.bank_account and e.entry_id = c.entry_id) end as cleared_on,
    ${nairobiDayText("c.stopped_at")} as stopped_on, c.stop_because`;
const joins = `left join payout p on p.id = c.payout_id left join member m on m.id = p.member_id`;

const findTabs = statement({
  name: "cheques-tabs",
  text: `select cheque_state(c) as tab, count(*)::int as payments,
      sum(c.amount_cents)::bigint as amount
    from cheque c group by 1`,
  row: z.object({ tab: z.enum(chequeStates), payments: z.int(), amount: bigCents }),
});

/** The number and total of cheques in each state that has any. */
export const tabRows = (snapshot: Snapshot) => snapshot.rows(findTabs);

const PAGE = 50;

const findPage = statement({
  name: "cheques-page",
  text: `select ${columns} from cheque c ${joins}
    where cheque_state(c) = $1 and c.id < $2 and ($3::text is null
      or ltrim(c.cheque_no, '0') = ltrim($3, '0') or p.reference = $3
      or upper(c.payee) like '%' || replace(replace($3, '%', ''), '_', '') || '%'
      or m.id in (${membersMeant("$4", "$5::text[]", "$3")}))
    order by c.id desc limit ${PAGE + 1}`,
  row: chequeRow,
});

interface PageAsked {
  readonly tab: ChequeState;
  readonly search: string | undefined;
  readonly after: bigint | undefined;
}

/** A page of the cheques in a state, the latest first, and whether more follow. */
export async function pageOf(snapshot: Snapshot, { tab, search, after }: PageAsked) {
  const { longest, others } = wordsAsked(search ?? "");
  const typed = search?.toUpperCase() ?? null;
  const rows = await snapshot.rows(findPage, [tab, after ?? BEYOND_ANY_ID, typed, longest, others]);
  return { rows: rows.slice(0, PAGE), isLast: rows.length <= PAGE };
}

const findOne = statement({
  name: "cheque",
  text: `select ${columns} from cheque c ${joins} where c.id = $1`,
  row: chequeRow,
});

/** Returns one cheque; null if there is none. */
export const chequeAt = (snapshot: Snapshot, id: bigint): Promise<ChequeRow | null> =>
  snapshot.first(findOne, [id]);

/**
 * Locks a cheque and the bank account, whose matches say whether it cleared, until the unit of work
 * ends. Returns null if there is no such cheque.
 */
export async function lockCheque(work: UnitOfWork, id: bigint): Promise<ChequeRow | null> {
  await work.run("select from reconciled_account where account = 'bank' for no key update");
  await work.run("select from cheque where id = $1 for no key update", [id]);
  return chequeAt(work, id);
}
