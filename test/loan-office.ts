import { expect } from "vitest";
import { takeLoanStep } from "./loan-steps.ts";
import { deposit, employ, enrolWithLogin, foundSociety, signIn } from "./people.ts";
import type { ServedSociety } from "./served-society.ts";

/** The roles that the office is signed in with. */
const roles = ["clerk", "loans-officer", "administrator"];

/** Sessions by member number or role. */
type Tokens = Record<string, string>;

/**
 * Founds a society with members who hold 50,000 of deposits each, and with the office that decides
 * on their loans. Everybody is signed in, by a token under their number or role.
 */
export async function foundLoanOffice(
  society: ServedSociety,
  tokens: Tokens,
  members: readonly string[],
): Promise<void> {
  await foundSociety(society);
  for (const memberNo of members) {
    await enrolWithLogin(society, memberNo);
    await deposit(society, memberNo, 50_000);
    tokens[memberNo] = await signIn(society, memberNo);
  }
  for (const role of roles) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
}

/** The calls by which a test takes an application through its life. */
export function loanCalls(society: ServedSociety, tokens: Readonly<Tokens>) {
  const send = (who: string, method: string, path: string, body?: unknown) =>
    society.send(method, path, { token: tokens[who] ?? "", ...(body !== undefined && { body }) });
  return {
    send,
    /** Applies for 6,600 over two months, and returns the number of the loan. */
    async applied(memNo: string): Promise<string> {
      const figures = { amount: 6600, period: 2, total: 6897, repayment: 3449 };
      const body = { memNo, category: "Instant", ...figures };
      const reply = await send(memNo, "POST", "/api/v1/instant/register", body);
      expect(reply.status, reply.text).toBe(201);
      return (reply.body as { loanNo: string }).loanNo;
    },
    step: (who: string, loanNo: string, noun: string, body: unknown = {}) =>
      takeLoanStep(society, tokens[who] ?? "", { loanNo, noun, body }),
  };
}
