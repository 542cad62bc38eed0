import type { Language } from "#shared/language.ts";
import type { UnitOfWork } from "#server/platform/database.ts";

export type Channel = "sms" | "email";

/** A text kept by its name, filled in when it leaves, so that no secret waits in the outbox. */
export interface MessageTemplate {
  readonly name: string;
  readonly render: (
    language: Language,
    params: Readonly<Record<string, string>>,
  ) => { readonly subject: string; readonly text: string };
}

export interface Message {
  readonly channel: Channel;
  /** Where it goes; null writes a row that never leaves, so that both take the same time. */
  readonly recipient: string | null;
  readonly template: string;
  readonly language: Language;
  readonly params: Readonly<Record<string, string>>;
  /** After this it is of no use and is not sent. */
  readonly lifetimeSeconds: number;
}

/** Wakes whoever delivers; set by the outbox worker of this process. */
export type Wake = () => void;

/** Puts a message into the outbox of this unit of work; it leaves once the work is kept. */
export async function enqueue(work: UnitOfWork, message: Message, wake: Wake): Promise<void> {
  await work.run(
    `insert into outbox_message (channel, recipient, template, language, params, expires_at, state)
      values ($1, $2, $3, $4, $5::jsonb, akiba_now() + make_interval(secs => $6), $7)`,
    [
      message.channel,
      message.recipient ?? "",
      message.template,
      message.language,
      JSON.stringify(message.params),
      message.lifetimeSeconds,
      message.recipient === null ? "withheld" : "waiting",
    ],
  );
  work.afterCommit(wake);
}
