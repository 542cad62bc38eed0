import * as z from "zod/mini";
import { type PolicyState, policyStates } from "#shared/contract/loans/policy.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { staffNameInSql } from "#server/kernel/platform/staff-names.ts";
import {
  datedPolicies,
  latestPolicies,
  type SetPolicy,
} from "#server/loans/lending/loan-policy.ts";
import {
  cancelledColumns,
  cancelledInSql,
  presentCancelled,
  withStatesInSql,
} from "#server/kernel/platform/dated-rows.ts";
import { doneColumns, doneInSql, presentDone } from "#server/kernel/platform/setting-change.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDayText, nairobiTime } from "#server/kernel/platform/nairobi.ts";

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
    readonly cancelled?: Done;
  }[];
}

const findStandings = statement({
  name: "loan-policy-standings",
  text: `select r.id, akiba_today() as today, (select max(id) from loan_policy) as newest, r.state,
      ${doneInSql("r.set_by", "r.set_at")}, ${cancelledInSql}
    from ${withStatesInSql(datedPolicies)} r where r.id = any ($1::bigint[])`,
  row: z.object({
    id: z.bigint(),
    today: z.string(),
    newest: z.bigint(),
    state: z.enum(policyStates),
    ...doneColumns,
    ...cancelledColumns,
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
    return { policy, state: row.state, set: presentDone(row), ...presentCancelled(row) };
  });
  return { today: found[0]?.today ?? "", newest: found[0]?.newest ?? 0n, rows };
}

const PAGE = 50;
const REMOVED_SHOWN = 20;

const listedColumns = `m.member_no, m.full_name, b.reason,
  ${staffNameInSql("b.listed_by", "''")} as listed_by,
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
  text: `select ${listedColumns}, b.removal_reason,
      ${staffNameInSql("b.removed_by", "''")} as removed_by,
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
