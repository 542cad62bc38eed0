import { expect } from "vitest";
import type { Config } from "#server/kernel/platform/config.ts";
import { takeLoanStep } from "./loan-steps.ts";
import { deposit, employ, enrolWithLogin, foundSociety, signIn } from "./people.ts";
import { giveResult, payoutOf, sendAccepted } from "./payouts.ts";
import { manyWrites, type ServedSociety, useServedSociety } from "./served-society.ts";

const staff = {
  CLERK: "clerk",
  OFFICER: "loans-officer",
  TREASURER: "treasurer",
  OTHER: "treasurer",
  ADMIN: "administrator",
} as const;

/** The principal of the loans, and with their fee, in shillings. */
export const LENT = 6600;
export const OWED = 6897;

type Given = Parameters<typeof giveResult>[1];

/** A member with a loan. */
interface Borrower {
  readonly memberNo: string;
  readonly loanNo: string;
}

/** A served society whose loans are disbursed, sent and settled step by step. */
export function lendingSociety(config: Partial<Config> = {}) {
  const society = useServedSociety({
    config,
    limits: {
      ...manyWrites,
      readsPerMinute: 60_000,
      readBurst: 60_000,
      applicationsPerMinute: 1000,
      applicationsPerDay: 1000,
    },
  });
  const tokens: Record<string, string> = {};

  const tokenOf = (who: string) => tokens[who] ?? "";
  const step = (who: string, loanNo: string, noun: string, body: object = {}) =>
    takeLoanStep(society, tokenOf(who), { loanNo, noun, body });

  /** Founds the society and signs its staff in. */
  async function employStaff(): Promise<void> {
    await foundSociety(society);
    for (const [staffNo, role] of Object.entries(staff)) await employ(society, staffNo, role);
    await signStaffIn();
  }

  /** Signs all staff in, again after the clock has moved past their sessions. */
  async function signStaffIn(): Promise<void> {
    for (const staffNo of Object.keys(staff)) tokens[staffNo] = await signIn(society, staffNo);
  }

  const desk = { society, tokens, tokenOf, employStaff, signStaffIn, step };
  return { ...desk, ...loansOf(desk) };
}

interface Desk {
  readonly society: ServedSociety;
  readonly tokens: Record<string, string>;
  readonly step: (
    who: string,
    loanNo: string,
    noun: string,
    body?: object,
  ) => ReturnType<typeof takeLoanStep>;
}

/** The steps of a loan, from its application to the result of its payment. */
function loansOf({ society, tokens, step }: Desk) {
  let members = 0;

  /** Enrols a new member for each test, with an approved loan. */
  async function borrower(amount = LENT, total = OWED, repayment = 3449): Promise<Borrower> {
    const memberNo = `LP${(members += 1)}`;
    await enrolWithLogin(society, memberNo, { mobile: `+2547120${10_000 + members}` });
    await society.owner.query(
      "update member set mobile_confirmed_at = now() where member_no = $1",
      [memberNo],
    );
    await deposit(society, memberNo, 400_000);
    const token = (tokens[memberNo] = await signIn(society, memberNo));
    const body = { memNo: memberNo, category: "Instant", amount, period: 2, total, repayment };
    const reply = await society.send("POST", "/api/v1/instant/register", { token, body });
    expect(reply.status, reply.text).toBe(201);
    const { loanNo } = reply.body as { loanNo: string };
    expect((await step("OFFICER", loanNo, "approval")).status).toBe(201);
    return { memberNo, loanNo };
  }

  /** A loan that is disbursed and whose payment waits. */
  async function disbursed(body: object = {}): Promise<Borrower> {
    const found = await borrower();
    const reply = await step("TREASURER", found.loanNo, "disbursement", body);
    expect(reply.status, reply.text).toBe(201);
    return found;
  }

  const sendAll = () => sendAccepted(society);

  /** A loan whose payment the provider has accepted, with its attempt. */
  async function sent(): Promise<Borrower & { readonly attemptId: string }> {
    const found = await disbursed();
    await sendAll();
    const payout = await payoutOf(society, found.memberNo);
    expect(payout).toMatchObject({ state: "sent" });
    return { ...found, attemptId: payout.attempt_id };
  }

  /** Gives the provider's result for an attempt, with the loan's amount by default. */
  const give = (result: Partial<Given> & Pick<Given, "attemptId" | "outcome">) =>
    giveResult(society, { amount: LENT, reason: "", ...result });

  return { borrower, disbursed, sendAll, sent, give };
}
