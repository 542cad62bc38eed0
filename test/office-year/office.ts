import { expect } from "vitest";
import { employ, signIn } from "../people.ts";
import { sendAsShown } from "../shown-steps.ts";
import type { Reply, ServedSociety } from "../served-society.ts";
import { cents } from "./files.ts";
import type { Holding } from "./recompute.ts";

export const roles = ["clerk", "loans-officer", "treasurer", "administrator", "auditor"] as const;
export type Role = (typeof roles)[number];

/** The people of the office, who call the product over HTTP as its pages do. */
export class Office {
  readonly society: ServedSociety;
  readonly tokens: Record<string, string> = {};

  constructor(society: ServedSociety) {
    this.society = society;
  }

  async employ(): Promise<void> {
    for (const role of roles) await employ(this.society, role.toUpperCase(), role);
  }

  /** Moves the clock; everybody signs in again. */
  async at(moment: string): Promise<void> {
    this.society.clock.set(moment);
    for (const role of roles) this.tokens[role] = await signIn(this.society, role.toUpperCase());
  }

  ask(who: string, method: string, path: string, body?: unknown): Promise<Reply> {
    const token = this.tokens[who] ?? "";
    return this.society.send(method, path, { token, ...(body !== undefined && { body }) });
  }

  async read<Answer>(who: string, path: string): Promise<Answer> {
    const reply = await this.ask(who, "GET", path);
    expect(reply.status, `${path} ${reply.text}`).toBe(200);
    return reply.body as Answer;
  }

  /** Takes a step that must succeed. */
  async done<Answer>(who: string, path: string, body: unknown = {}): Promise<Answer> {
    const token = this.tokens[who] ?? "";
    const reply = await sendAsShown(this.society, { token, path, body });
    expect(reply.status, `${path} ${reply.text}`).toBe(201);
    return reply.body as Answer;
  }

  /** A CSV file of the office, its headings first. */
  async table(who: string, path: string): Promise<string[][]> {
    const reply = await this.ask(who, "GET", path);
    expect(reply.status, `${path} ${reply.text}`).toBe(200);
    return parseCsv(reply.text);
  }

  /** The rows of one of the office's CSV files, by the names of their columns. */
  async csv(who: string, path: string): Promise<Record<string, string>[]> {
    const [heads = [], ...rows] = await this.table(who, path);
    return rows.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at] ?? ""])));
  }

  /** Every member's balances, from the office's own export of members. */
  async holdings(): Promise<Map<string, Holding>> {
    const rows = await this.csv("treasurer", "/api/v1/exports/members");
    return new Map(
      rows.map((row) => [
        row["Member No"] ?? "",
        {
          deposits: cents(row["Savings"] ?? ""),
          shares: cents(row["Share Capital"] ?? ""),
          withdrawable: cents(row["Withdrawable"] ?? ""),
          dividend: cents(row["Dividend Payable"] ?? ""),
          owed: cents(row["Loans"] ?? ""),
        },
      ]),
    );
  }

  /** Both sides of every account of the trial balance, in cents, credit below zero. */
  async trialBalance(day: string): Promise<Map<string, bigint>> {
    const rows = await this.csv("treasurer", `/api/v1/books/trial-balance.csv?day=${day}`);
    return new Map(
      rows.map((row) => [
        row["Account"] ?? "",
        cents(row["Debit"] ?? "") - cents(row["Credit"] ?? ""),
      ]),
    );
  }

  /** Adds up the books, which must agree, and closes a month by two people. */
  async close(month: string): Promise<void> {
    await this.done("treasurer", "/api/v1/books/reconciliations");
    const months = "/api/v1/books/months";
    const reason = "No statements are imported";
    const { id } = await this.done<{ id: string }>("clerk", months, { month, reason });
    await this.done("treasurer", `${months}/${id}/approval`, { reason });
  }
}

function parseCsv(text: string): string[][] {
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g;
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.replace("\uFEFF", "").matchAll(cells)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "") break;
    if (end !== ",") rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}
