import * as z from "zod/mini";
import type { Language } from "#shared/language.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";

export type Channel = "sms" | "email";

/** A text kept by its name, filled in when it leaves, so that no secret waits in the outbox. */
export interface MessageTemplate {
  readonly name: string;
  /** Without values it gives the standard text, its places unfilled. */
  readonly render: (
    language: Language,
    params: Readonly<Record<string, string>>,
  ) => { readonly subject: string; readonly text: string };
  /** What is worked out only as it leaves, such as a code. No text may leave any of it out. */
  readonly derive?: (params: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}

export interface Message {
  readonly channel: Channel;
  /** Where it goes; null writes a row that never leaves, so that both take the same time. */
  readonly recipient: string | null;
  /** Without a recipient it still takes every step of the outbox, so that its load is the same. */
  readonly pretend?: boolean;
  readonly template: string;
  readonly language: Language;
  readonly params: Readonly<Record<string, string>>;
  /** After this it is of no use and is not sent. */
  readonly lifetimeSeconds: number;
  /** Holds it back for a while, in which a later message with the same key replaces it. */
  readonly held?: { readonly seconds: number; readonly key: string };
}

/** Notifies whoever delivers; set by the outbox worker of this process. */
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

/** Puts messages into the outbox of this unit of work; they leave once the work is kept. */
export async function enqueueAll(
  work: UnitOfWork,
  messages: readonly Message[],
  notify: Notify,
): Promise<void> {
  if (messages.length === 0) return;
  await work.rows(writeMessages, [
    messages.map(({ channel }) => channel),
    messages.map(({ recipient }) => recipient ?? ""),
    messages.map(({ template }) => template),
    messages.map(({ language }) => language),
    messages.map(({ params }) => JSON.stringify(params)),
    messages.map(({ lifetimeSeconds }) => lifetimeSeconds),
    messages.map(({ recipient, pretend }) =>
      recipient === null && pretend !== true ? "withheld" : "waiting",
    ),
    messages.map(({ held }) => held?.seconds ?? 0),
    messages.map(({ held }) => held?.key ?? ""),
  ]);
  work.afterCommit(notify);
}

/** Puts one message into the outbox of this unit of work. */
export function enqueue(work: UnitOfWork, message: Message, notify: Notify): Promise<void> {
  return enqueueAll(work, [message], notify);
}

/**
 * Puts a message for each row of a SELECT into the outbox: channel, recipient, language and params.
 * Who has nowhere to receive it is left out.
 */
export async function enqueueSelected(
  work: UnitOfWork,
  template: string,
  lifetimeSeconds: number,
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
    [...selected.values, lifetimeSeconds, template],
  );
  work.afterCommit(notify);
  return sent;
}
