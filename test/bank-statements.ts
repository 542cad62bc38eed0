import { expect } from "vitest";
import type * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type * as files from "#shared/contract/reconciliation/files.ts";
import type * as matching from "#shared/contract/reconciliation/matching.ts";
import { cents } from "#shared/money.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import type { Reply, ServedSociety } from "./served-society.ts";

export type Overview = z.output<typeof files.overview.answer>;
export type Loaded = z.output<typeof files.load.answer>;
export type Open = z.output<typeof matching.openItems.answer>["rows"];
export type Matches = z.output<typeof matching.matches.answer>;

interface Sent {
  readonly account?: string;
  readonly who?: string;
  readonly fileName?: string;
  /** Further details of the statement and of how it is read. */
  readonly more?: Readonly<Record<string, string>>;
}

/** A row of a bank's file: money in is positive. */
export interface BankRow {
  readonly day: string;
  readonly amount: bigint;
  readonly receipt?: string;
  readonly details?: string;
}

/** Prints cents as a bank's file has them. */
export function decimal(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  return `${amount < 0n ? "-" : ""}${size / 100n}.${String(size % 100n).padStart(2, "0")}`;
}

/** Writes a bank's file with columns of debits and credits and a running balance. */
export function bankFile(opening: bigint, rows: readonly BankRow[]): string {
  let balance = opening;
  const lines = rows.map(({ day, amount, receipt = "", details = "Transfer" }) => {
    balance += amount;
    const [paidIn, paidOut] = amount > 0n ? [decimal(amount), ""] : ["", decimal(-amount)];
    return [day, receipt, details, paidOut, paidIn, decimal(balance)].join(",");
  });
  return ["Date,Reference,Description,Debit,Credit,Balance", ...lines, ""].join("\r\n");
}

/** Calls about bank reconciliation over HTTP, by people with these tokens. */
export function reconciliationOffice(
  society: ServedSociety,
  tokens: Readonly<Record<string, string>>,
) {
  const ask = (who: string, method: string, path: string, body?: unknown): Promise<Reply> =>
    society.send(method, `/api/v1/reconciliation${path}`, {
      token: tokens[who] ?? "",
      ...(body !== undefined && { body }),
    });
  const send = (what: string, file: string | Uint8Array, sent: Sent = {}): Promise<Reply> => {
    const { account = "bank", who = "clerk", fileName, more } = sent;
    const query = new URLSearchParams({ ...(fileName && { fileName }), ...more }).toString();
    return society.send("POST", `/api/v1/reconciliation/${account}/${what}?${query}`, {
      token: tokens[who] ?? "",
      body: file,
      headers: { "content-type": "text/csv" },
    });
  };
  const read = async <Answer>(path: string, who = "clerk"): Promise<Answer> => {
    const reply = await ask(who, "GET", path);
    expect(reply.status, reply.text).toBe(200);
    return reply.body as Answer;
  };
  return {
    ask,
    preview: (file: string | Uint8Array, sent: Sent = {}) => send("reading", file, sent),
    load: (file: string | Uint8Array, sent: Sent = {}) =>
      send("statements", file, { fileName: "bank.csv", ...sent }),
    /** Imports a statement, which must succeed. */
    async take(file: string | Uint8Array, sent: Sent = {}): Promise<Loaded> {
      const reply = await send("statements", file, { fileName: "bank.csv", ...sent });
      expect(reply.status, reply.text).toBe(201);
      return reply.body as Loaded;
    },
    overview: () => read<Overview>(""),
    async open(side: "statement" | "books", account = "bank"): Promise<Open> {
      return (await read<{ rows: Open }>(`/${account}/open/${side}`)).rows;
    },
    matches: (account = "bank", state = "proposed") =>
      read<Matches>(`/${account}/matches?state=${state}`, "treasurer"),
    /** Confirms every proposal of an account as the treasurer, who has just read them. */
    async confirmAll(account = "bank"): Promise<void> {
      const { proposals } = await read<Matches>(`/${account}/matches`, "treasurer");
      for (const { rule, shownDigest } of proposals) {
        const body = { rule, shownDigest };
        const reply = await ask("treasurer", "POST", `/${account}/confirmations`, body);
        expect(reply.status, reply.text).toBe(201);
      }
    },
  };
}

interface Movement {
  readonly day: string;
  /** Into the account is positive. */
  readonly amount: bigint;
  readonly receipt?: string;
  readonly reference?: string;
}

/** Posts a movement of the bank: check-off received, or bank money moved to M-Pesa. */
export function postBank(society: ServedSociety, movement: Movement): Promise<bigint> {
  const { day, amount, receipt, reference } = movement;
  const size = cents(amount < 0n ? -amount : amount);
  const isIn = amount > 0n;
  return society.database.unitOfWork("staff:TEST", (work) =>
    post(work, {
      kind: isIn ? "check-off-received" : "mobile-money-funded",
      valueDate: day as CalendarDate,
      narration: isIn ? "Check-off of the employer" : "Moved to M-Pesa",
      ...(receipt !== undefined && { receiptNo: receipt }),
      ...(reference !== undefined && { referenceNo: reference }),
      lines: isIn
        ? [debit(societyAccount("bank"), size), credit(societyAccount("check-off-clearing"), size)]
        : [debit(societyAccount("mobile-money"), size), credit(societyAccount("bank"), size)],
    }),
  );
}
