import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { noFaults } from "../twin/faults.ts";
import type { MpesaTwin } from "../twin/mpesa.ts";
import { confirmations, type Instances, organisation, PAYER } from "./two-instances.ts";

/** The figures of a simulated day; amounts are what has moved since the first one, in shillings. */
export interface Day {
  readonly paidIn: number;
  /** Payments whose confirmation reached no instance, confirmed again from the statement. */
  readonly toldAgain: number;
  /** Acknowledged payments that are not in the books; none may be. */
  readonly lost: number;
  readonly paidOut: number;
  readonly failed: number;
  /** The attempts of payouts that a person has to look at. */
  readonly unknown: readonly string[];
  readonly twice: number;
  readonly ledger: string;
  readonly statement: string;
}

interface Parts {
  readonly owner: pg.Client;
  readonly twin: MpesaTwin;
  readonly instances: Instances;
  readonly members: number;
}

const FAULTED = 0.1;
const AT_ONCE = 20;
const DAY_MS = 24 * 3_600_000;

// Without another amount: two people correct such a payment from the statement (decision 0161), so
// that the ledger would differ from the statement here.
const tells = ["lose", "double", "delay", "reorder"] as const;
const everything = [...tells, "other-amount", "time-out", "answer-500", "answer-lost"] as const;

