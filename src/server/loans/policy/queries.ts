import * as z from "zod/mini";
import { type PolicyState, policyStates } from "#shared/contract/loans/policy.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { latestPolicies, type SetPolicy } from "#server/loans/lending/loan-policy.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDay, nairobiDayText, nairobiTime } from "#server/kernel/platform/nairobi.ts";

/** The author and time of a change, in Nairobi. */
export interface Done {
  readonly by: string;
  readonly date: string;
  readonly time: string;
}

export interface PolicyHistory {
  readonly today: string;
  readonly newest: bigint;
  readonly rows: readonly {
    readonly policy: SetPolicy;
    readonly state: PolicyState;
    readonly set: Done;
    readonly cancelled: Done | null;
  }[];
}

const nameOf = (column: string) =>
  `coalesce((select s.full_name from staff s where 'staff:' || s.staff_no = ${column}), '')`;

// A policy that was replaced before its day was never in force.
const findStandings = statement({
  name: "loan-policy-standings",
  text: `with standing as (
      select p.id, p.effective_from, p.set_by, p.set_at, c.cancelled_by, c.cancelled_at,
        exists (select from loan_policy n where n.effective_from = p.effective_from
          and n.id > p.id and ${nairobiDay("n.set_at")} < n.effective_from
          and not exists (select from loan_policy_cancellation x where x.policy_id = n.id)
        ) as replaced
      from loan_policy p left join loan_policy_cancellation c on c.policy_id = p.id
    ), in_force as (
      select id from standing where effective_from <= akiba_today() and cancelled_at is null
      order by effective_from desc, id desc limit 1
    )
    select p.id, akiba_today() as today, (select max(id) from loan_policy) as newest,
      case when p.cancelled_at is not null then 'cancelled'
        when p.id = (select id from in_force) then 'in-force'
        when p.replaced then 'replaced'
        when p.effective_from > akiba_today() then 'to-come' else 'past' end as state,
      ${nameOf("p.set_by")} as set_by, ${nairobiDayText("p.set_at")} as set_on,
      ${nairobiTime("p.set_at")} as set_time,
      ${nameOf("p.cancelled_by")} as cancelled_by,
      ${nairobiDayText("p.cancelled_at")} as cancelled_on,
      ${nairobiTime("p.cancelled_at")} as cancelled_time
    from standing p where p.id = any ($1::bigint[])`,
  row: z.object({
    id: z.bigint(),
    today: z.string(),
    newest: z.bigint(),
    state: z.enum(policyStates),
    set_by: z.string(),
    set_on: z.string(),
    set_time: z.string(),
    cancelled_by: z.string(),
    cancelled_on: z.nullable(z.string()),
    cancelled_time: z.nullable(z.string()),
  }),
});

/** Past, current and future policies, each with who set or withdrew it, and when. */
export async function policyHistory(snapshot: Snapshot): Promise<PolicyHistory> {
  const policies = await latestPolicies(snapshot);
  const found = await snapshot.rows(findStandings, [policies.map(({ id }) => id)]);
  const standings = new Map(found.map((row) => [row.id, row]));
  const rows = policies.map((policy) => {
    const row = standings.get(policy.id);
    if (row === undefined) throw new Error(`policy ${policy.id} has no standing`);
    const { cancelled_on: cancelledOn, cancelled_time: cancelledTime } = row;
    const cancelled =
      cancelledOn === null || cancelledTime === null
        ? null
        : { by: row.cancelled_by, date: cancelledOn, time: cancelledTime };
    const set = { by: row.set_by, date: row.set_on, time: row.set_time };
    return { policy, state: row.state, set, cancelled };
  });
  return { today: found[0]?.today ?? "", newest: found[0]?.newest ?? 0n, rows };
}

const PAGE = 50;
const REMOVED_SHOWN = 20;

const listedColumns = `m.member_no, m.full_name, b.reason, ${nameOf("b.listed_by")} as listed_by,
  ${nairobiDayText("b.listed_at")} as listed_on, ${nairobiTime("b.listed_at")} as listed_time`;

const listedRow = {
  member_no: z.string(),
  full_name: z.string(),
  reason: z.string(),
  listed_by: z.string(),
  listed_on: z.string(),
  listed_time: z.string(),
};

const findListed = statement({
  name: "loan-blacklist",
  text: `select ${listedColumns} from loan_blacklist b join member m on m.id = b.member_id
    where b.removed_at is null and m.member_no > $1 order by m.member_no limit $2`,
  row: z.object(listedRow),
});

export type ListedRow = z.infer<typeof findListed.row>;

/** Fifty barred members, in order of their numbers, and where the next fifty begin. */
export async function listedMembers(snapshot: Snapshot, after: MemberNo | undefined) {
  const found = await snapshot.rows(findListed, [after ?? "", PAGE + 1]);
  const rows = found.slice(0, PAGE);
  return { rows, next: found.length > PAGE ? (rows.at(-1)?.member_no ?? "") : "" };
}

const findOneListed = statement({
  name: "loan-blacklist-one",
  text: `select ${listedColumns} from loan_blacklist b join member m on m.id = b.member_id
    where b.removed_at is null and m.id = $1`,
  row: z.object(listedRow),
});

/** A member's row on the list; null if they are not on it. */
export function listedMember(snapshot: Snapshot, memberId: bigint): Promise<ListedRow | null> {
  return snapshot.first(findOneListed, [memberId]);
}

const findRemoved = statement({
  name: "loan-blacklist-removed",
  text: `select ${listedColumns}, b.removal_reason, ${nameOf("b.removed_by")} as removed_by,
      ${nairobiDayText("b.removed_at")} as removed_on,
      ${nairobiTime("b.removed_at")} as removed_time
    from loan_blacklist b join member m on m.id = b.member_id
    where b.removed_at is not null order by b.removed_at desc, b.id desc limit ${REMOVED_SHOWN}`,
  row: z.object({
    ...listedRow,
    removal_reason: z.string(),
    removed_by: z.string(),
    removed_on: z.string(),
    removed_time: z.string(),
  }),
});

export type RemovedRow = z.infer<typeof findRemoved.row>;

/** The last twenty who were taken off the list, the newest first. */
export function removedMembers(snapshot: Snapshot): Promise<RemovedRow[]> {
  return snapshot.rows(findRemoved);
}
