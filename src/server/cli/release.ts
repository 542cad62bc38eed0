import type { Database } from "../platform/database.ts";
import { releaseHere } from "../platform/database-home.ts";

/** Lets a held database send and pay from where it is now; gives the exit code. */
export async function runRelease(database: Database): Promise<number> {
  const released = await database.unitOfWork("operator", releaseHere);
  if (released === null) {
    console.log("This database is not held.");
    return 0;
  }
  const { messages, payouts, place } = released;
  console.log(`Released at ${place}.`);
  console.log(`${messages} messages and ${payouts} payouts waited, and leave as they are due.`);
  return 0;
}
