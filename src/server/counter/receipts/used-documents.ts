import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

const findUse = statement({
  name: "counter-document-used",
  text: "select bank_reference_is_booked($1) as used",
  row: z.object({ used: z.boolean() }),
});

/** Returns whether the number of a slip has booked money at the bank, here or elsewhere. */
export async function isDocumentUsed(snapshot: Snapshot, documentNo: string): Promise<boolean> {
  return (await snapshot.first(findUse, [documentNo]))?.used ?? false;
}
