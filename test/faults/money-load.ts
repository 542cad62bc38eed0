import { expect, onTestFinished, vi } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { MemberNo } from "#shared/member-number.ts";
import type { MobileNumber } from "#shared/mobile-number.ts";
import { shillings } from "#shared/money.ts";
import { createLogin } from "#server/identity/logins/create-login.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { registerMember } from "#server/members/membership/register.ts";
import { sha256 } from "#server/kernel/platform/random.ts";
import { CALLBACK_SECRET } from "../daraja-server.ts";
import { PAYBILL, paymentCallback } from "../paybill.ts";
import { ask } from "./load.ts";
import { PATIENT_MS } from "./running-server.ts";
import type { Society } from "./society.ts";
import { apply } from "./storm/loan-actions.ts";

/** The settings with which a server takes payments to the paybill. */
export const paybillSettings = {
  PAY_IN_CHANNEL: "daraja",
  DARAJA_CONSUMER_KEY: "key",
  DARAJA_CONSUMER_SECRET: "word",
  DARAJA_PAYBILL: PAYBILL,
  DARAJA_PASSKEY: "pass-of-prompts",
  DARAJA_BASE_URL: "http://127.0.0.1:9",
  DARAJA_CALLBACK_SECRET: CALLBACK_SECRET,
  // The address of a client that is no member: load.ts.
  DARAJA_CALLBACK_ADDRESSES: "10.2.0.0",
};

export const tokenOf = (memberNo: string): string => `session-of-${memberNo}`.padEnd(43, "-");

/** Puts members with deposits and a session on the register: AP1, AP2… */
export async function settleBorrowers(society: Society, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  await society.withDatabase((database) =>
    database.unitOfWork("test", async (work) => {
      for (const number of numbers) {
        const memberNo = `AP${number}` as MemberNo;
        const memberId = await registerMember(work, {
          memberNo,
          fullName: `Mkopaji ${number}`,
          mobileNumber: `+254713${String(number).padStart(6, "0")}` as MobileNumber,
          nationalId: String(20_000_000 + number),
          joinedOn: "2015-01-31" as CalendarDate,
        });
        await createLogin(work, { memberNo, phc: "none" });
        const lines = [
          debit(societyAccount("bank"), shillings(50_000)),
          credit(memberAccount("member-deposits", memberId), shillings(50_000)),
        ];
        await post(work, { kind: "opening-savings", narration: "Opening savings", lines });
      }
    }),
  );
  await society.rows(
    "update member set mobile_confirmed_at = '2026-01-01' where member_no like 'AP%'",
  );
  const hashes = numbers.map((number) => sha256(tokenOf(`AP${number}`)));
  await society.rows(
    `insert into session (token_hash, login_id, idle_seconds, expires_at)
      select hash, l.id, 86400, now() + interval '1 day'
      from unnest($1::text[], $2::bytea[]) given (no, hash) join login l on l.login_no = no`,
    [numbers.map((number) => `AP${number}`), hashes],
  );
}

interface MoneyLoadOptions {
  /** How long a balancer needs to notice that an instance is gone. */
  readonly noticedMs?: number;
  /** How many payments are on their way at once; 26 at most. */
  readonly payers?: number;
}

/** Loan applications and payments to the paybill, each sent again until it is acknowledged. */
export class MoneyLoad {
  readonly receipts: string[] = [];
  readonly loans: { readonly memberNo: string; readonly text: string }[] = [];
  readonly strange: string[] = [];
  readonly #url: () => string;
  readonly #borrowers: number;
  readonly #noticedMs: number;
  /** The times within which an instance was ended, by its beginning and its end. */
  readonly #faults: { readonly from: number; to: number }[] = [];
  readonly #payers: number;
  #clients: Promise<void>[] = [];
  #ends = false;
  /** All requests, however they were answered. */
  calls = 0;

  constructor(url: () => string, borrowers: number, options: MoneyLoadOptions = {}) {
    this.#url = url;
    this.#borrowers = borrowers;
    this.#noticedMs = options.noticedMs ?? 0;
    this.#payers = options.payers ?? 2;
  }

