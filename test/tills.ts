import { expect } from "vitest";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { shillings } from "#shared/money.ts";
import { denominations } from "#shared/denominations.ts";
import type { Reply, ServedSociety } from "./served-society.ts";

/** Puts cash into the safe, in shillings, as what a society brings forward. */
export async function fillSafe(society: ServedSociety, amount: number): Promise<void> {
  const cash = shillings(amount);
  await society.database.unitOfWork("test", async (work) => {
    await post(work, {
      kind: "bank-brought-forward",
      narration: "Brought forward",
      lines: [
        debit(societyAccount("bank"), cash),
        credit(societyAccount("opening-balances"), cash),
      ],
    });
    await post(work, {
      kind: "cash-drawn",
      narration: "Cash drawn",
      lines: [debit(societyAccount("cash"), cash), credit(societyAccount("bank"), cash)],
    });
  });
}

/** Returns the fewest pieces of each denomination that make an amount of shillings. */
export function piecesOf(amount: number): number[] {
  let left = amount;
  return denominations.map((value) => {
    const pieces = Math.floor(left / value);
    left -= pieces * value;
    return pieces;
  });
}

/** The calls of the counter by the name of who makes them. */
export function counterCalls(society: ServedSociety, tokens: Readonly<Record<string, string>>) {
  const send = (method: string, path: string, who: string, body?: unknown): Promise<Reply> =>
    society.send(method, `/api/v1/counter/${path}`, {
      token: tokens[who] ?? "",
      ...(body !== undefined && { body }),
    });
  return {
    send,
    open: (who: string, float = 0) => send("POST", "till", who, { float }),
    own: async (who: string) =>
      ((await send("GET", "till", who)).body as { till?: OwnTill }).till ?? null,
    receive: (who: string, body: Brought) =>
      send("POST", "receipts", who, { to: "deposits", ...body }),
    count: (who: string, amount: number) =>
      send("POST", "till/counts", who, { pieces: piecesOf(amount) }),
  };
}

export interface Brought {
  readonly memberNo: string;
  readonly amount: number | string;
  readonly to?: string;
  readonly account?: string;
}

export interface OwnTill {
  readonly id: string;
  readonly state: string;
  readonly balance: number;
  readonly overnight: boolean;
}

/** The number of the request that a call made. */
export function approvalOf(reply: Reply): string {
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { approvalId: string }).approvalId;
}
