import * as z from "zod/mini";
import type { ApprovalKindName } from "#shared/approval-kinds.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { staffNameInSql } from "#server/kernel/platform/staff-names.ts";

const findWaiting = statement({
  name: "approvals-of-subjects",
  text: `select a.id::text, a.subject, a.payload, akiba_person(a.requested_by) = akiba_person($3)
        as yours,
      ${staffNameInSql("a.requested_by", "''")} as by
    from approval a
    where a.kind = $1 and a.subject = any ($2) and a.state = 'waiting'
      and a.expires_at > akiba_now()`,
  row: z.object({
    id: z.string(),
    subject: z.string(),
    payload: z.unknown(),
    /** Whether the requester requested it. */
    yours: z.boolean(),
    /** The name of the requester. */
    by: z.string(),
  }),
});

export type WaitingRequest = z.infer<typeof findWaiting.row>;

/** Returns the requests of a kind that wait for a second person, of the given subjects. */
export function waitingRequests(
  snapshot: Snapshot,
  kind: ApprovalKindName,
  { subjects, requester }: { readonly subjects: readonly string[]; readonly requester: string },
): Promise<WaitingRequest[]> {
  return snapshot.rows(findWaiting, [kind, subjects, requester]);
}

/** Lapses the waiting requests of a kind whose payload has these values. */
export async function lapseRequests(
  work: UnitOfWork,
  kind: ApprovalKindName,
  payload: Readonly<Record<string, string>>,
): Promise<void> {
  await work.run(
    `update approval set state = 'lapsed'
      where kind = $1 and state = 'waiting' and payload @> $2::jsonb`,
    [kind, JSON.stringify(payload)],
  );
}
