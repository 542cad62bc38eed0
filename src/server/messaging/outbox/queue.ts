import * as z from "zod/mini";
import { type Database, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { LONGEST_SECONDS } from "#server/kernel/platform/back-off.ts";
import { LeasedRows } from "#server/kernel/platform/leased-rows.ts";
import type { MessageFile } from "./channel.ts";
import type { Channel } from "./enqueue.ts";
import { ownTextColumns, ownTextInSql } from "./wording.ts";

/** The actor of what the outbox does by itself. */
export const actor = "outbox";

/** A message this process has claimed for the time of a lease. */
export type Claimed = z.output<typeof claimedRow>;

const claimedRow = z.object({
  id: z.bigint(),
  channel: z.enum(["sms", "email"]),
  recipient: z.string(),
  template: z.string(),
  // No content of a row may stop later rows, so these columns are checked when the message is
  // worded.
  language: z.string(),
  params: z.unknown(),
  at: z.date(),
  attempts: z.number(),
  ...ownTextColumns,
});

/** A send that takes longer is given up. */
export const SEND_WITHIN_SECONDS = 20;

/** The shortest lease of a claimed message. */
export const LEASE_SECONDS = 30;

// The next process sends the messages of a killed one after the lease, which is longer than a send
// can take. It grows with the attempts: a message that kills its sender backs off.
const LEASE = `make_interval(
  secs => greatest(${LEASE_SECONDS}, least(${LONGEST_SECONDS}, power(2, least(m.attempts, 9)))))`;

/** Messages that one process at a time may send. */
export const leases = new LeasedRows({
  table: "outbox_message",
  alias: "m",
  until: "next_attempt_at",
  tries: "attempts",
  isClaimed: "state = 'waiting'",
  callWithinSeconds: SEND_WITHIN_SECONDS,
});

const ownText = ownTextInSql("taken");
// The message that expires first is sent first: a code does not wait behind a hundred thousand
// receipts.
const claimOf = (name: string, which: string) =>
  leases.claim(name, {
    isDue: `m.state = 'waiting' and m.channel = $2 and m.next_attempt_at <= akiba_now()
        and m.expires_at > akiba_now() and m.id <> all ($3::bigint[]) ${which}`,
    order: "m.expires_at, m.id",
    lease: LEASE,
    returning: "m.id, channel, recipient, template, language, params, created_at as at, attempts",
    reading: `select taken.*, ${ownText.columns} from taken ${ownText.join}`,
    row: claimedRow,
  });

const claim = claimOf("outbox-claim", "");
const claimWithoutBudget = claimOf("outbox-claim-urgent", "and m.template = any ($4::text[])");

export interface Wanted {
  readonly channel: Channel;
  readonly limit: number;
}

/**
 * Claims due messages that have not expired, in one short unit of work. Messages that this process
 * already holds are skipped even if their lease has expired. If the templates that are sent
 * without a budget are given, it claims no other text messages.
 */
export async function claimDue(
  database: Database,
  wanted: readonly Wanted[],
  held: readonly bigint[],
  onlySms: readonly string[] | null,
): Promise<Claimed[]> {
  return database.unitOfWork(actor, async (work) => {
    const claimed: Claimed[] = [];
    for (const { channel, limit } of wanted) {
      if (limit <= 0) continue;
      const found =
        channel === "sms" && onlySms !== null
          ? await work.rows(claimWithoutBudget, [limit, channel, held, onlySms])
          : await work.rows(claim, [limit, channel, held]);
      claimed.push(...found);
    }
    return claimed;
  });
}

const expire = statement({
  name: "outbox-expire",
  text: `update outbox_message set state = 'expired', finished_at = akiba_now()
    where id in (
      select id from outbox_message
      where state = 'waiting' and next_attempt_at <= akiba_now()
        and expires_at <= akiba_now() and id <> all ($1::bigint[])
      limit 1000
      for update skip locked)
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Gives up due messages that have expired, except those that this process holds. */
export async function expireDue(database: Database, held: readonly bigint[]): Promise<void> {
  await database.oneWrite(actor, expire, [held]);
}

/** The claim by which this process holds a message. */
export const claimBy = ({ id, attempts: tries }: Claimed) => ({ id, tries });

const standing = leases.standingAmong(
  "outbox-standing",
  "m.id, expires_at <= akiba_now() as expired",
  z.object({ id: z.bigint(), expired: z.boolean() }),
);

/** Whether each message that still belongs to its claim has expired. */
export type Standings = ReadonlyMap<bigint, "in time" | "expired">;

/** Checks claimed messages; one that is missing from the answer may no longer be sent. */
export async function standingsOf(
  database: Database,
  claimed: readonly Claimed[],
): Promise<Standings> {
  const ids = claimed.map(({ id }) => id);
  const found = await database.one(standing, [ids, claimed.map(({ attempts }) => attempts)]);
  return new Map(found.map(({ id, expired }) => [id, expired ? "expired" : "in time"]));
}

/** Gives up a message that expired after its claim. */
export async function expireClaimed(database: Database, { id }: Claimed): Promise<void> {
  await database.unitOfWork(actor, (work) =>
    work.run(
      `update outbox_message set state = 'expired', finished_at = akiba_now()
        where id = $1 and state = 'waiting'`,
      [id],
    ),
  );
}

const findFile = statement({
  name: "outbox-file",
  text: `select file_name as name, content from outbox_attachment where message_id = $1`,
  row: z.object({ name: z.string(), content: z.instanceof(Uint8Array) }),
});

/** The file of an e-mail; null for one without. */
export function fileOf(database: Database, id: bigint): Promise<MessageFile | null> {
  return database.oneStatementSnapshot().first(findFile, [id]);
}

const PURGED_AT_ONCE = 1000;

/** Deletes messages that finished longer ago than their rule keeps them; returns their number. */
export async function purgeFinished(database: Database): Promise<number> {
  let purged = 0;
  for (;;) {
    const deleted = await database.unitOfWork(actor, (work) =>
      work.run(
        `delete from outbox_message where id in (
          select id from outbox_message
          where state <> 'waiting'
            and coalesce(finished_at, expires_at) < akiba_now() - retention('messages')
          limit $1
          for update skip locked)`,
        [PURGED_AT_ONCE],
      ),
    );
    purged += deleted;
    if (deleted < PURGED_AT_ONCE) return purged;
  }
}

/**
 * Gives up all waiting messages, because the original of a copy sent them; returns their number.
 */
export async function giveUpWaiting(work: UnitOfWork): Promise<number> {
  return work.run(
    `update outbox_message set state = 'expired', finished_at = akiba_now()
      where state = 'waiting'`,
  );
}
