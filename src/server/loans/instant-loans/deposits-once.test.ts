import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { quoteLoan } from "#shared/instant-loan.ts";
import { type Cents, cents, shillings, toWireAmount } from "#shared/money.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { assess } from "#server/loans/lending/eligibility.ts";
import { recordGuarantee } from "#server/loans/lending/guarantees.ts";
import { policyInForce } from "#server/loans/lending/loan-policy.ts";
import { recordRepayments, registerDisbursedLoan } from "#server/loans/lending/loans.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { specifiedPrice } from "#test/loan-price.ts";
import {
  deposit,
  employ,
  enrol,
  enrolWithLogin,
  foundSociety,
  lend,
  memberIdOf,
  signIn,
} from "#test/people.ts";
import { statusesOf, useServedSociety } from "#test/served-society.ts";
import { applicantOf } from "#server/loans/lending/applicants.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: { applicationsPerMinute: 100, applicationsPerDay: 100 },
});
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["DO1", "DO2"]) {
    await enrolWithLogin(society, memberNo);
    await deposit(society, memberNo, 50_000);
    tokens[memberNo] = await signIn(society, memberNo);
  }
  await enrolWithLogin(society, "DO3");
  tokens["DO3"] = await signIn(society, "DO3");
  for (const memberNo of ["DP1", "DP2", "DP3"]) await enrol(society, memberNo);
  for (const role of ["loans-officer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  const inForce = (await send("administrator", "GET", "/instant-loans/policy")).body as object;
  const policy = { ...inForce, effectiveFrom: "2026-04-14", openApplications: 3 };
  expect((await send("administrator", "POST", "/instant-loans/policy", policy)).status).toBe(201);
});

const send = (who: string, method: string, path: string, body?: unknown) =>
  society.send(method, `/api/v1${path}`, {
    token: tokens[who] ?? "",
    ...(body !== undefined && { body }),
  });

function apply(memNo: string, amount: number) {
  const quote = quoteLoan(shillings(amount), 2, specifiedPrice);
  return send(memNo, "POST", "/instant/register", {
    memNo,
    category: "Instant",
    amount,
    period: 2,
    total: toWireAmount(quote.total),
    repayment: toWireAmount(quote.monthlyDeduction),
  });
}