/** Days on which members pay in and payouts leave, while calls go wrong and instances die. */
export class MpesaDays {
  readonly #parts: Parts;
  readonly #first = Date.now();
  #clock = this.#first;
  #ledgerAtFirst: bigint | null = null;
  #statementAtFirst = 0n;
  #day = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Moves the clock to the morning of a day and returns its instant. */
  async begin(day: number): Promise<Date> {
    this.#day = day;
    await this.#moveTo(this.#first + (day - 1) * DAY_MS);
    this.#ledgerAtFirst ??= await this.#ledger();
    if (day === 1) this.#statementAtFirst = this.#statement();
    return new Date(this.#clock);
  }

  async run(paymentsIn: number, paymentsOut: number): Promise<Day> {
    await this.#payIn(paymentsIn);
    const { lost, toldAgain } = await this.#tellAgain();
    await this.#payOut(paymentsOut);
    await this.#evening();
    const moved = (await this.#ledger()) - (this.#ledgerAtFirst ?? 0n);
    return {
      paidIn: paymentsIn,
      lost,
      toldAgain,
      ...(await this.#payouts()),
      twice: await this.#bookedTwice(),
      ledger: shillings(moved),
      statement: shillings(this.#statement() - this.#statementAtFirst),
    };
  }

  async #payIn(payments: number): Promise<void> {
    const { twin, instances, members } = this.#parts;
    twin.faults.set({
      seed: this.#day,
      share: FAULTED,
      kinds: tells,
      calls: ["c2b", "validation"],
    });
    const killAt = new Set([Math.floor(payments / 3), Math.floor((2 * payments) / 3)]);
    // One after the other, so that an instance serves at any time.
    let killed = Promise.resolve();
    for (let at = 0; at < payments; at += AT_ONCE) {
      const together = Math.min(AT_ONCE, payments - at);
      await Promise.all(
        Array.from({ length: together }, (_, one) => {
          if (killAt.has(at + one)) killed = killed.then(() => instances.kill());
          const account = `YR${((at + one) % members) + 1}`;
          const amount = 50 + ((at + one) % 950);
          return twin.pay(PAYER, {
            shortCode: organisation.shortCode,
            account,
            amount,
            pin: "1234",
          });
        }),
      );
    }
    await killed;
    await twin.flush();
    twin.faults.set(noFaults);
  }

  /** Confirms payments of the statement that are not in the books, and counts them. */
  async #tellAgain(): Promise<{ lost: number; toldAgain: number }> {
    const { owner, twin, instances } = this.#parts;
    const { rows } = await owner.query<{ receipt: string }>(
      "select receipt_no as receipt from pay_in",
    );
    const known = new Set(rows.map(({ receipt }) => receipt));
    const missing = twin
      .statement(organisation.shortCode)
      .filter(({ receipt, reasonType }) => reasonType === "Pay Utility" && !known.has(receipt));
    const lost = missing.filter(({ receipt }) => instances.acknowledged.has(receipt)).length;
    for (const { receipt, paidIn, accountReference } of missing) {
      const reply = await fetch(confirmations(instances.url), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          TransID: receipt,
          TransAmount: shillings(paidIn),
          BusinessShortCode: organisation.shortCode,
          BillRefNumber: accountReference,
        }),
      });
      if (!reply.ok) throw new Error(`${receipt} was answered ${reply.status}`);
    }
    return { lost, toldAgain: missing.length };
  }

  async #payOut(payments: number): Promise<void> {
    const { owner, twin, instances } = this.#parts;
    twin.faults.set({
      seed: 1000 + this.#day,
      share: FAULTED,
      kinds: everything,
      calls: ["b2c", "status"],
    });
    await owner.query(
      `update payout set due_at = akiba_now() where id in (
        select id from payout where due_at = 'infinity' order by id limit $1)`,
      [payments],
    );
    const left = async () => this.#count("state = 'waiting' and due_at <= akiba_now()");
    for (const rest of [Math.floor((2 * payments) / 3), Math.floor(payments / 3), 0]) {
      await until(async () => (await left()) <= rest);
      if (rest > 0) await instances.kill();
    }
    await twin.flush();
  }

  /** Lets the clock run on, until no question about a payout is due any more. */
  async #evening(): Promise<void> {
    const { owner, twin } = this.#parts;
    for (const minutes of [12, 12, 20, 70, 250, 730, 730]) {
      // The last questions of a day are answered without faults, as M-Pesa is not broken for days.
      if (minutes > 20) twin.faults.set(noFaults);
      await this.#moveTo(this.#clock + minutes * 60_000);
      const due = async () => {
        const { rows } = await owner.query<{ n: number }>(
          `select count(*)::int as n from payout p join payout_attempt a on a.id = p.attempt_id
            where p.state = 'sending' or (p.state in ('sent', 'unknown') and a.asks < 6
              and coalesce(a.ask_due_at, p.changed_at + interval '10 minutes') <= akiba_now())`,
        );
        return rows[0]?.n ?? 0;
      };
      await until(async () => (await due()) === 0);
      await twin.flush();
    }
  }

  async #payouts(): Promise<Pick<Day, "paidOut" | "failed" | "unknown">> {
    return {
      paidOut: await this.#count("state = 'paid'"),
      failed: await this.#count("state = 'failed'"),
      unknown: await this.#unknown(),
    };
  }

  async #unknown(): Promise<string[]> {
    const { rows } = await this.#parts.owner.query<{ attempt: string }>(
      "select attempt_id as attempt from payout where state = 'unknown' order by id",
    );
    return rows.map(({ attempt }) => attempt);
  }

  /** Receipts with more than one entry, or with another amount than the statement's. */
  async #bookedTwice(): Promise<number> {
    const { owner, twin } = this.#parts;
    const { rows } = await owner.query<{ receipt: string; entries: number; cents: string }>(
      `select e.receipt_no as receipt, count(distinct e.id)::int as entries,
          sum(l.amount_cents)::text as cents
        from journal_entry e join journal_line l on l.entry_id = e.id
          join ledger_account a on a.id = l.account_id and a.code = 'mobile-money'
        where e.receipt_no <> '' group by 1`,
    );
    const lines = new Map(
      twin.statement(organisation.shortCode).map((line) => [line.receipt, line]),
    );
    return rows.filter(({ receipt, entries, cents }) => {
      const line = lines.get(receipt);
      return entries !== 1 || line === undefined || BigInt(cents) !== line.paidIn - line.withdrawn;
    }).length;
  }

  async #count(where: string): Promise<number> {
    const { rows } = await this.#parts.owner.query<{ n: number }>(
      `select count(*)::int as n from payout where ${where}`,
    );
    return rows[0]?.n ?? 0;
  }

  async #ledger(): Promise<bigint> {
    const { rows } = await this.#parts.owner.query<{ cents: string }>(
      "select balance_cents::text as cents from ledger_account where code = 'mobile-money'",
    );
    return BigInt(rows[0]?.cents ?? 0);
  }

  #statement(): bigint {
    return this.#parts.twin.statement(organisation.shortCode).at(-1)?.balance ?? 0n;
  }

  /** Moves the database's clock; every connection but ours begins again. */
  async #moveTo(instant: number): Promise<void> {
    const { owner } = this.#parts;
    this.#clock = instant;
    const now = new Date(instant).toISOString();
    await owner.query(`do $$ begin
      execute format('alter database %I set akiba.now = %L', current_database(), '${now}');
    end $$`);
    await owner.query(`set akiba.now = '${now}'`);
    await owner.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
  }
}

const LONGEST_MS = 300_000;

/** Waits until a condition holds; throws if it does not within five minutes. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LONGEST_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error("a day of the bench did not end");
    await pause(250);
  }
}

function shillings(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? "-" : ""}${size / 100n}.${String(size % 100n).padStart(2, "0")}`;
}
