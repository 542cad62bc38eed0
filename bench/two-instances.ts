import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { runServer } from "../scripts/lib/run-server.js";
import { contestEnvironment } from "./contest.ts";
import { peakOf } from "./office.ts";

export const PAYER = "254700000001";
const SECRET = "bENcHqW8eR5tY2uI9oP4aS7dF1gH3jK6";

export const organisation = {
  shortCode: "400200",
  name: "BENCH SACCO",
  consumerKey: "key",
  consumerSecret: "word",
  initiatorName: "akiba",
  securityCredential: "sealed",
};

type Instance = Awaited<ReturnType<typeof runServer>>;

/** Two instances of the built server behind a balancer, which dies with neither of them. */
export class Instances {
  /** The receipts whose confirmation an instance acknowledged. */
  readonly acknowledged = new Set<string>();
  kills = 0;
  /** The most that an instance has held when it was killed or stopped. */
  peakMib = 0;
  readonly #folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #balancer = createServer((asked, answer) => void this.#forward(asked, answer));
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 50 });
  #live: Instance[] = [];
  #turn = 0;

  constructor(folder: string, environment: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#environment = environment;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#balancer.address() as AddressInfo).port}`;
  }

  async start(twin: string): Promise<void> {
    this.#balancer.listen(0, "127.0.0.1");
    await once(this.#balancer, "listening");
    const settings = {
      ...contestEnvironment,
      ...this.#environment,
      TRUST_PROXY: "",
      LOG_LEVEL: "silent",
      AKIBA_MODE: "test",
      AKIBA_SECRET: "a secret of the bench, 32 characters and more",
      AKIBA_PASSWORD_PEPPER: "a pepper of the bench, 32 characters and more",
      LIMIT_REQUESTS_PER_IP_PER_MINUTE: "1000000",
      LIMIT_REQUESTS_PER_IP_BURST: "1000000",
      PUBLIC_URL: this.url,
      PAYOUT_CHANNEL: "daraja",
      PAY_IN_CHANNEL: "daraja",
      DARAJA_BASE_URL: twin,
      DARAJA_CONSUMER_KEY: organisation.consumerKey,
      DARAJA_CONSUMER_SECRET: organisation.consumerSecret,
      DARAJA_INITIATOR_NAME: organisation.initiatorName,
      DARAJA_SECURITY_CREDENTIAL: organisation.securityCredential,
      DARAJA_SHORT_CODE: organisation.shortCode,
      DARAJA_PAYBILL: organisation.shortCode,
      DARAJA_PASSKEY: "pass-of-bench",
      DARAJA_CALLBACK_SECRET: SECRET,
      DARAJA_CALLBACK_ADDRESSES: "127.0.0.1",
    };
    this.#launch = () => runServer(this.#folder, settings);
    for (let one = 0; one < 2; one += 1) this.#live.push(await this.#launch());
  }

  #launch: () => Promise<Instance> = () => Promise.reject(new Error("not started"));

  /** Kills one instance without warning, and starts another in its place. */
  async kill(): Promise<void> {
    const killed = this.#live.shift();
    if (killed === undefined) return;
    this.kills += 1;
    this.#notePeak(killed);
    process.kill(killed.pid as number, "SIGKILL");
    this.#live.push(await this.#launch());
  }

  async stop(): Promise<void> {
    this.#live.forEach((one) => this.#notePeak(one));
    await Promise.all(this.#live.splice(0).map((one) => one.stop()));
    this.#agent.destroy();
    this.#balancer.closeAllConnections();
    this.#balancer.close();
  }

  #notePeak({ pid }: Instance): void {
    this.peakMib = Math.max(this.peakMib, peakOf(pid as number));
  }

  async #forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of asked) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    for (let tries = 0; tries < 3; tries += 1) {
      const reply = await this.#post(asked, body);
      // Only a connection that nobody took is tried again; any other may have been booked.
      if (reply === "refused") continue;
      if (reply !== null) {
        this.#note(asked.url ?? "", reply.status, body);
        answer.writeHead(reply.status, { "content-type": "application/json" });
        answer.end(reply.body);
        return;
      }
      break;
    }
    answer.writeHead(502).end("{}");
  }

  #note(path: string, status: number, body: Buffer): void {
    if (status !== 200 || !path.endsWith("/c2b/confirmation")) return;
    this.acknowledged.add((JSON.parse(body.toString()) as { TransID: string }).TransID);
  }

  #post(
    asked: IncomingMessage,
    body: Buffer,
  ): Promise<{ status: number; body: string } | "refused" | null> {
    this.#turn += 1;
    const instance = this.#live[this.#turn % Math.max(1, this.#live.length)];
    if (instance === undefined) return Promise.resolve("refused");
    return new Promise((resolve) => {
      const headers = {
        "content-type": "application/json",
        "content-length": String(body.length),
      };
      const method = asked.method ?? "POST";
      const url = new URL(asked.url ?? "/", instance.url);
      const sent = request(url, { method, headers, agent: this.#agent }, (reply) => {
        let text = "";
        reply.on("data", (part) => (text += String(part)));
        reply.on("end", () => resolve({ status: reply.statusCode ?? 0, body: text }));
        reply.on("error", () => resolve(null));
      });
      sent.on("error", (error: NodeJS.ErrnoException) =>
        resolve(error.code === "ECONNREFUSED" ? "refused" : null),
      );
      sent.end(body);
    });
  }
}

/** Access to the simulator, whose calls come to the balancer. */
export const accessTo = (baseUrl: string, publicUrl: string) => ({
  ...organisation,
  baseUrl,
  callbackUrl: `${publicUrl}/api/v1/pay-ins`,
  callbackSecret: SECRET,
  callbackAddresses: ["127.0.0.1"],
});

/** The address of confirmations. */
export const confirmations = (publicUrl: string): string =>
  `${publicUrl}/api/v1/pay-ins/${SECRET}/c2b/confirmation`;
