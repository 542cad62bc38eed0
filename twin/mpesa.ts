import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Callbacks } from "./callbacks.ts";
import { Faults, readFaultSettings } from "./faults.ts";
import { OrganisationBooks } from "./organisation-books.ts";
import { type Organisation, Paybill } from "./paybill.ts";
import { type Holder, type Phone, Phones } from "./phones.ts";
import { phonesPage } from "./phones-page.ts";
import { statementCsv, statementJson } from "./statement-export.ts";

/** The organisations and phones of a twin of M-Pesa. */
export interface TwinOptions {
  readonly organisations: readonly Organisation[];
  readonly phones: readonly Holder[];
  readonly now?: () => Date;
  /** How long an answer to a callback is waited for, in milliseconds. */
  readonly callbackTimeoutMs?: number;
}

/** An answer: its status, media type and body. */
interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

type Body = Readonly<Record<string, unknown>>;

/**
 * A simulator that speaks the wire shapes of M-Pesa's Daraja and keeps a statement of its own: the
 * calls of a paybill, with phones on which anybody can pay. It calls only this machine.
 */
export class MpesaTwin {
  readonly faults = new Faults();
  readonly #callbacks: Callbacks;
  readonly #books: OrganisationBooks;
  readonly #phones: Phones;
  readonly #paybill: Paybill;
  readonly #organisations: readonly Organisation[];
  readonly #tokens = new Map<string, string>();
  readonly #server: Server;

  constructor({
    organisations,
    phones,
    now = () => new Date(),
    callbackTimeoutMs = 8000,
  }: TwinOptions) {
    this.#organisations = organisations;
    this.#books = new OrganisationBooks(now);
    for (const { shortCode, balance } of organisations) this.#books.open(shortCode, balance);
    this.#phones = new Phones(phones);
    this.#callbacks = new Callbacks(this.faults, callbackTimeoutMs);
    const parts = { organisations, books: this.#books, phones: this.#phones, now };
    this.#paybill = new Paybill({ ...parts, callbacks: this.#callbacks });
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** Listens on this machine only and returns the address. */
  async open(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#callbacks.clear();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Sends callbacks that are held or delayed, and waits until none is pending. */
  flush(): Promise<void> {
    return this.#callbacks.flush();
  }

  /** Pays from a phone to a paybill; returns the receipt, or null. */
  pay(msisdn: string, typed: Parameters<Paybill["pay"]>[1]): Promise<string | null> {
    const phone = this.#phones.find(msisdn);
    return phone === undefined ? Promise.resolve(null) : this.#paybill.pay(phone, typed);
  }

  /** The lines of the statement of a short code, oldest first. */
  statement(shortCode: string) {
    return this.#books.statement(shortCode) ?? [];
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, type, body } = await this.#answer(request);
    response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
    response.end(body);
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const call = `${request.method} ${pathname}`;
    if (call === "GET /oauth/v1/generate") return this.#giveToken(request);
    if (call === "GET /dev/phones") return page(phonesPage);
    if (call === "GET /dev/phones.json") return json(200, this.#phones.all().map(shown));
    if (call === "GET /dev/statement.json") return json(200, this.#linesOf(searchParams));
    if (call === "GET /dev/statement.csv") {
      return { status: 200, type: "text/csv", body: this.#csvOf(searchParams) };
    }
    if (call === "GET /dev/faults") return json(200, this.faults.settings);
    const body = await readBody(request);
    if (body === null) return failure(400, "400.002.02", "Bad Request - Invalid body");
    if (call === "POST /dev/faults") return this.#setFaults(body);
    if (call === "POST /dev/phones/paybill") return this.#payFromPage(body);
    if (call === "POST /mpesa/c2b/v2/registerurl") return this.#register(request, body);
    return failure(404, "404.001.01", "Resource not found");
  }

  #giveToken(request: IncomingMessage): Answer {
    const organisation = this.#organisations.find(({ consumerKey, consumerSecret }) => {
      const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64");
      return request.headers.authorization === `Basic ${basic}`;
    });
    if (organisation === undefined) return failure(400, "400.008.01", "Invalid Authentication");
    const token = `token-${this.#tokens.size + 1}`;
    this.#tokens.set(token, organisation.shortCode);
    return json(200, { access_token: token, expires_in: "3599" });
  }

  #register(request: IncomingMessage, body: Body): Answer {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const shortCode = this.#tokens.get(token);
    if (shortCode === undefined) return failure(401, "404.001.03", "Invalid Access Token");
    const fault = this.#paybill.register(shortCode, body);
    if (fault !== null) return failure(400, "400.003.02", `Bad Request - ${fault}`);
    return json(200, { ResponseCode: "0", ResponseDescription: "Success" });
  }

  #setFaults(body: Body): Answer {
    const settings = readFaultSettings(body);
    if (settings === null) return failure(400, "400.002.02", "Bad Request - Invalid faults");
    this.faults.set(settings);
    return json(200, settings);
  }

  async #payFromPage(body: Body): Promise<Answer> {
    const { shortCode, account, amount, pin } = body;
    const receipt = await this.pay(String(body["msisdn"]), { shortCode, account, amount, pin });
    return json(200, { receipt });
  }

  #linesOf(search: URLSearchParams) {
    return statementJson(this.statement(search.get("shortCode") ?? ""));
  }

  #csvOf(search: URLSearchParams): string {
    return statementCsv(this.statement(search.get("shortCode") ?? ""));
  }
}

/** A phone as its page shows it; nobody sees the PIN. */
function shown({ msisdn, name, balance, messages, isLocked }: Phone) {
  return { msisdn, name, balance: String(balance), messages, isLocked };
}

const json = (status: number, value: unknown): Answer => ({
  status,
  type: "application/json",
  body: JSON.stringify(value),
});

const page = (body: string): Answer => ({ status: 200, type: "text/html; charset=utf-8", body });

let requests = 0;

/** An error in Daraja's shape. */
function failure(status: number, errorCode: string, errorMessage: string): Answer {
  requests += 1;
  return json(status, { requestId: `29115-34620561-${requests}`, errorCode, errorMessage });
}

const LONGEST_BODY = 65_536;

/** Reads a JSON object; null if the body is anything else. */
async function readBody(request: IncomingMessage): Promise<Body | null> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > LONGEST_BODY) return null;
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Body) : null;
  } catch {
    return null;
  }
}
