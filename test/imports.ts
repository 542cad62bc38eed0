import { expect } from "vitest";
import type * as z from "zod/mini";
import type * as contract from "#shared/contract/imports/desk.ts";
import type { Reply, ServedSociety } from "./served-society.ts";

export type ImportDetail = z.output<typeof contract.one.answer>;
export type Findings = z.output<typeof contract.findings.answer>["rows"];

interface Sent {
  readonly fileName?: string;
  readonly into?: string;
  readonly replaces?: string;
  readonly who?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The balance of all accounts of a code, or of one of a member, in shillings. */
async function balanceOf(society: ServedSociety, code: string, memberNo: string): Promise<number> {
  const found = await society.owner.query<{ cents: string | null }>(
    `select sum(a.balance_cents * a.normal_side) as cents
      from ledger_account a left join member m on m.id = a.member_id
      where a.code = $1 and ($2 = '' or m.member_no = $2)`,
    [code, memberNo],
  );
  return Number(found.rows[0]?.cents ?? 0) / 100;
}

/** Imports over HTTP, by people with these tokens. */
export function importOffice(society: ServedSociety, tokens: Readonly<Record<string, string>>) {
  const ask = (who: string, method: string, path: string, body?: unknown): Promise<Reply> =>
    society.send(method, `/api/v1/imports${path}`, {
      token: tokens[who] ?? "",
      ...(body !== undefined && { body }),
    });
  const upload = (kind: string, csv: string | Uint8Array, sent: Sent = {}): Promise<Reply> => {
    const { fileName = `${kind}.csv`, who = "clerk", headers = {}, ...more } = sent;
    const query = new URLSearchParams({ kind, fileName, ...more }).toString();
    return society.send("POST", `/api/v1/imports?${query}`, {
      token: tokens[who] ?? "",
      body: csv,
      headers: { "content-type": "text/csv", ...headers },
    });
  };
  const good = (reply: Reply): ImportDetail => {
    expect(reply.status, reply.text).toBe(201);
    return reply.body as ImportDetail;
  };
  const read = async (id: string, who = "clerk") =>
    (await ask(who, "GET", `/${id}`)).body as ImportDetail;
  /** Maps the last file of an import as proposed, with its declared total. */
  const map = async (detail: ImportDetail, more: object = {}, who = "clerk") => {
    const file = detail.files.at(-1);
    const known = (file?.columns ?? []).filter(({ place }) => place !== -1);
    const places = Object.fromEntries(known.map(({ name, place }) => [name, place]));
    return ask(who, "POST", `/${detail.id}/files/${file?.id}/mapping`, { places, ...more });
  };
  /** Decides on an import as this person is shown it. */
  const decide = async (who: string, id: string, noun: string, body: object = {}) => {
    const { shownDigest = "" } = (await read(id, who)) as Partial<ImportDetail>;
    return ask(who, "POST", `/${id}/${noun}`, { ...body, shownDigest });
  };
  const posting = (who: string, id: string) => decide(who, id, "posting");
  return {
    ask,
    posting,
    upload,
    map,
    read,
    /** Uploads files as one import and maps each as proposed, which must succeed. */
    async bring(
      files: Readonly<Record<string, string | Uint8Array>>,
      who = "clerk",
    ): Promise<ImportDetail> {
      let detail: ImportDetail | undefined;
      for (const [kind, csv] of Object.entries(files)) {
        const into = detail === undefined ? {} : { into: detail.id };
        detail = good(await upload(kind, csv, { ...into, who }));
        detail = good(await map(detail, {}, who));
      }
      if (detail === undefined) throw new Error("an import has a file");
      return detail;
    },
    send: async (id: string) => good(await ask("clerk", "POST", `/${id}/sending`, {})),
    post: async (id: string) => good(await posting("treasurer", id)),
    undo: (id: string, who = "administrator") =>
      decide(who, id, "undoing", { reason: "Wrong month" }),
    findings: async (id: string) =>
      ((await ask("clerk", "GET", `/${id}/findings`)).body as { rows: Findings }).rows,
    standing: (code: string, memberNo = "") => balanceOf(society, code, memberNo),
    async count(sql: string, values: unknown[] = []): Promise<number> {
      return (await society.owner.query(sql, values)).rowCount ?? 0;
    },
  };
}
