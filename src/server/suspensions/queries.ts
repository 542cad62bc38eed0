import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/platform/database.ts";

const findOpen = statement({
  name: "suspension-open",
  text: `select id, suspended_by from member_suspension
    where member_id = $1 and resumed_at is null`,
  row: z.object({ id: z.bigint(), suspended_by: z.string() }),
});

/** The suspension that a member is under, if they are. */
export function openSuspension(snapshot: Snapshot, memberId: bigint) {
  return snapshot.first(findOpen, [memberId]);
}
