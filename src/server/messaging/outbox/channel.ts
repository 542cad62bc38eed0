/** A message as it leaves: worded, and with its one recipient. */
export interface OutgoingMessage {
  readonly id: bigint;
  /** When the work that causes it was kept. */
  readonly at: Date;
  /** A mobile number as +254…, or an e-mail address. */
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * What became of one attempt. A reason is a few words of ours and names no person: it is stored
 * and logged.
 */
export type Delivery =
  | {
      readonly outcome: "delivered";
      readonly reference: string;
      /** In shillings with up to four decimals, where the provider said. */
      readonly cost?: string;
    }
  | {
      readonly outcome: "retry";
      readonly reason: string;
      /** Seconds before which another attempt is of no use. */
      readonly after?: number;
      /** Waiting does not mend it: an empty purse, a wrong key. Said loudly in the log. */
      readonly needsOperator?: true;
    }
  | { readonly outcome: "failed"; readonly reason: string };

/** A way out of the house. It bounds its own time and answers rather than throws. */
export interface MessageChannel {
  send(message: OutgoingMessage): Promise<Delivery>;
}

/** Where messages without a recipient go: nowhere, by the same steps as all others. */
export const nobody: MessageChannel = {
  send: async () => ({ outcome: "delivered", reference: "" }),
};

/** For what was not set up: says so in each message's row instead of keeping quiet. */
export function absentChannel(what: string): MessageChannel {
  return { send: async () => ({ outcome: "failed", reason: `${what} is not set up` }) };
}
