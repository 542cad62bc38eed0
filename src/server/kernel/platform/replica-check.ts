import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import { type Database, statement } from "./database.ts";
import { positionColumns, type ReplicaTrouble } from "./replica.ts";

const words: Readonly<Record<ReplicaTrouble, string>> = {
  away: "it does not answer",
  behind: "it is behind, or it follows another primary",
  "not-a-standby":
    "it is no standby of this database, or something on the way drops the portal's settings",
};

const primaryAnswers = (why: string) =>
  `the primary answers the reads of DATABASE_READ_URL: ${why}. See docs/operations.md.`;

/** Returns a warning about a replica that serves no reads; null if it does, or without one. */
export async function idleReplica({ replica }: Database): Promise<string | null> {
  await replica?.look();
  const trouble = replica?.trouble ?? null;
  return trouble === null ? null : primaryAnswers(words[trouble]);
}

const findPosition = statement({
  text: `select ${positionColumns}`,
  row: z.object({ timeline: z.nullable(z.string()), lsn: z.nullable(z.bigint()) }),
});

/** A replica that is further behind than this is of no use to the primary. */
const FAR_BEHIND_MS = 5000;
const REST_MS = 50;

interface ReplicaFinding {
  readonly state: "ok" | "warning" | "failed";
  readonly text: string;
}

/**
 * Finds out whether the replica serves, and how long it takes to reach the current state of the
 * primary.
 */
export async function examineReplica(database: Database): Promise<ReplicaFinding> {
  const { replica } = database;
  if (replica === null) return { state: "ok", text: "none: the primary answers every read" };
  const [at] = await database.one(findPosition);
  if (at === undefined || at.timeline === null || at.lsn === null) {
    return { state: "failed", text: "DATABASE_URL does not lead to a primary" };
  }
  const position = { timeline: at.timeline, lsn: at.lsn };
  const began = performance.now();
  while (performance.now() - began < FAR_BEHIND_MS) {
    await replica.look();
    const { trouble } = replica;
    if (trouble === "away" || trouble === "not-a-standby") {
      return { state: "failed", text: primaryAnswers(words[trouble]) };
    }
    if (await database.isOnReplica(position)) {
      const ms = Math.round(performance.now() - began);
      return { state: "ok", text: `it has what the primary has, ${ms} ms later` };
    }
    await pause(REST_MS);
  }
  const late = `after ${FAR_BEHIND_MS / 1000} s ${words.behind}`;
  return { state: "warning", text: primaryAnswers(late) };
}
