import * as z from "zod/mini";
import { parseCaseNumber } from "#shared/case-number.ts";
import { type CaseOrder, type CaseTab, caseTabs } from "#shared/contract/cases/desk.ts";
import type { CaseKind } from "#shared/contract/cases/own.ts";
import { caseColumns, caseFields } from "#server/cases/casework/case-rows.ts";
import { isLateCase } from "#server/cases/casework/late-case-sql.ts";
import { begins, wordsAsked } from "#server/members/membership/name-search.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

/** The cases of each tab; the status is written out, so that the planner can estimate the rows. */
const tabs: Readonly<Record<CaseTab, string>> = {
  waiting: "c.state <> 'closed'",
  open: "c.state = 'open'",
  acknowledged: "c.state = 'acknowledged'",
  concluded: "c.state = 'concluded'",
  closed: "c.state = 'closed'",
};

/** A day as the number in a cursor. */
const DUE_NUMBER = "(c.due_on - date '1970-01-01')";

/**
 * Where a page of each order continues after the row due on day $1 with id $2, and its sort order.
 */
const orders: Readonly<Record<CaseOrder, { readonly behind: string; readonly by: string }>> = {
  due: {
    behind: "(c.due_on, c.id) > (date '1970-01-01' + $1::int, $2)",
    by: "c.due_on, c.id",
  },
  newest: { behind: "$1::int is not null and c.id < $2", by: "c.id desc" },
  oldest: { behind: "$1::int is not null and c.id > $2", by: "c.id" },
};

const dues = {
  late: isLateCase,
  today: "c.state <> 'closed' and c.due_on = akiba_today()",
  week: "c.state <> 'closed' and c.due_on between akiba_today() and akiba_today() + 7",
} as const;

const deskRow = z.object({
  ...caseFields,
  due_number: z.nullable(z.int()),
  member_no: z.string(),
  full_name: z.string(),
  assigned: z.string(),
  assigned_no: z.string(),
});

/** A case in the office's list; without a member if it is unnamed. */
export type DeskRow = z.infer<typeof deskRow>;

const deskColumns = `${caseColumns}, ${DUE_NUMBER} as due_number,
  coalesce(m.member_no, '') as member_no, coalesce(m.full_name, '') as full_name,
  coalesce(s.full_name, '') as assigned, coalesce(s.staff_no, '') as assigned_no`;

const deskJoins = `left join member m on m.id = c.member_id
  left join staff s on s.id = c.assigned_to`;

/** The filters of a tab, and the requester. */
export interface CasesAsked {
  readonly state: CaseTab;
  readonly order: CaseOrder;
  readonly kind?: CaseKind | undefined;
  readonly due?: keyof typeof dues | undefined;
  readonly who?: "mine" | "nobody" | undefined;
  readonly search?: string | undefined;
  readonly after?: Cursor | undefined;
  readonly requester: string;
}

/** The last row of a page. */
export interface Cursor {
  readonly amount: bigint;
  readonly id: bigint;
}

export interface CasesPage {
  readonly rows: readonly DeskRow[];
  /** The last row, if more rows follow. */
  readonly next: Cursor | null;
}

/** A page of a tab. */
export async function casesPage(
  snapshot: Snapshot,
  asked: CasesAsked,
  size: number,
): Promise<CasesPage> {
  const { state, kind, due, who, after } = asked;
  // Closed cases have no due day.
  const order = state === "closed" && asked.order === "due" ? "newest" : asked.order;
  const { behind, by } = orders[order];
  const search = asked.search === undefined ? null : await searchFor(snapshot, asked.search, 6);
  const where = [
    tabs[state],
    after === undefined ? "$1::int is null and $2::bigint is null" : behind,
    "($4::text is null or c.kind = $4)",
    due === undefined ? "true" : dues[due],
    whoCondition(who),
    search?.condition ?? "true",
  ].join(" and ");
  const text = `with page as materialized (
      select c.* from member_case c where ${where} order by ${by} limit $3
    )
    select ${deskColumns} from page c ${deskJoins} order by ${by}`;
  const from = [after?.amount ?? null, after?.id ?? null];
  const narrowing = [kind ?? null, asked.requester];
  const values = [...from, size + 1, ...narrowing, ...(search?.values ?? [])];
  const found = await snapshot.rows({ text, row: deskRow }, values);
  const rows = found.slice(0, size);
  const last = found.length > size ? rows.at(-1) : undefined;
  return { rows, next: last ? { amount: BigInt(last.due_number ?? 0), id: last.id } : null };
}

