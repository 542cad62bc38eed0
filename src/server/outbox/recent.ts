import * as z from "zod/mini";
import type { Snapshot } from "#server/platform/database.ts";
import { statement } from "#server/platform/database.ts";
import type { MessageTemplate } from "./enqueue.ts";
import { wordStored } from "./wording.ts";

export interface RecentMessage {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly channel: "sms" | "email";
  readonly to: string;
  readonly text: string;
}

const SHOWN = 50;

// What was withheld has no recipient: it was never a message, only the time one takes.
const recent = statement({
  name: "outbox-recent",
  text: `
    select created_at as at, channel, recipient, template, language, params
    from outbox_message where state <> 'withheld'
    order by id desc limit $1`,
  row: z.object({
    at: z.date(),
    channel: z.enum(["sms", "email"]),
    recipient: z.string(),
    template: z.string(),
    language: z.string(),
    params: z.unknown(),
  }),
});

/**
 * The last 50 messages, newest first, codes and all; for a demo only. Read from the table, so
 * that a message shows as soon as it is kept, whichever instance sends it.
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
  const { subject, text } = wordStored(template, row.language, row.params);
  return row.channel === "email" ? `${subject}\n\n${text}` : text;
}
