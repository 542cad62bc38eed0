import { type Callbacks, isLocalAddress } from "./callbacks.ts";
import { toCompactTime } from "./nairobi-time.ts";
import type { Organisation, Paybill } from "./paybill.ts";
import type { Phones } from "./phones.ts";
import { fromWholeShillings } from "./shillings.ts";

type Body = Readonly<Record<string, unknown>>;

/** The results of a prompt: Daraja's codes and their texts. */
const results = {
  paid: [0, "The service request is processed successfully."],
  insufficient: [1, "The balance is insufficient for the transaction."],
  busy: [1001, "Unable to lock subscriber, a transaction is already in process."],
  expired: [1019, "Transaction has expired."],
  cancelled: [1032, "Request cancelled by user."],
  ignored: [1037, "DS timeout user cannot be reached."],
  "wrong-pin": [2001, "The initiator information is invalid."],
} as const;

export type PromptResult = keyof typeof results;

/** A prompt on a phone that asks its holder for a PIN. */
export interface Prompt {
  readonly checkoutId: string;
  readonly merchantId: string;
  readonly organisation: Organisation;
  readonly msisdn: string;
  /** In cents. */
  readonly amount: bigint;
  readonly account: string;
  readonly callbackUrl: string;
  readonly result: PromptResult | null;
  readonly receipt: string | null;
}

/** An act of a phone's holder on a prompt. */
export type PromptAct = { readonly pin: string } | "cancel" | "ignore" | "expire";

interface Parts {
  readonly paybill: Paybill;
  readonly phones: Phones;
  readonly callbacks: Callbacks;
  readonly now: () => Date;
  /** How long a phone shows a prompt, in milliseconds. */
  readonly promptMs: number;
}

const MAX_AT_ONCE = 250_000_00n;
const LONGEST_ACCOUNT = 12;
const LONGEST_DESCRIPTION = 13;

/** An answer of Daraja: its status, and either a result or an error. */
export type PromptAnswer =
  | { readonly status: 200; readonly body: Body }
  | { readonly status: number; readonly code: string; readonly text: string };

/** Prompts that organisations push to phones (Daraja's STK push), and what became of each. */
export class Prompts {
  readonly #parts: Parts;
  readonly #prompts = new Map<string, Prompt>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The prompts of an organisation or a phone, the oldest first. */
  all(): readonly Prompt[] {
    return [...this.#prompts.values()];
  }

  /** Shows a prompt on a phone and answers as Daraja does. */
  push(organisation: Organisation, body: Body): PromptAnswer {
    if (!hasPassword(organisation, body)) return rejected(500, "500.001.1001", "Wrong credentials");
    const wrong = wrongField(organisation, body);
    if (wrong !== null) return rejected(400, "400.002.02", `Bad Request - Invalid ${wrong}`);
    const prompt = this.#create(organisation, body);
    const { checkoutId, merchantId } = prompt;
    return {
      status: 200,
      body: {
        MerchantRequestID: merchantId,
        CheckoutRequestID: checkoutId,
        ResponseCode: "0",
        ResponseDescription: "Success. Request accepted for processing",
        CustomerMessage: "Success. Request accepted for processing",
      },
    };
  }

  /** Says what became of a prompt; while it is open, that it is being processed. */
  query(organisation: Organisation, body: Body): PromptAnswer {
    if (!hasPassword(organisation, body)) return rejected(500, "500.001.1001", "Wrong credentials");
    const prompt = this.#prompts.get(String(body["CheckoutRequestID"]));
    if (prompt?.organisation !== organisation) {
      return rejected(400, "400.002.02", "Bad Request - Invalid CheckoutRequestID");
    }
    const { result, merchantId, checkoutId } = prompt;
    if (result === null) {
      return rejected(500, "500.001.1001", "The transaction is being processed");
    }
    const [code, text] = results[result];
    return {
      status: 200,
      body: {
        ResponseCode: "0",
        ResponseDescription: "The service request has been accepted successfully",
        MerchantRequestID: merchantId,
        CheckoutRequestID: checkoutId,
        ResultCode: String(code),
        ResultDesc: text,
      },
    };
  }

  /** Does to an open prompt what its holder does; returns the receipt if it was paid. */
  act(checkoutId: string, act: PromptAct): string | null {
    const prompt = this.#prompts.get(checkoutId);
    if (prompt === undefined || prompt.result !== null) return null;
    if (act === "cancel") return this.#end(prompt, "cancelled");
    if (act === "ignore") return this.#end(prompt, "ignored");
    if (act === "expire") return this.#end(prompt, "expired");
    const { phones, paybill } = this.#parts;
    const phone = phones.find(prompt.msisdn);
    if (phone === undefined) return this.#end(prompt, "ignored");
    if (!phones.accepts(phone, act.pin)) return this.#end(prompt, "wrong-pin");
    const { organisation, amount, account } = prompt;
    const receipt = paybill.collect({ phone, organisation, amount, account });
    return this.#end(prompt, receipt === null ? "insufficient" : "paid", receipt);
  }

  /** Forgets the timers of open prompts. */
  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #create(organisation: Organisation, body: Body): Prompt {
    const { phones, now, promptMs } = this.#parts;
    const count = this.#prompts.size + 1;
    const compact = toCompactTime(now());
    const day = compact.slice(6, 8) + compact.slice(4, 6) + compact.slice(0, 4);
    const msisdn = String(body["PhoneNumber"]);
    const isBusy = this.all().some((one) => one.msisdn === msisdn && one.result === null);
    const prompt: Prompt = {
      checkoutId: `ws_CO_${day}${compact.slice(8)}${String(count).padStart(9, "0")}`,
      merchantId: `29115-34620561-${count}`,
      organisation,
      msisdn,
      amount: fromWholeShillings(body["Amount"]) ?? 0n,
      account: String(body["AccountReference"]),
      callbackUrl: String(body["CallBackURL"]),
      result: null,
      receipt: null,
    };
    this.#prompts.set(prompt.checkoutId, prompt);
    if (isBusy) this.#end(prompt, "busy");
    else this.#later(promptMs, () => this.act(prompt.checkoutId, "ignore"));
    if (!isBusy && phones.find(msisdn) === undefined) this.#later(0, () => this.#lost(prompt));
    return prompt;
  }

