import type { Database, UnitOfWork } from "#server/kernel/platform/database.ts";
import { releaseHere } from "#server/kernel/platform/database-home.ts";
import { giveUpWaiting } from "#server/messaging/outbox/queue.ts";
import { doubtWaiting } from "#server/payouts/queue/unanswered.ts";
import { readGiven } from "./forms.ts";

/** Lets a held database send and pay from its current place; returns the exit code. */
export async function runRelease(database: Database, given: readonly string[]): Promise<number> {
  const isRestored = readGiven("release", given).values.restored;
  const released = await database.unitOfWork("operator", (work) => release(work, isRestored));
  if (released === null) {
    console.log("This database is not held.");
    return 0;
  }
  console.log(`Released at ${released.place}.`);
  if (isRestored) {
    console.log(`${released.messages} messages that waited are given up.`);
    console.log(`${released.payouts} payouts that waited are among the exceptions, to look up.`);
  }
  return 0;
}

async function release(work: UnitOfWork, isRestored: boolean) {
  const place = await releaseHere(work);
  if (place === null) return null;
  await work.takeTime();
  const messages = isRestored ? await giveUpWaiting(work) : 0;
  const payouts = isRestored ? await doubtWaiting(work) : 0;
  const detail = { place, isRestored, messages, payouts };
  work.audit({ action: "database-released", subject: "database", detail });
  return { place, messages, payouts };
}
