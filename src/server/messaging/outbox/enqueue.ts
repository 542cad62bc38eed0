import * as z from "zod/mini";
import type { Language } from "#shared/language.ts";
import { messageKind, type MessageKindName } from "#shared/message-kinds.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { MessageFile } from "./channel.ts";

export type Channel = "sms" | "email";

/**
 * A text stored by its name and filled in when it is sent, so that no secret is stored in the
 * outbox.
 */
export interface MessageTemplate {
  readonly name: string;
  /** Without values it returns the standard text with its placeholders. */
  readonly render: (
    language: Language,
    params: Readonly<Record<string, string>>,
  ) => { readonly subject: string; readonly text: string };
  /**
   * Values that are calculated only when it is sent, such as a code. Every text must contain all of
   * them.
   */
  readonly derive?: (params: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}

export interface Message {
  /** Only where the declaration of the message says `either`. */
  readonly channel?: Channel;
  /** The recipient; null writes a row that is never sent, so that both cases take the same time. */
  readonly recipient: string | null;
  /** Without a recipient it still takes every step of the outbox, so that its load is the same. */
  readonly pretend?: boolean;
  readonly template: string;
  readonly language: Language;
  readonly params: Readonly<Record<string, string>>;
  /** Only where the declaration of the message leaves it to a setting of the server. */
  readonly lifetimeSeconds?: number;
  /** Delays the message for a while, in which a later message with the same key replaces it. */
  readonly held?: { readonly seconds: number; readonly key: string };
}

/** Wakes the messenger; set by the outbox worker of this process. */
export type Notify = () => void;

const writeMessages = statement({
  name: "outbox-enqueue",
  text: `insert into outbox_message
      (channel, recipient, template, language, params, expires_at, state, next_attempt_at,
        replaced_by_key)
    select channel, recipient, template, language, params::jsonb,
      akiba_now() + make_interval(secs => lifetime), state,
      akiba_now() + make_interval(secs => hold), key
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::float8[],
      $7::text[], $8::float8[], $9::text[]) with ordinality
      as given (channel, recipient, template, language, params, lifetime, state, hold, key, place)
    order by place
    on conflict (replaced_by_key)
      where state = 'waiting' and attempts = 0 and replaced_by_key <> ''
    do update set recipient = excluded.recipient, language = excluded.language,
      params = excluded.params, created_at = excluded.created_at, expires_at = excluded.expires_at
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Queues messages in this unit of work; they are sent after the commit. */
export async function enqueueAll(
  work: UnitOfWork,
  messages: readonly Message[],
  notify: Notify,
): Promise<void> {
  if (messages.length === 0) return;
  await writeAll(work, messages, notify);
}

/** Queues an e-mail with a file, which is deleted once the message is sent or given up. */
export async function enqueueWithFile(
  work: UnitOfWork,
  message: Message,
  { name, content }: MessageFile,
  notify: Notify,
): Promise<void> {
  const [written] = await writeAll(work, [message], notify);
  await work.run(
    "insert into outbox_attachment (message_id, file_name, content) values ($1, $2, $3)",
    [written?.id ?? null, name, content],
  );
}

async function writeAll(work: UnitOfWork, messages: readonly Message[], notify: Notify) {
  const written = await work.rows(writeMessages, [
    messages.map(channelOfMessage),
    messages.map(({ recipient }) => recipient ?? ""),
    messages.map(({ template }) => template),
    messages.map(({ language }) => language),
    messages.map(({ params }) => JSON.stringify(params)),
    messages.map(lifetimeOf),
    messages.map(({ recipient, pretend }) =>
      recipient === null && pretend !== true ? "withheld" : "waiting",
    ),
    messages.map(({ held }) => held?.seconds ?? 0),
    messages.map(({ held }) => held?.key ?? ""),
  ]);
  work.afterCommit(notify);
  return written;
}

/** The channel of a message; a declared one is never sent by another. */
function channelOfMessage({ template, channel }: Message): Channel {
  const declared = messageKind(template)?.channel ?? "either";
  if (declared === "either" && channel !== undefined) return channel;
  if (declared !== "either" && (channel ?? declared) === declared) return declared;
  throw new Error(`${template} cannot be sent by ${channel ?? "no channel"}`);
}

function lifetimeOf({ template, lifetimeSeconds }: Pick<Message, "template" | "lifetimeSeconds">) {
  const lifetime = messageKind(template)?.lifetimeSeconds ?? lifetimeSeconds;
  if (lifetime === undefined) throw new Error(`nothing says how long ${template} is of use`);
  return lifetime;
}

/** Queues one message in this unit of work. */
export function enqueue(work: UnitOfWork, message: Message, notify: Notify): Promise<void> {
  return enqueueAll(work, [message], notify);
}

/**
 * Queues a message for each row of a SELECT: channel, recipient, language and params. Rows without
 * a recipient are left out.
 */
export async function enqueueSelected(
  work: UnitOfWork,
  template: MessageKindName,
  selected: {
    readonly text: string;
    readonly values: readonly (bigint | string | readonly bigint[])[];
  },
  notify: Notify,
): Promise<number> {
  const [life, name] = [`$${selected.values.length + 1}`, `$${selected.values.length + 2}`];
  const sent = await work.run(
    `insert into outbox_message (channel, recipient, template, language, params, expires_at)
      select channel, recipient, ${name}, language, params,
        akiba_now() + make_interval(secs => ${life})
      from (${selected.text}) as m (channel, recipient, language, params)
      where recipient <> ''`,
    [...selected.values, lifetimeOf({ template }), template],
  );
  work.afterCommit(notify);
  return sent;
}
