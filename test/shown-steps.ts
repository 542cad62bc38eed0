import type { ServedSociety } from "./served-society.ts";

/** Reads an address of the product as the person who takes the step. */
type Read = (path: string) => Promise<unknown>;

const ofPayout = /^(\/api\/v1\/payouts\/\d+)\/(result|confirmation|retry|shares|account|cash)$/;
const ofClose = /^\/api\/v1\/books\/months\/(\d+)\/(approval|reopening\/(approval|refusal))$/;
const ofImport = /^(\/api\/v1\/imports\/\d+)\/(posting|undoing)$/;
const ofExit = /^\/api\/v1\/exits\/(\d+)\/(approval|payment)$/;
const ofPrivacy = /^(\/api\/v1\/privacy-requests\/\d+)\/approval$/;
const ofSuspension = /^(\/api\/v1\/members\/[^/]+)\/resumption$/;
const ofRepayment = /^(\/api\/v1\/instant-loans\/[^/]+)\/reversals$/;

interface Suspension {
  readonly shownDigest: string;
}

interface Asked {
  readonly path: string;
  readonly body?: unknown;
}

/** Returns the digest a page would send with a call; null if the call sends none. */
export async function digestFor({ path, body }: Asked, read: Read): Promise<string | null> {
  const digestAt = async (at: string) => {
    const { shownDigest = "" } = ((await read(at)) ?? {}) as { shownDigest?: string };
    return shownDigest;
  };
  if (path === "/api/v1/payout-files") return digestAt("/api/v1/payout-queue/file");
  for (const ofOne of [ofPayout, ofImport, ofPrivacy]) {
    const one = ofOne.exec(path)?.[1];
    if (one !== undefined) return digestAt(one);
  }
  const loan = ofRepayment.exec(path)?.[1];
  if (loan !== undefined) return digestOfRepayment(await read(`${loan}/file`), body);
  const member = ofSuspension.exec(path)?.[1];
  if (member !== undefined) {
    const record = ((await read(`${member}/record`)) ?? {}) as { suspension?: Suspension | null };
    return record.suspension?.shownDigest ?? "";
  }
  const close = ofClose.exec(path)?.[1];
  if (close !== undefined) {
    const { rows } = (await read("/api/v1/books/months")) as {
      rows: { id: string; shownDigest: string }[];
    };
    return rows.find(({ id }) => id === close)?.shownDigest ?? "";
  }
  const exit = ofExit.exec(path)?.[1];
  if (exit === undefined) return null;
  const { rows } = (await read("/api/v1/exits")) as { rows: { id: string; memberNo: string }[] };
  const memberNo = rows.find(({ id }) => id === exit)?.memberNo;
  return memberNo === undefined ? "" : digestAt(`/api/v1/members/${memberNo}/exit`);
}

/** Returns the digest of the repayment of a receipt that is not yet reversed. */
function digestOfRepayment(file: unknown, body: unknown): string {
  const { receipt = "" } = body as { receipt?: string };
  const { repayments = [] } = file as {
    repayments?: { receipt: string; reversedFor: string; shownDigest: string }[];
  };
  const open = repayments.find((one) => {
    return one.receipt === receipt.toUpperCase() && one.reversedFor === "";
  });
  return open?.shownDigest ?? "";
}

interface Step {
  readonly token: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Sends a call as a page does: one that decides sends the digest of what it has just read. */
export async function sendAsShown(society: ServedSociety, { token, path, body = {} }: Step) {
  const read = async (at: string) => (await society.send("GET", at, { token })).body;
  const shownDigest = await digestFor({ path, body }, read);
  const shown = shownDigest === null ? {} : { shownDigest };
  return society.send("POST", path, { token, body: { ...shown, ...(body as object) } });
}
