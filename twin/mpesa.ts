import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, type Body, failure, json, page, readBody } from "./answers.ts";
import { balanceQuery } from "./balance-query.ts";
import { Callbacks } from "./callbacks.ts";
import { Faults, readFaultSettings } from "./faults.ts";
import { InitiatedCalls } from "./initiated-calls.ts";
import { OrganisationBooks } from "./organisation-books.ts";
import { type Organisation, Paybill } from "./paybill.ts";
import { paymentOut } from "./payment-out.ts";
import { type Holder, type Phone, Phones } from "./phones.ts";
import { phonesPage } from "./phones-page.ts";
import { actFromPage, promptCalls, shownPrompts } from "./prompt-calls.ts";
import { type Prompt, type PromptAct, Prompts } from "./prompts.ts";
import { reversal } from "./reversal.ts";
import { statementCsv, statementJson } from "./statement-export.ts";
import { statusQuery } from "./status-query.ts";
import { Transactions } from "./transactions.ts";

/** The organisations and phones of a twin of M-Pesa. */
export interface TwinOptions {
  readonly organisations: readonly Organisation[];
  readonly phones: readonly Holder[];
  /** The PIN of the phones that are opened for numbers of no holder; without it they fail. */
  readonly pinOfOthers?: string;
  readonly now?: () => Date;
  /** How long an answer to a callback is waited for, in milliseconds. */
  readonly callbackTimeoutMs?: number;
  /** How long a phone shows a prompt, in milliseconds. */
  readonly promptMs?: number;
}

/** The calls whose results arrive later at an address of the organisation. */
const initiatedCalls = {
  "/mpesa/b2c/v3/paymentrequest": paymentOut,
  "/mpesa/transactionstatus/v1/query": statusQuery,
  "/mpesa/reversal/v1/request": reversal,
  "/mpesa/accountbalance/v1/query": balanceQuery,
};

/**
 * A simulator with the wire formats of M-Pesa's Daraja and its own statement. It has the calls of a
 * paybill and of payments to phones, and phones on which anybody can pay. It calls only this
 * machine.
 */
export class MpesaTwin {
  readonly faults = new Faults();
  readonly #callbacks: Callbacks;
  readonly #books: OrganisationBooks;
  readonly #phones: Phones;
  readonly #paybill: Paybill;
  readonly #initiated: InitiatedCalls;
  readonly #prompts: Prompts;
  readonly #organisations: readonly Organisation[];
  readonly #tokens = new Map<string, string>();
  readonly #server: Server;

  constructor({
    organisations,
    phones,
    pinOfOthers,
    now = () => new Date(),
    callbackTimeoutMs = 8000,
    promptMs = 60_000,
  }: TwinOptions) {
    this.#organisations = organisations;
    this.#books = new OrganisationBooks(now);
    for (const { shortCode, balance } of organisations) this.#books.open(shortCode, balance);
    this.#phones = new Phones(phones, pinOfOthers);
    this.#callbacks = new Callbacks(this.faults, callbackTimeoutMs);
    const callbacks = this.#callbacks;
    const parts = { organisations, books: this.#books, phones: this.#phones, callbacks, now };
    this.#paybill = new Paybill(parts);
    this.#initiated = new InitiatedCalls(
      { ...parts, transactions: new Transactions(), faults: this.faults },
      initiatedCalls,
    );
    this.#prompts = new Prompts({ ...parts, paybill: this.#paybill, promptMs });
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** Listens on this machine only and returns the address. */
  async open(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#callbacks.clear();
    this.#prompts.clear();
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

  /** The prompts that were pushed to phones, the oldest first. */
  prompts(): readonly Prompt[] {
    return this.#prompts.all();
  }

  /** Does to a prompt what its holder does; returns the receipt if it was paid. */
  act(checkoutId: string, act: PromptAct): string | null {
    return this.#prompts.act(checkoutId, act);
  }

  /** The lines of the statement of a short code, oldest first. */
  statement(shortCode: string) {
    return this.#books.statement(shortCode) ?? [];
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await this.#answer(request);
    if (answer === null) return void request.socket.destroy();
    const { status, type, body } = answer;
    response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
    response.end(body);
  }

  /** Returns the answer to a request; null if it is lost on the way. */
  async #answer(request: IncomingMessage): Promise<Answer | null> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const call = `${request.method} ${pathname}`;
    if (call === "GET /oauth/v1/generate") return this.#giveToken(request);
    if (call === "GET /dev/phones") return page(phonesPage);
    if (call === "GET /dev/phones.json") return json(200, this.#phones.all().map(shown));
    if (call === "GET /dev/prompts.json") return json(200, shownPrompts(this.#prompts));
    if (call === "GET /dev/statement.json") return json(200, this.#linesOf(searchParams));
    if (call === "GET /dev/statement.csv") {
      return { status: 200, type: "text/csv", body: this.#csvOf(searchParams) };
    }
    if (call === "GET /dev/faults") return json(200, this.faults.settings);
    const body = await readBody(request);
    if (body === null) return failure(400, "400.002.02", "Bad Request - Invalid body");
    if (call === "POST /dev/faults") return this.#setFaults(body);
    if (call === "POST /dev/phones/paybill") return this.#payFromPage(body);
    if (call === "POST /dev/phones/prompt") return json(200, actFromPage(this.#prompts, body));
    if (call === "POST /mpesa/c2b/v2/registerurl") return this.#register(request, body);
    if (pathname in promptCalls) {
      const shortCode = this.#caller(request);
      const caller = this.#organisations.find((one) => one.shortCode === shortCode);
      const parts = { prompts: this.#prompts, faults: this.faults };
      return promptCalls[pathname]?.(parts, caller, body) ?? null;
    }
    if (request.method === "POST" && this.#initiated.has(pathname)) {
      const shortCode = this.#caller(request);
      if (shortCode === undefined) return failure(401, "404.001.03", "Invalid Access Token");
      return this.#initiated.take(pathname, shortCode, body);
    }
    return failure(404, "404.001.01", "Resource not found");
  }

  /** The short code of the token that a request carries. */
  #caller(request: IncomingMessage): string | undefined {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    return this.#tokens.get(token);
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
    const shortCode = this.#caller(request);
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
