import type { ServedSociety } from "./served-society.ts";
import { sendAsShown } from "./shown-steps.ts";

/** The steps that carry the digest of what the office was shown. */
const decisions = new Set(["approval", "decline", "disbursement"]);

/** Returns the digest in the file of a loan; empty if there is no file to read. */
export async function shownDigestOf(society: ServedSociety, token: string, loanNo: string) {
  const read = await society.send("GET", `/api/v1/instant-loans/${loanNo}/file`, { token });
  return (read.body as { shownDigest?: string }).shownDigest ?? "";
}

/** Takes a step of a loan as a page does: a decision sends the digest of what it has read. */
export async function takeLoanStep(
  society: ServedSociety,
  token: string,
  { loanNo, noun, body = {} }: { loanNo: string; noun: string; body?: unknown },
) {
  const shown = decisions.has(noun) && {
    shownDigest: await shownDigestOf(society, token, loanNo),
  };
  const path = `/api/v1/instant-loans/${loanNo}/${noun}`;
  return sendAsShown(society, { token, path, body: { ...shown, ...(body as object) } });
}
