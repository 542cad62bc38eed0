import { type Callback, type Callbacks, isLocalAddress } from "./callbacks.ts";
import { toCompactTime, toSmsTime } from "./nairobi-time.ts";
import type { OrganisationBooks } from "./organisation-books.ts";
import type { Phone, Phones } from "./phones.ts";
import { fromWholeShillings, toDecimal, toSmsAmount } from "./shillings.ts";

/** An organisation with a paybill. */
export interface Organisation {
  readonly shortCode: string;
  readonly name: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  /** The person who pays, asks and reverses in its name; nobody does if they are missing. */
  readonly initiatorName?: string;
  readonly securityCredential?: string;
  /** The secret from which the passwords of prompts are made; without it there are none. */
  readonly passkey?: string;
  /** Its balance at the start, in cents. */
  readonly balance: bigint;
}

interface Registration {
  readonly confirmationUrl: string;
  readonly validationUrl: string;
  /** Whether a payment completes if the validation gives no answer. */
  readonly completes: boolean;
}

/** A payment to a paybill as it is typed on a phone. */
export interface Typed {
  readonly shortCode: unknown;
  readonly account: unknown;
  readonly amount: unknown;
  readonly pin: unknown;
}

interface Parts {
  readonly organisations: readonly Organisation[];
  readonly books: OrganisationBooks;
  readonly phones: Phones;
  readonly callbacks: Callbacks;
  readonly now: () => Date;
}

/** Payments from phones to paybills, with the calls that organisations registered. */
export class Paybill {
  readonly #parts: Parts;
  readonly #registered = new Map<string, Registration>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Registers the addresses of a short code; returns why not, or null. */
  register(shortCode: string, body: Readonly<Record<string, unknown>>): string | null {
    const { ConfirmationURL, ValidationURL, ResponseType } = body;
    const urls = [ConfirmationURL, ValidationURL].map(String);
    if (String(body["ShortCode"]) !== shortCode) return "Invalid ShortCode";
    if (ResponseType !== "Completed" && ResponseType !== "Cancelled") return "Invalid ResponseType";
    if (urls.some((url) => !isLocalAddress(url) || /mpesa|safaricom/i.test(url))) {
      return "Invalid URL";
    }
    const [confirmationUrl = "", validationUrl = ""] = urls;
    const completes = ResponseType === "Completed";
    this.#registered.set(shortCode, { confirmationUrl, validationUrl, completes });
    return null;
  }

  /**
   * Pays from a phone: the organisation is asked, money moves, and the organisation is notified.
   * Returns the receipt, or null; the phone shows what happened either way.
   */
  async pay(phone: Phone, typed: Typed): Promise<string | null> {
    const { phones } = this.#parts;
    const refuse = (text: string): null => {
      phones.tell(phone.msisdn, text);
      return null;
    };
    if (!phones.accepts(phone, String(typed.pin))) return refuse("You have entered the wrong PIN.");
    const organisation = this.#organisationAt(typed.shortCode);
    if (organisation === undefined) return refuse("The business number does not exist.");
    const amount = fromWholeShillings(typed.amount);
    if (amount === null) return refuse("The amount is not valid.");
    if (amount > phone.balance) return refuse("You have insufficient funds.");
    const account = String(typed.account).slice(0, 20);
    const payment = { phone, organisation, amount, account };
    const receipt = this.#parts.books.nextReceipt();
    if (!(await this.#isAccepted(payment, receipt))) {
      return refuse(`Failed. ${organisation.name} did not accept account number ${account}.`);
    }
    this.#move(payment, receipt);
    return receipt;
  }

  /** Takes a payment that its holder confirmed on a prompt; null if the phone has too little. */
  collect(payment: Payment): string | null {
    if (payment.amount > payment.phone.balance) return null;
    const receipt = this.#parts.books.nextReceipt();
    this.#move(payment, receipt);
    return receipt;
  }

  #organisationAt(shortCode: unknown): Organisation | undefined {
    return this.#parts.organisations.find((one) => one.shortCode === String(shortCode));
  }

  async #isAccepted(payment: Payment, receipt: string): Promise<boolean> {
    const registration = this.#registered.get(payment.organisation.shortCode);
    if (registration === undefined) return true;
    const { validationUrl: url, completes } = registration;
    const answer = await this.#parts.callbacks.ask(
      this.#callback("validation", url, payment, receipt),
    );
    if (answer?.status !== 200) return completes;
    const code = /"ResultCode"\s*:\s*"?([^",}]*)/.exec(answer.body)?.[1];
    return code === "0";
  }

  #move(payment: Payment, receipt: string): void {
    const { books, phones, callbacks, now } = this.#parts;
    const { phone, organisation, amount, account } = payment;
    if (!phones.take(phone.msisdn, amount)) return;
    const line = books.append(organisation.shortCode, {
      receipt,
      details: `Pay Bill from ${phone.msisdn} - ${phone.name} Acc. ${account}`,
      reasonType: "Pay Utility",
      paidIn: amount,
      otherParty: `${phone.msisdn} - ${phone.name}`,
      accountReference: account,
    });
    const left = toSmsAmount(phones.find(phone.msisdn)?.balance ?? 0n);
    phones.tell(
      phone.msisdn,
      `${receipt} Confirmed. ${toSmsAmount(amount)} sent to ${organisation.name} for account ` +
        `${account} on ${toSmsTime(now())}. New M-PESA balance is ${left}.`,
    );
    const url = this.#registered.get(organisation.shortCode)?.confirmationUrl;
    if (url === undefined) return;
    callbacks.send(this.#callback("c2b", url, payment, receipt, toDecimal(line.balance)));
  }

  #callback(
    call: Callback["call"],
    url: string,
    { phone, organisation, amount, account }: Payment,
    receipt: string,
    balance = "",
  ): Callback {
    const [first = "", ...others] = phone.name.toUpperCase().split(" ");
    const last = others.pop() ?? "";
    const time = toCompactTime(this.#parts.now());
    return {
      call,
      url,
      amount,
      body: (told) => ({
        TransactionType: "Pay Bill",
        TransID: receipt,
        TransTime: time,
        TransAmount: toDecimal(told),
        BusinessShortCode: organisation.shortCode,
        BillRefNumber: account,
        InvoiceNumber: "",
        OrgAccountBalance: balance,
        ThirdPartyTransID: "",
        MSISDN: `${phone.msisdn.slice(0, 4)} ***** ${phone.msisdn.slice(-3)}`,
        FirstName: first,
        MiddleName: others.join(" "),
        LastName: last,
      }),
    };
  }
}

/** A payment from a phone to an organisation. */
export interface Payment {
  readonly phone: Phone;
  readonly organisation: Organisation;
  /** In cents. */
  readonly amount: bigint;
  readonly account: string;
}
