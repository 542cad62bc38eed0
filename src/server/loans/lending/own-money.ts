import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

/** A member, and a loan of theirs; null if the money goes elsewhere. */
interface Credited {
  readonly memberId: bigint;
  readonly loanId: bigint | null;
}

const findCredited = statement({
  name: "own-money",
  text: "select akiba_is_credited($1, $2, $3) as own",
  row: z.object({ own: z.boolean() }),
});

/** Returns whether money is for an actor themselves, or for a loan that they guarantee. */
export async function isCredited(
  snapshot: Snapshot,
  { memberId, loanId }: Credited,
  actor: string,
): Promise<boolean> {
  return (await snapshot.first(findCredited, [memberId, loanId, actor]))?.own ?? false;
}
