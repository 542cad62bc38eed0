import * as z from "zod/mini";
import type { ApprovalKindName } from "#shared/approval-kinds.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

/** How long a request waits before it lapses. */
const WAIT_DAYS = 7;

export interface ApprovalRequest {
  readonly kind: ApprovalKindName;
  /** The subject of the step in the audit log; one request of a kind waits for each. */
  readonly subject: string;
  /**
   * The person who gains or loses by it, as an actor, who may not decide; empty if there is none.
   */
  readonly about?: string;
  /** The payload, in the shape of the kind's schema. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly reason?: string;
}

const insertRequest = statement({
  name: "approval-request",
  text: `insert into approval (kind, subject, about, payload, reason, requested_by,
      requested_person, expires_at)
    values ($1, $2, $3, $4::jsonb, $5, $6, '', akiba_now() + make_interval(days => $7))
    on conflict (kind, subject) where state = 'waiting' do nothing
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/**
 * Requests a step that a second person must approve and returns the number of the request. Throws
 * `approval-waits` while another request of the kind waits for the same subject.
 */
export async function requestApproval(work: UnitOfWork, request: ApprovalRequest): Promise<bigint> {
  const { kind, subject, about = "", payload, reason = "" } = request;
  await work.run(
    `update approval set state = 'lapsed'
      where kind = $1 and state = 'waiting' and expires_at <= akiba_now()`,
    [kind],
  );
  const values = [kind, subject, about, JSON.stringify(payload), reason, work.actor, WAIT_DAYS];
  const made = await work.first(insertRequest, values);
  if (made === null) throw new Problem("approval-waits");
  const detail = { kind, approval: String(made.id), ...(reason === "" ? {} : { reason }) };
  work.audit({ action: "approval-requested", subject, detail });
  return made.id;
}

/**
 * Ends a waiting request whose subject is gone: withdrawn by its own requester, lapsed for anybody
 * else.
 */
export async function endRequest(work: UnitOfWork, id: bigint): Promise<void> {
  await work.run(
    `update approval set state = 'lapsed' where id = $1 and state = 'waiting'
      and requested_by <> $2`,
    [id, work.actor],
  );
  await work.run(
    `update approval set state = 'withdrawn', decided_by = $2, decided_at = akiba_now()
      where id = $1 and state = 'waiting' and requested_by = $2`,
    [id, work.actor],
  );
}
