import * as z from "zod/mini";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { statement } from "#server/kernel/platform/database.ts";
import type { MessageTemplate } from "./enqueue.ts";
import { ownTextColumns, ownTextInSql, wordStored } from "./wording.ts";

export interface RecentMessage {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly channel: "sms" | "email";
  readonly to: string;
  readonly text: string;
}

const SHOWN = 50;

const ownText = ownTextInSql("m");

// A withheld row has no recipient: it was never a message, but takes the same time as one.
const recent = statement({
  name: "outbox-recent",
  text: `
    select m.created_at as at, m.channel, m.recipient, m.template, m.language, m.params,
      ${ownText.columns}
    from outbox_message m ${ownText.join} where m.state <> 'withheld' and m.recipient <> ''
    order by m.id desc limit $1`,
  row: z.object({
    at: z.date(),
    channel: z.enum(["sms", "email"]),
    recipient: z.string(),
    template: z.string(),
    language: z.string(),
    params: z.unknown(),
    ...ownTextColumns,
  }),
});

/**
 * The last 50 messages, newest first, with their codes; for a demo only. Read from the table, so
 * that a message shows as soon as it is committed, whichever instance sends it.
 */
export async function recentMessages(
  snapshot: Snapshot,
  templates: readonly MessageTemplate[],
): Promise<RecentMessage[]> {
  const rows = await snapshot.rows(recent, [SHOWN]);
  return rows.map((row) => {
    const template = templates.find(({ name }) => name === row.template);
    return {
      at: row.at.toISOString(),
      channel: row.channel,
      to: row.recipient,
      text: template === undefined ? `(${row.template})` : textOf(row, template),
    };
  });
}

function textOf(row: z.output<typeof recent.row>, template: MessageTemplate): string {
  const { subject, text } = wordStored(template, row);
  return row.channel === "email" ? `${subject}\n\n${text}` : text;
}
