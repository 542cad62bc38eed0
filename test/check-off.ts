import { expect } from "vitest";
import type * as z from "zod/mini";
import type * as contract from "#shared/contract/check-off/files.ts";
import type * as varianceContract from "#shared/contract/check-off/variance.ts";
import { approveRequest } from "./people.ts";
import type { Reply, ServedSociety } from "./served-society.ts";

export type Batch = z.output<typeof contract.batch.answer>;
export type Lines = z.output<typeof contract.lines.answer>["rows"];
export type Variance = z.output<typeof varianceContract.variance.answer>;

interface Sent {
  readonly month?: string;
  readonly fileName?: string;
  readonly valueDate?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further details of how it is read. */
  readonly more?: Readonly<Record<string, string>>;
}

/** Calls about a check-off file over HTTP, by people with these tokens. */
export function checkOffOffice(society: ServedSociety, tokens: Readonly<Record<string, string>>) {
  const ask = (who: string, method: string, path: string, body?: unknown): Promise<Reply> =>
    society.send(method, `/api/v1/check-off${path}`, {
      token: tokens[who] ?? "",
      ...(body !== undefined && { body }),
    });
  const upload = (csv: string | Uint8Array, declared: string, sent: Sent = {}): Promise<Reply> => {
    const { month = "2026-05", fileName = "may.csv", valueDate, headers = {} } = sent;
    const more = { ...(valueDate !== undefined && { valueDate }), ...sent.more };
    const query = new URLSearchParams({ month, declared, fileName, ...more }).toString();
    return society.send("POST", `/api/v1/check-off?${query}`, {
      token: tokens["clerk"] ?? "",
      body: csv,
      headers: { "content-type": "text/csv", ...headers },
    });
  };
  const read = async (id: string) => (await ask("clerk", "GET", `/${id}`)).body as Batch;
  /** Posts a file as somebody who has just read it. */
  const postAs = async (who: string, id: string): Promise<Reply> => {
    const { digest } = await read(id);
    return ask(who, "POST", `/${id}/posting`, { digest });
  };
  /** Reverses a file as somebody who has just read the effect. */
  const reverseAs = async (who: string, id: string, reason: string): Promise<Reply> => {
    const shown = (await ask(who, "GET", `/${id}/reversal`)).body as { digest?: string };
    return ask(who, "POST", `/${id}/reversal`, { reason, digest: shown.digest ?? "" });
  };
  return {
    ask,
    upload,
    postAs,
    reverseAs,
    read,
    /** Uploads a file, which must succeed. */
    async take(csv: string, declared: string, sent: Sent = {}): Promise<Batch> {
      const reply = await upload(csv, declared, sent);
      expect(reply.status, reply.text).toBe(201);
      return reply.body as Batch;
    },
    /** Posts a file, which must succeed. */
    async post(id: string): Promise<void> {
      const reply = await postAs("treasurer", id);
      expect(reply.status, reply.text).toBe(201);
    },
    /** Places a line in suspense: the treasurer proposes it and the administrator approves. */
    async place(id: string, row: number, body: unknown): Promise<Reply> {
      const proposed = await ask("treasurer", "POST", `/${id}/lines/${row}/placement`, body);
      if (proposed.status !== 201) return proposed;
      const { approvalId } = proposed.body as { approvalId: string };
      return approveRequest(society, tokens["administrator"] ?? "", approvalId);
    },
    lines: async (id: string, state: string) =>
      ((await ask("clerk", "GET", `/${id}/lines?state=${state}`)).body as { rows: Lines }).rows,
    variance: async (id: string, kind: string) =>
      (await ask("clerk", "GET", `/${id}/variance?kind=${kind}`)).body as Variance,
    /** The balance on all accounts of a code, or on one of a reference, in shillings. */
    async standing(code: string, reference = ""): Promise<number> {
      const found = await society.owner.query<{ cents: string | null }>(
        `select sum(balance_cents * normal_side) as cents from ledger_account
          where code = $1 and ($2 = '' or reference = $2)`,
        [code, reference],
      );
      return Number(found.rows[0]?.cents ?? 0) / 100;
    },
    async count(sql: string, values: unknown[] = []): Promise<number> {
      return (await society.owner.query(sql, values)).rowCount ?? 0;
    },
  };
}
