import type { Database, UnitOfWork } from "#server/kernel/platform/database.ts";
import { releaseHere } from "#server/kernel/platform/database-home.ts";
import { giveUpWaiting } from "#server/messaging/outbox/queue.ts";
import { doubtWaiting } from "#server/payouts/queue/queue.ts";
import { commandLine } from "#server/kernel/platform/command-line.ts";

const USAGE = `${commandLine("release")}
    where the original did nothing more after this copy was made
${commandLine("release", "--restored")}
    where it ran on: messages that waited are given up, and payouts that waited are looked up
    by people before they are paid`;

/** Lets a held database send and pay from its current place; returns the exit code. */
export async function runRelease(database: Database, given: readonly string[]): Promise<number> {
  const isRestored = given.includes("--restored");
  if (given.length > (isRestored ? 1 : 0)) {
    console.log(USAGE);
    return 2;
  }
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