function whoCondition(who: CasesAsked["who"]): string {
  const requester = "(select id from staff where 'staff:' || staff_no = $5)";
  if (who === "mine") return `c.assigned_to = ${requester}`;
  return who === "nobody" ? "c.assigned_to is null and $5 <> ''" : "$5 <> ''";
}

const FEW = 2000;

/** The cases of members with a matching beginning of a name word or number. */
const ofMembers = (word: string, others: string, number: string) => `
  select w.member_id from member_word w
    where ${begins("w.word", word)} and w.name like all (${others})
  union all select m.id from member m where ${begins("m.member_no", number)}`;

const countMeant = statement({
  name: "case-search-count",
  text: `select count(*) as count from (
      select from (select o.id from member_case o where o.words @@ to_tsquery('simple', $4)
        union all ${ofMembers("$1", "$2::text[]", "$3")}) meant limit ${FEW + 1}
    ) found`,
  row: z.object({ count: z.bigint() }),
});

interface CaseSearch {
  readonly condition: string;
  readonly values: readonly (string | bigint | null | readonly string[])[];
}

/**
 * Searches by words in the messages, by the member's name or by number. Rare terms use an index;
 * very common ones are filtered while reading in list order, as in the search of loans.
 */
async function searchFor(snapshot: Snapshot, typed: string, first: number): Promise<CaseSearch> {
  const { longest, others } = wordsAsked(typed);
  const number = typed.toUpperCase();
  const prefixes = typed.match(/[\p{L}\p{N}]+/gu)?.map((word) => `${word}:*`) ?? [];
  const words = prefixes.join(" & ");
  const values = [longest, others, number, words, parseCaseNumber(typed)];
  const at = (offset: number) => `$${first + offset}`;
  const members = ofMembers(at(0), `${at(1)}::text[]`, at(2));
  const query = `to_tsquery('simple', ${at(3)})`;
  const meant = await snapshot.first(countMeant, values.slice(0, 4));
  const condition =
    meant !== null && meant.count <= FEW
      ? `c.id in (select o.id from member_case o where o.words @@ ${query}
          union all select o.id from member_case o where o.member_id in (${members})
          union all select ${at(4)}::bigint)`
      : `(c.words @@ ${query} or c.member_id in (${members}) or c.id = ${at(4)}::bigint)`;
  return { condition, values };
}

const findTabs = statement({
  name: "case-desk-tabs",
  text: `select c.state, count(*) as count,
      count(*) filter (where ${isLateCase}) as late
    from member_case c group by c.state`,
  row: z.object({ state: z.enum(caseTabs), count: z.bigint(), late: z.bigint() }),
});

export type TabRow = z.infer<typeof findTabs.row>;

/** The number of cases in each status, and how many of them are overdue. */
export function tabRows(snapshot: Snapshot): Promise<TabRow[]> {
  return snapshot.rows(findTabs);
}

const findOne = statement({
  name: "case-desk-one",
  text: `select ${deskColumns} from member_case c ${deskJoins} where c.id = $1`,
  row: deskRow,
});

/** A case as the office reads it; null if there is none. */
export function deskCase(snapshot: Snapshot, id: bigint): Promise<DeskRow | null> {
  return snapshot.first(findOne, [id]);
}

const findOfficers = statement({
  name: "case-desk-officers",
  text: `select staff_no, full_name from staff
    where role = any ($1) and suspended_at is null order by full_name, id`,
  row: z.object({ staff_no: z.string(), full_name: z.string() }),
});

export type OfficerRow = z.infer<typeof findOfficers.row>;

/** Active staff who hold one of the given roles. */
export function officersOf(snapshot: Snapshot, roles: readonly string[]): Promise<OfficerRow[]> {
  return snapshot.rows(findOfficers, [roles]);
}
