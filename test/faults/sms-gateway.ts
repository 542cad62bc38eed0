import { createServer, type Server, type ServerResponse } from "node:http";
import { listenNearby } from "../outbox-society.ts";
import type { Environment } from "./running-server.ts";

/** A text message that arrived. */
export interface Sent {
  readonly to: string;
  readonly text: string;
  readonly at: Date;
}

export type Behaviour = (sent: Sent, response: ServerResponse) => void;

/** Africa's Talking, as the product calls it; each test sets its behaviour. */
export class SmsGateway {
  readonly sent: Sent[] = [];
  readonly server: Server;
  /** Its behaviour for each number; it accepts all others. */
  readonly behaviours = new Map<string, Behaviour>();

  constructor() {
    this.server = createServer((request, response) => {
      const at = new Date();
      let body = "";
      request.on("data", (part) => (body += part));
      request.on("end", () => {
        const form = new URLSearchParams(body);
        const sent = { to: form.get("to") ?? "", text: form.get("message") ?? "", at };
        this.sent.push(sent);
        (this.behaviours.get(sent.to) ?? accept)(sent, response);
      });
    });
  }

  /** Listens, and returns the settings with which a server sends to it. */
  async listen(): Promise<Environment> {
    return {
      SMS_CHANNEL: "africastalking",
      AFRICASTALKING_USERNAME: "akiba",
      AFRICASTALKING_API_KEY: "a-key",
      AFRICASTALKING_BASE_URL: `http://127.0.0.1:${await listenNearby(this.server)}`,
    };
  }

  to(recipient: string): Sent[] {
    return this.sent.filter(({ to }) => to === recipient);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** Accepts a message as the provider does. */
export function accept({ to }: Sent, response: ServerResponse): void {
  const Recipients = [{ statusCode: 101, number: to, status: "Success", messageId: "ATXid_1" }];
  response.writeHead(201, { "content-type": "application/json" });
  response.end(JSON.stringify({ SMSMessageData: { Message: "Sent to 1/1", Recipients } }));
}