steps("deposits as security", () => {
  it("lends against the same deposits once, however many applications come at once", async () => {
    const amounts = [40_000, 39_000, 38_000, 37_000];
    const replies = await Promise.all(amounts.map((amount) => apply("DO1", amount)));
    expect(statusesOf(replies)).toEqual([201, 422, 422, 422]);
    const refused = replies.find(({ status }) => status === 422);
    expect(refused?.text).toMatch(
      /free deposits \(50,000\.00 less 0\.00 pledged\) times 1, less 4?3?[\d,]+/,
    );
  });

  it("enforces that in the database too, whatever a command has read", async () => {
    // Another rule would reject this first: a larger loan needs its member's consent.
    await society.owner.query("alter table loan disable trigger loan_consent");
    const held = society.owner.query(
      `update loan set principal_cents = principal_cents + 1400000,
        total_cents = total_cents + 1400000
      where member_id = $1 and state = 'applied'`,
      [await memberIdOf(society, "DO1")],
    );
    await expect(held).rejects.toMatchObject({ constraint: "loan_deposits_once" });
    await society.owner.query("alter table loan enable trigger loan_consent");
  });

  it("does not let deposits that secure the member's own loan secure another's", async () => {
    await lend(society, "DO2", { loanNo: "LN-O2", principal: 30_000 });
    await lend(society, "DP1", { loanNo: "LN-P1" });
    const { rows } = await society.owner.query<{ id: string }>(
      `insert into guarantee (loan_id, guarantor_id, amount_cents, state, asked_at)
      select l.id, $1, 2000000, 'asked', akiba_now() from loan l where loan_no = 'LN-P1'
      returning id`,
      [await memberIdOf(society, "DO2")],
    );
    const { body } = await send("DO2", "GET", "/members/DO2/guarantees");
    expect(body).toMatchObject({ deposits: 50_000, pledged: 0, securing: 31_350, free: 18_650 });
    const accepted = society.owner.query("update guarantee set state = 'accepted' where id = $1", [
      rows[0]?.id,
    ]);
    await expect(accepted).rejects.toMatchObject({ constraint: "guarantee_capacity" });
  });

  it.each([
    [
      "en",
      "(50,000.00 less 0.00 pledged) times 1, less 31,350.00 of loans and applications without",
    ],
    ["sw", "amana 50,000.00 toa 0.00 ulizodhamini, mara 1, toa 31,350.00 za mikopo na maombi bila"],
  ])("names the rule with its figures in %s", async (language, words) => {
    const eligibility = "/api/v1/members/DO2/instant-loans/eligibility?amount=5000";
    const reply = await society.send("GET", eligibility, {
      token: tokens["DO2"] ?? "",
      headers: { "accept-language": language },
    });
    expect(reply.body, reply.text).toMatchObject({ eligible: true, most: 18_650 });
    expect(reply.text).toContain(words);
  });

  it("names the amount it was asked about, and asks for whole shillings", async () => {
    await bringCents("DO3", 30_015n);
    const read = async (query: string) =>
      (await send("DO3", "GET", `/members/DO3/instant-loans/eligibility${query}`)).text;
    expect(await read("?amount=2000")).toContain("To borrow 2,000.00, add 1,700.00 to");
    // Before an amount is typed, the smallest loan is judged, and the words say so.
    expect(await read("")).toContain("To borrow 500.00, add 200.00 to");
  });

  async function bringCents(memberNo: string, amount: bigint): Promise<void> {
    const memberId = await memberIdOf(society, memberNo);
    await society.database.unitOfWork("test", (work) =>
      post(work, {
        kind: "opening-savings",
        narration: "Opening savings",
        lines: [
          debit(societyAccount("bank"), cents(amount)),
          credit(memberAccount("member-deposits", memberId), cents(amount)),
        ],
      }),
    );
  }

  interface Drawn {
    readonly deposits: bigint;
    readonly pledged: bigint;
    /** Each with the part that guarantors cover, in cents. */
    readonly loans: readonly {
      readonly principal: number;
      readonly repaid: number;
      readonly covered: bigint;
    }[];
  }

  /** Gives DP2 these deposits, pledges and loans. */
  async function arrange(work: UnitOfWork, { deposits, pledged, loans }: Drawn): Promise<void> {
    const memberId = await memberIdOf(society, "DP2");
    if (deposits > 0n) {
      const lines = [
        debit(societyAccount("mobile-money"), cents(deposits)),
        credit(memberAccount("member-deposits", memberId), cents(deposits)),
      ];
      await post(work, { kind: "deposit-by-mpesa", narration: "Deposits", lines });
    }
    const lent = { memberId, category: "Normal", purpose: "Land" };
    for (const [at, { principal, repaid, covered }] of loans.entries()) {
      const quote = quoteLoan(shillings(principal), 6, specifiedPrice);
      const loanNo = `LN-D${at}`;
      await registerDisbursedLoan(work, { ...lent, loanNo, quote });
      const amount = cents((quote.total * BigInt(repaid)) / 1000n);
      const entry = { kind: "loan-repaid-in-cash", memberId, loanNo, amount } as const;
      const guarantorId = await memberIdOf(society, "DP3");
      if (covered > 0n) {
        await recordGuarantee(work, { loanNo, guarantorId, amount: cents(covered) });
      }
      if (amount > 0n) await recordRepayments(work, [{ ...entry, narration: "Cash" }]);
    }
    if (pledged > 0n) {
      const amount = cents(pledged);
      await recordGuarantee(work, { loanNo: "LN-P1", guarantorId: memberId, amount });
    }
  }

  /** Calculates the same in whole cents, from the generated figures alone. */
  function mostOf({ deposits, pledged, loans }: Drawn, policy: { min: Cents; max: Cents }): bigint {
    const owed = loans.map(({ principal, repaid, covered }) => {
      const { total } = quoteLoan(shillings(principal), 6, specifiedPrice);
      const left = total - (total * BigInt(repaid)) / 1000n - covered;
      return left > 0n ? left : 0n;
    });
    const free = deposits > pledged ? deposits - pledged : 0n;
    const left = owed.reduce((rest, one) => rest - one, free);
    const most = left > policy.max ? policy.max : left;
    return most < policy.min ? 0n : most;
  }

  it("lends exactly what an independent calculation allows", async () => {
    const loan = fc.record({
      principal: fc.integer({ min: 500, max: 60_000 }),
      repaid: fc.integer({ min: 0, max: 1100 }),
      covered: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 3_000_000n })),
    });
    const drawn = fc.record({
      deposits: fc.bigInt({ min: 0n, max: 20_000_000n }),
      pledged: fc.bigInt({ min: 0n, max: 6_000_000n }),
      loans: fc.array(loan, { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(drawn, async (given) => {
        const undone = new Error("undone");
        let found: { most: bigint; expected: bigint } | undefined;
        const tried = society.database.unitOfWork("test", async (work) => {
          await arrange(work, given);
          const policy = await policyInForce(work);
          const standing = await applicantOf(work, "DP2" as MemberNo);
          if (standing === null) throw new Error("no applicant");
          const { most } = assess(policy, standing.applicant, policy.minimum);
          const bounds = { min: policy.minimum, max: policy.maximum };
          found = { most, expected: mostOf(given, bounds) };
          throw undone;
        });
        await expect(tried).rejects.toBe(undone);
        expect(found?.most).toBe(found?.expected);
      }),
      { numRuns: 60 },
    );
  });
});
