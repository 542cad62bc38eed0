import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { DarajaConfig } from "#server/kernel/platform/daraja-config.ts";
import { listenNearby } from "./outbox-society.ts";

/** A payment as the local provider received it. */
export interface AskedPayment {
  readonly OriginatorConversationID: string;
  readonly Amount: number;
  readonly PartyA: string;
  readonly PartyB: string;
  readonly Remarks: string;
  readonly CommandID: string;
  readonly ResultURL: string;
  readonly QueueTimeOutURL: string;
}

/** How the local provider answers a payment: as agreed, or with one of its failures. */
export type Manner =
  | "accept"
  | "refuse"
  | "error"
  | "garbled"
  | "silent"
  | "cut-after-taking"
  | "busy"
  | "locked-out";

/** The secret that results come with, in tests. */
export const CALLBACK_SECRET = "tQ7wZ2mK9xR4vB6nJ8dL3hF5yG1cA0eU";

/** A provider on this machine, reached over HTTP, that pays nobody. */
export class DarajaServer {
  readonly asked: AskedPayment[] = [];
  /** How many tokens were issued. */
  tokens = 0;
  manner: Manner = "accept";
  /** While false no token is issued. */
  keyIsGood = true;
  readonly #server: Server;
  #port = 0;

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async open(): Promise<void> {
    this.#port = await listenNearby(this.#server);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** An account with it, whose results go to an address of ours. */
  account(publicUrl: string): DarajaConfig {
    return {
      consumerKey: "key",
      consumerSecret: "word",
      initiatorName: "akiba",
      securityCredential: "sealed",
      shortCode: "600100",
      baseUrl: `http://127.0.0.1:${this.#port}`,
      callbackUrl: `${publicUrl}/api/v1/payout-results`,
      callbackSecret: CALLBACK_SECRET,
      callbackAddresses: ["127.0.0.1"],
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const give = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    if (request.url === "/oauth/v1/generate?grant_type=client_credentials") {
      const expected = `Basic ${Buffer.from("key:word").toString("base64")}`;
      const isGood = this.keyIsGood && request.headers.authorization === expected;
      if (!isGood) return give(400, { errorCode: "400.008.01" });
      this.tokens += 1;
      return give(200, { access_token: `token-${this.tokens}`, expires_in: "3599" });
    }
    let text = "";
    for await (const chunk of request) text += String(chunk);
    if (!/^Bearer token-\d+$/.test(request.headers.authorization ?? "")) return give(401, {});
    this.#takePayment(JSON.parse(text) as AskedPayment, request, give);
  }

  #takePayment(
    payment: AskedPayment,
    request: IncomingMessage,
    give: (status: number, body: unknown) => void,
  ): void {
    this.asked.push(payment);
    const { OriginatorConversationID } = payment;
    const ConversationID = `AG_${this.asked.length}`;
    const answers: Partial<Record<Manner, [number, unknown]>> = {
      accept: [200, { ResponseCode: "0", ConversationID, OriginatorConversationID }],
      refuse: [400, { errorCode: "400.002.02", errorMessage: "Bad Request - Invalid PartyB" }],
      error: [500, { errorCode: "500.001.1001" }],
      garbled: [200, "<html>"],
      busy: [429, {}],
      "locked-out": [403, {}],
    };
    const answer = answers[this.manner];
    if (answer !== undefined) give(...answer);
    else if (this.manner === "cut-after-taking") request.socket.destroy();
  }
}

/** A result as the provider words it; of a payment that arrived by default. */
export function resultOf(
  payment: Pick<AskedPayment, "OriginatorConversationID" | "Amount">,
  receipt: string,
  { code = 0, amount = payment.Amount }: { code?: number; amount?: number } = {},
) {
  return {
    Result: {
      ResultType: 0,
      ResultCode: code,
      ResultDesc: "The service request is processed.",
      OriginatorConversationID: payment.OriginatorConversationID,
      ConversationID: "AG_1",
      TransactionID: receipt,
      ...(code === 0 && {
        ResultParameters: {
          ResultParameter: [
            { Key: "TransactionAmount", Value: amount },
            { Key: "TransactionReceipt", Value: receipt },
            { Key: "ReceiverPartyPublicName", Value: "254712000482 - A Member" },
          ],
        },
      }),
    },
  };
}