  /** Ends an instance: a call that was under way meanwhile may go without an answer. */
  async during<T>(end: () => Promise<T>): Promise<T> {
    const fault = { from: performance.now(), to: Number.POSITIVE_INFINITY };
    this.#faults.push(fault);
    const result = await end();
    fault.to = performance.now() + this.#noticedMs;
    return result;
  }

  get acknowledged(): number {
    return this.receipts.length + this.loans.length;
  }

  start(): this {
    onTestFinished(() => {
      this.#ends = true;
    });
    const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ").slice(0, this.#payers);
    this.#clients = [...letters.map((letter) => this.#pay(letter)), this.#borrow()];
    return this;
  }

  async stop(): Promise<void> {
    this.#ends = true;
    await Promise.all(this.#clients);
  }

  async #pay(letter: string): Promise<void> {
    for (let n = 1; !this.#ends; n += 1) {
      const receipt = `TFO${letter}${String(n).padStart(6, "0")}`;
      const body = paymentCallback(receipt, `AP${(n % this.#borrowers) + 1}`);
      const path = `/api/v1/pay-ins/${CALLBACK_SECRET}/c2b/confirmation`;
      if (await this.#untilDone(path, { body, from: "" })) this.receipts.push(receipt);
    }
  }

  async #borrow(): Promise<void> {
    for (let n = 1; n <= this.#borrowers && !this.#ends; n += 1) {
      const memberNo = `AP${n}`;
      const { path, body } = apply(memberNo);
      const asked = { body, from: memberNo, token: tokenOf(memberNo), key: `loan-${memberNo}` };
      const text = await this.#untilDone(path, asked);
      if (text !== null) this.loans.push({ memberNo, text });
    }
  }

  /** Sends the same request until it succeeds; null once nobody waits for it any more. */
  async #untilDone(path: string, asked: Parameters<typeof ask>[3]): Promise<string | null> {
    const attempt = async (): Promise<string> => {
      const began = performance.now();
      this.calls += 1;
      const answer = await ask(this.#url(), "POST", path, { longest: 45_000, ...asked });
      if (answer !== null && answer.status < 300) return answer.text;
      const isExcused =
        answer === null
          ? this.#faults.some(({ from, to }) => began <= to && performance.now() >= from)
          : answer.status === 503 || answer.text.includes('"in-progress"');
      if (!isExcused) this.strange.push(`${path}: ${answer?.status} ${answer?.text}`);
      throw new Error(`${path} was answered ${answer?.status}`);
    };
    return vi.waitFor(attempt, { timeout: PATIENT_MS, interval: 50 }).catch((error: unknown) => {
      this.strange.push(String(error));
      return null;
    });
  }

  /** Fails unless every acknowledged payment and loan is stored once, and no other twice. */
  async expectKept(society: Society): Promise<void> {
    expect(this.strange, "answers that no fault excuses").toEqual([]);
    const credited = await society.rows<{ receipt: string; times: number }>(
      `select p.receipt_no as receipt, count(e.*)::int as times from pay_in p
        left join journal_entry e on e.receipt_no = p.receipt_no group by p.receipt_no`,
    );
    const timesOf = new Map(credited.map(({ receipt, times }) => [receipt, times]));
    expect(
      credited.filter(({ times }) => times !== 1),
      "not credited once",
    ).toEqual([]);
    expect(
      this.receipts.filter((receipt) => !timesOf.has(receipt)),
      "payments lost",
    ).toEqual([]);
    const loans = await society.rows<{ memberNo: string; loanNo: string }>(
      `select m.member_no as "memberNo", l.loan_no as "loanNo" from loan l
        join member m on m.id = l.member_id`,
    );
    const owners = loans.map(({ memberNo }) => memberNo);
    expect(new Set(owners).size, "loans doubled").toBe(owners.length);
    const lost = this.loans.filter(
      ({ memberNo, text }) =>
        !loans.some((loan) => loan.memberNo === memberNo && text.includes(loan.loanNo)),
    );
    expect(lost, "loans lost").toEqual([]);
  }
}
