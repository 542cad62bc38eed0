import * as z from "zod/mini";
import { type ApprovalKindName, approvalKindNames } from "#shared/approval-kinds.ts";
import {
  type ApprovalList,
  approvalStates,
  factNames,
} from "#shared/contract/oversight/approvals.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";

const approvalRow = z.object({
  id: z.bigint(),
  kind: z.enum(approvalKindNames),
  subject: z.string(),
  state: z.enum(approvalStates),
  payload: z.unknown(),
  facts: z.nullable(z.array(z.object({ name: z.enum(factNames), value: z.string() }))),
  reason: z.string(),
  requested_by: z.string(),
  requested_at: z.date(),
  expires_at: z.date(),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.date()),
  decided_because: z.string(),
  is_requester: z.boolean(),
  is_about: z.boolean(),
});

export type ApprovalRow = z.infer<typeof approvalRow>;

// A request that was not decided in time has lapsed, whether or not its row says so yet.
const state = `case when state = 'waiting' and expires_at <= akiba_now() then 'lapsed'
    else state end`;

// $1 is the requester, as an actor.
const approvals = `select id, kind, subject, ${state} as state, payload, facts, reason,
    requested_by, requested_at, expires_at, decided_by, decided_at, decided_because,
    akiba_person(requested_by) = akiba_person($1) as is_requester,
    about <> '' and akiba_person(about) = akiba_person($1) as is_about
  from approval`;

/** How many requests one page holds. */
const PAGE = 50;

const visible = "(kind = any ($2::text[]) or requested_by = $1)";
const waits = "state = 'waiting' and expires_at > akiba_now()";

const findWaiting = statement({
  name: "approvals-waiting",
  text: `${approvals} where ${waits} and ${visible} and id > $3 order by id limit ${PAGE + 1}`,
  row: approvalRow,
});

const findDecided = statement({
  name: "approvals-decided",
  text: `${approvals} where not (${waits}) and ${visible} and id < $3
    order by id desc limit ${PAGE + 1}`,
  row: approvalRow,
});

interface Requester {
  readonly actor: string;
  /** The kinds that the requester may decide. */
  readonly kinds: readonly ApprovalKindName[];
}

interface Asked extends Requester {
  readonly list: ApprovalList;
  /** The last id of the previous page; 0 for the first page. */
  readonly after: bigint;
}

/** A page of requests: waiting ones oldest first, finished ones latest first. */
export async function pageOf(snapshot: Snapshot, { actor, kinds, list, after }: Asked) {
  const from = list === "decided" && after === 0n ? 2n ** 62n : after;
  const find = list === "waiting" ? findWaiting : findDecided;
  const found = await snapshot.rows(find, [actor, kinds, from]);
  return { rows: found.slice(0, PAGE), isLast: found.length <= PAGE };
}

const findOne = statement({
  name: "approval-one",
  text: `${approvals} where id = $2`,
  row: approvalRow,
});

/** One request as an actor sees it; null if there is none. */
export function approvalAt(snapshot: Snapshot, id: bigint, actor: string) {
  return snapshot.first(findOne, [actor, id]);
}

const findVisible = statement({
  name: "approval-visible",
  text: `${approvals} where ${visible} and id = $3`,
  row: approvalRow,
});

/** One request as its requester or somebody who may decide it sees it; null for anybody else. */
export function visibleApprovalAt(snapshot: Snapshot, id: bigint, { actor, kinds }: Requester) {
  return snapshot.first(findVisible, [actor, kinds, id]);
}

const lockOne = statement({
  name: "approval-lock",
  text: `${approvals} where id = $2 for update`,
  row: approvalRow,
});

/** Locks one request until the unit of work ends; null if there is none. */
export function lockApproval(work: UnitOfWork, id: bigint): Promise<ApprovalRow | null> {
  return work.first(lockOne, [work.actor, id]);
}
