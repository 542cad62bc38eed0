import * as z from "zod/mini";
import type { ExportedList } from "#shared/contract/exports.ts";
import { type Cents, cents } from "#shared/money.ts";
import type { ReadPart } from "#server/http/mount-files.ts";
import { type Statement, statement } from "#server/platform/database.ts";

/** A row of a list: its id, its cells as text, and its amounts in the columns after them. */
const row = z.object({ id: z.bigint(), cells: z.array(z.string()), amounts: z.array(z.string()) });

export interface ListRow {
  readonly cells: readonly string[];
  readonly amounts: readonly Cents[];
}

const nairobiDay = (at: string) =>
  `coalesce((${at} at time zone 'Africa/Nairobi')::date::text, '')`;

const PAGE = 500;

/** Declares a list that is read by its ids, a page behind the other. */
function list(
  name: ExportedList,
  { id, cells, amounts = [], from }: ListDeclaration,
): Statement<z.infer<typeof row>> {
  const texts = cells.map((cell) => `coalesce((${cell})::text, '')`);
  return statement({
    name: `export-${name}`,
    text: `select ${id} as id, array[${texts.join(", ")}]::text[] as cells,
        array[${amounts.map((amount) => `(${amount})::text`).join(", ")}]::text[] as amounts
      from ${from} where ${id} > $1 order by ${id} limit ${PAGE}`,
    row,
  });
}

interface ListDeclaration {
  readonly id: string;
  readonly cells: readonly string[];
  readonly amounts?: readonly string[];
  readonly from: string;
}

const held = (code: string) =>
  `coalesce(sum(a.balance_cents * a.normal_side) filter (where a.code = '${code}'), 0)`;

const lists: Readonly<Record<ExportedList, Statement<z.infer<typeof row>>>> = {
  members: list("members", {
    id: "m.id",
    cells: [
      "m.member_no",
      "m.full_name",
      "m.mobile_number",
      "m.email",
      "m.national_id",
      "m.joined_on",
    ],
    amounts: ["h.savings", "h.shares", "h.withdrawable", "h.dividend", "h.loans"],
    from: `member m cross join lateral (
      select ${held("member-deposits")} as savings, ${held("share-capital")} as shares,
        ${held("withdrawable-deposits")} as withdrawable, ${held("dividend-payable")} as dividend,
        ${held("loan-receivable")} as loans
      from ledger_account a where a.member_id = m.id
    ) h`,
  }),
  loans: list("loans", {
    id: "l.id",
    cells: [
      "l.loan_no",
      "m.member_no",
      "m.full_name",
      "l.category",
      "l.state",
      nairobiDay("l.applied_at"),
      "l.start_date",
      "l.end_date",
      "l.term_months",
    ],
    amounts: ["l.principal_cents", "l.total_cents", "coalesce(a.balance_cents, 0)"],
    from: `loan l join member m on m.id = l.member_id
      left join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no`,
  }),
  guarantees: list("guarantees", {
    id: "g.id",
    cells: [
      "g.id",
      "l.loan_no",
      "b.member_no",
      "b.full_name",
      "m.member_no",
      "m.full_name",
      "g.state",
    ],
    amounts: ["g.amount_cents"],
    from: `guarantee g join loan l on l.id = g.loan_id join member b on b.id = l.member_id
      join member m on m.id = g.guarantor_id`,
  }),
  "check-off": list("check-off", {
    id: "b.id",
    cells: [
      "b.id",
      "to_char(b.month, 'YYYY-MM')",
      "b.file_name",
      "b.state",
      "b.line_count",
      "b.prepared_by",
      "b.posted_by",
    ],
    amounts: ["b.total_cents"],
    from: "check_off_batch b",
  }),
  payouts: list("payouts", {
    id: "p.id",
    cells: [
      "p.reference",
      "d.year",
      "m.member_no",
      "m.full_name",
      "p.mobile_number",
      "p.state",
      "p.receipt_no",
      "p.problem",
    ],
    amounts: ["p.amount_cents"],
    from: `payout p join member m on m.id = p.member_id join dividend d on d.id = p.dividend_id`,
  }),
  "contact-changes": list("contact-changes", {
    id: "c.id",
    cells: [
      "c.id",
      "m.member_no",
      "m.full_name",
      "c.old_mobile_number",
      "c.mobile_number",
      "c.email",
      "c.state",
      "c.asked_by",
      nairobiDay("c.asked_at"),
      "c.approved_by",
    ],
    from: "contact_change_request c join member m on m.id = c.member_id",
  }),
  closes: list("closes", {
    id: "c.id",
    cells: [
      "c.id",
      "to_char(c.month, 'YYYY-MM')",
      "c.state",
      "c.prepared_by",
      nairobiDay("c.prepared_at"),
      "c.approved_by",
      nairobiDay("c.approved_at"),
      "c.audit_seq",
      "encode(c.audit_hash, 'hex')",
      "c.reopened_by",
      "c.reopen_because",
    ],
    from: "month_close c",
  }),
  reconciliations: list("reconciliations", {
    id: "r.id",
    cells: [
      "r.id",
      "to_char(r.ran_at at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')",
      "r.ran_by",
      "r.took_ms",
      "jsonb_array_length(r.findings)",
    ],
    from: "reconciliation r",
  }),
};

/** All of a list by the order it was written in, a page after the other. */
export async function* everyRow(
  read: ReadPart,
  name: ExportedList,
): AsyncGenerator<readonly ListRow[]> {
  for (let after: bigint | undefined = 0n; after !== undefined;) {
    const from: bigint = after;
    const rows = await read((snapshot) => snapshot.rows(lists[name], [from]));
    yield rows.map(({ cells, amounts }) => {
      return { cells, amounts: amounts.map((one) => cents(BigInt(one))) };
    });
    after = rows.length < PAGE ? undefined : rows.at(-1)?.id;
  }
}
