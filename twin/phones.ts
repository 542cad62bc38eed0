/** The holder of a phone with M-Pesa. */
export interface Holder {
  /** Digits only, such as 254712000482. */
  readonly msisdn: string;
  readonly name: string;
  readonly pin: string;
  /** In cents. */
  readonly balance: bigint;
}

/** A phone as its holder sees it. */
export interface Phone extends Holder {
  readonly messages: readonly string[];
  readonly isLocked: boolean;
}

/** Wrong PINs in a row after which M-Pesa locks a phone. */
const MAX_TRIES = 3;

/** Keeps the phones, their balances and their messages. */
export class Phones {
  readonly #phones = new Map<string, Phone>();
  readonly #wrong = new Map<string, number>();
  readonly #pinOfOthers: string | null;

  /** With a PIN for others, every number that is paid has a phone. */
  constructor(holders: readonly Holder[], pinOfOthers: string | null = null) {
    this.#pinOfOthers = pinOfOthers;
    for (const holder of holders) {
      this.#phones.set(holder.msisdn, { ...holder, messages: [], isLocked: false });
    }
  }

  all(): readonly Phone[] {
    return [...this.#phones.values()];
  }

  find(msisdn: string): Phone | undefined {
    return this.#phones.get(msisdn);
  }

  /** Returns the phone that a payment goes to; opens it if every number has one. */
  receiver(msisdn: string): Phone | undefined {
    const pin = this.#pinOfOthers;
    if (pin !== null && !this.#phones.has(msisdn)) {
      const opened = { msisdn, name: `Phone ${msisdn}`, pin, balance: 0n };
      this.#phones.set(msisdn, { ...opened, messages: [], isLocked: false });
    }
    return this.find(msisdn);
  }

  /** Returns whether a PIN is right; three wrong ones in a row lock the phone. */
  accepts(phone: Phone, pin: string): boolean {
    if (phone.isLocked) return false;
    if (pin === phone.pin) {
      this.#wrong.delete(phone.msisdn);
      return true;
    }
    const wrong = (this.#wrong.get(phone.msisdn) ?? 0) + 1;
    this.#wrong.set(phone.msisdn, wrong);
    if (wrong >= MAX_TRIES) this.#change(phone.msisdn, { isLocked: true });
    return false;
  }

  /** Takes an amount in cents from a phone; false if it has too little. */
  take(msisdn: string, amount: bigint): boolean {
    const balance = (this.find(msisdn)?.balance ?? 0n) - amount;
    if (balance < 0n) return false;
    this.#change(msisdn, { balance });
    return true;
  }

  /** Adds an amount in cents to a phone. */
  give(msisdn: string, amount: bigint): void {
    this.#change(msisdn, { balance: (this.find(msisdn)?.balance ?? 0n) + amount });
  }

  /** Shows a message on a phone, the latest first. */
  tell(msisdn: string, text: string): void {
    const messages = this.find(msisdn)?.messages ?? [];
    this.#change(msisdn, { messages: [text, ...messages].slice(0, 20) });
  }

  #change(msisdn: string, change: Partial<Phone>): void {
    const phone = this.#phones.get(msisdn);
    if (phone !== undefined) this.#phones.set(msisdn, { ...phone, ...change });
  }
}
