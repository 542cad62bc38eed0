/** A message ready to send: its text and its one recipient. */
export interface OutgoingMessage {
  readonly id: bigint;
  /** When the work that causes it was committed. */
  readonly at: Date;
  /** A mobile number as +254…, or an e-mail address. */
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  /** The file that goes with it; only e-mails have one. */
  readonly file?: MessageFile | undefined;
}

/** A PDF sent with an e-mail. */
export interface MessageFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/**
 * The result of one attempt. The reason is our own short text and names no person, because it is
 * stored and logged.
 */
export type Delivery =
  | {
      readonly outcome: "delivered";
      readonly reference: string;
      /** In shillings with up to four decimals, if the provider said. */
      readonly cost?: string;
    }
  | {
      readonly outcome: "retry";
      readonly reason: string;
      /** The number of seconds before which another attempt is useless. */
      readonly after?: number;
      /**
       * Waiting does not help, for example without credit or with a wrong key. Logged as an error.
       */
      readonly needsOperator?: true;
    }
  | { readonly outcome: "failed"; readonly reason: string };

/** A channel for messages. It limits its own time and returns a result instead of throwing. */
export interface MessageChannel {
  /** How many of its messages each instance sends at once; OTHERWISE_AT_ONCE if it does not say. */
  readonly atOnce?: number;
  send(message: OutgoingMessage): Promise<Delivery>;
}

/** Mail servers take only few connections of one sender. */
export const OTHERWISE_AT_ONCE = 10;

/**
 * The channel of messages without a recipient: it sends nothing, in the same steps as all others.
 */
export const nobody: MessageChannel = {
  send: async () => ({ outcome: "delivered", reference: "" }),
};

/**
 * For a channel that is not configured: records this in each message's row instead of staying
 * silent.
 */
export function absentChannel(what: string): MessageChannel {
  return { send: async () => ({ outcome: "failed", reason: `${what} is not set up` }) };
}