  /** No phone here has the number: nobody answers. */
  #lost({ checkoutId }: Prompt): void {
    this.act(checkoutId, "ignore");
  }

  #later(milliseconds: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, milliseconds);
    timer.unref();
    this.#timers.add(timer);
  }

  #end(prompt: Prompt, result: PromptResult, receipt: string | null = null): string | null {
    const ended = { ...prompt, result, receipt };
    this.#prompts.set(prompt.checkoutId, ended);
    const { callbacks, now } = this.#parts;
    const time = Number(toCompactTime(now()));
    callbacks.send({
      call: "stk",
      url: prompt.callbackUrl,
      amount: prompt.amount,
      body: (amount) => ({ Body: { stkCallback: callbackOf(ended, amount, time) } }),
    });
    return receipt;
  }
}

function callbackOf(prompt: Prompt, amount: bigint, time: number): Body {
  const { merchantId, checkoutId, result, receipt, msisdn } = prompt;
  const [code, text] = results[result ?? "expired"];
  const told = {
    MerchantRequestID: merchantId,
    CheckoutRequestID: checkoutId,
    ResultCode: code,
    ResultDesc: text,
  };
  if (receipt === null) return told;
  const Item = [
    { Name: "Amount", Value: Number(amount) / 100 },
    { Name: "MpesaReceiptNumber", Value: receipt },
    { Name: "Balance" },
    { Name: "TransactionDate", Value: time },
    { Name: "PhoneNumber", Value: Number(msisdn) },
  ];
  return { ...told, CallbackMetadata: { Item } };
}

/** Whether the password is the short code, the passkey and the time, in base64. */
function hasPassword({ shortCode, passkey }: Organisation, body: Body): boolean {
  if (passkey === undefined || String(body["BusinessShortCode"]) !== shortCode) return false;
  const time = String(body["Timestamp"]);
  const password = Buffer.from(shortCode + passkey + time).toString("base64");
  return /^\d{14}$/.test(time) && body["Password"] === password;
}

/** Returns the first field of a push that is not valid, or null. */
function wrongField({ shortCode }: Organisation, body: Body): string | null {
  const amount = fromWholeShillings(body["Amount"]);
  const isText = (name: string, longest: number) => {
    const value = body[name];
    return typeof value === "string" && value !== "" && value.length <= longest;
  };
  const url = String(body["CallBackURL"]);
  const checks: readonly (readonly [string, boolean])[] = [
    ["TransactionType", body["TransactionType"] === "CustomerPayBillOnline"],
    ["Amount", amount !== null && amount <= MAX_AT_ONCE],
    ["PhoneNumber", /^254[17]\d{8}$/.test(String(body["PhoneNumber"]))],
    ["PartyA", String(body["PartyA"]) === String(body["PhoneNumber"])],
    ["PartyB", String(body["PartyB"]) === shortCode],
    ["CallBackURL", isLocalAddress(url) && !/mpesa|safaricom/i.test(url)],
    ["AccountReference", isText("AccountReference", LONGEST_ACCOUNT)],
    ["TransactionDesc", isText("TransactionDesc", LONGEST_DESCRIPTION)],
  ];
  return checks.find(([, isRight]) => !isRight)?.[0] ?? null;
}

function rejected(status: number, code: string, text: string): PromptAnswer {
  return { status, code, text };
}
