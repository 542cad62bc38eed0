import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import type { ShownFact } from "#server/kernel/platform/problem.ts";
import { nairobiDayText } from "#server/kernel/platform/nairobi.ts";

const findOpen = statement({
  name: "suspension-open",
  text: `select id, suspended_by as by, reason,
      ${nairobiDayText("suspended_at")} as date
    from member_suspension where member_id = $1 and resumed_at is null`,
  row: z.object({ id: z.bigint(), by: z.string(), reason: z.string(), date: z.string() }),
});

/** A suspension that has not been lifted. */
export type OpenSuspension = z.infer<typeof findOpen.row>;

/** Returns a member's current suspension; null if there is none. */
export function openSuspension(
  snapshot: Snapshot,
  memberId: bigint,
): Promise<OpenSuspension | null> {
  return snapshot.first(findOpen, [memberId]);
}

/** Returns what a person is shown of a suspension before they lift it, with its id. */
export function shownSuspension({ id, by, date, reason }: OpenSuspension): ShownFact[] {
  return [
    { name: "by", value: by },
    { name: "date", value: date },
    { name: "reason", value: reason },
    { name: "suspension", value: String(id) },
  ];
}
