import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import type { ShownFact } from "#server/kernel/platform/problem.ts";

const findOpen = statement({
  name: "suspension-open",
  text: `select id, suspended_by as by, reason,
      to_char(suspended_at at time zone 'Africa/Nairobi', 'YYYY-MM-DD') as date
    from member_suspension where member_id = $1 and resumed_at is null`,
  row: z.object({ id: z.bigint(), by: z.string(), reason: z.string(), date: z.string() }),
});

/** A suspension that nobody has lifted. */
export type OpenSuspension = z.infer<typeof findOpen.row>;

/** Returns the suspension that a member is under; null where they are under none. */
export function openSuspension(
  snapshot: Snapshot,
  memberId: bigint,
): Promise<OpenSuspension | null> {
  return snapshot.first(findOpen, [memberId]);
}

/** Returns what a person is shown of a suspension before they lift it, and which one it is. */
export function shownSuspension({ id, by, date, reason }: OpenSuspension): ShownFact[] {
  return [
    { name: "by", value: by },
    { name: "date", value: date },
    { name: "reason", value: reason },
    { name: "suspension", value: String(id) },
  ];
}
