import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type * as z from "zod/mini";
import type { eligibility } from "#shared/contract/loans/instant-loans.ts";
import { quoteLoan } from "#shared/instant-loan.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { cents, fromWireAmount } from "#shared/money.ts";
import { postAll } from "#server/ledger/journal/post.ts";
import { answer } from "#server/loans/guarantees/commands.ts";
import * as loans from "#server/loans/instant-loans/commands.ts";
import { mayBePledged } from "#server/loans/lending/pledge-bounds.ts";
import { loanPayouts } from "#server/payouts/queue/loan-payouts.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { specifiedPrice } from "./loan-price.ts";
import { enrol, foundSociety, memberIdOf } from "./people.ts";
import { ask, manyReads, newMember, paidIn, PREDICTIONS, savings, upTo } from "./predictions.ts";
import { useServedSociety } from "./served-society.ts";

const society = useServedSociety({ limits: manyReads });
const limits = {
  ...limitDefaults,
  applicationsPerMinute: 1e6,
  applicationsPerDay: 1e6,
  guarantorsNamedPerDay: 1e6,
};
const notify = () => {};

const inWork = <T>(actor: string, act: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  society.database.unitOfWork(actor, act);

async function one<Row>(sql: string, values: unknown[]): Promise<Row> {
  const { rows } = await society.owner.query(sql, values);
  expect(rows).toHaveLength(1);
  return rows[0] as Row;
}

const GUARANTORS = ["PG1", "PG2", "PG3"] as MemberNo[];

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of GUARANTORS) {
    await enrol(society, memberNo);
    const to = savings(await memberIdOf(society, memberNo));
    await inWork("test", (work) => postAll(work, paidIn("opening-savings", to, 9_000_000_000_00n)));
  }
});

const borrowing = fc.record({
  deposits: upTo(120_000_00n),
  amount: fc.bigInt({ min: 300_00n, max: 110_000_00n }),
  months: fc.integer({ min: 1, max: 6 }),
  /** The parts of what is not covered that guarantors pledge, in hundredths, and some cents. */
  pledges: fc.array(fc.tuple(upTo(120n), upTo(99n)), { maxLength: GUARANTORS.length }),
});
type Borrowing = typeof borrowing extends fc.Arbitrary<infer T> ? T : never;

const outcomes = { lent: 0, guaranteed: 0, refused: 0 };

async function borrow({ deposits, amount, months, pledges }: Borrowing): Promise<void> {
  const { memberNo, memberId } = await newMember(society);
  await inWork("test", (work) =>
    postAll(work, paidIn("opening-savings", savings(memberId), deposits)),
  );
  const pledged = (pledges: readonly bigint[]) =>
    pledges.length > 0 ? `&guaranteed=${pledges.map(written).join()}` : "";
  const predicted = (guaranteed: readonly bigint[]) =>
    ask<z.infer<typeof eligibility.answer>>(
      society,
      memberNo,
      `${eligibilityOf(memberNo)}?amount=${written(amount)}${pledged(guaranteed)}`,
    );
  const uncovered = fromWireAmount((await predicted([])).needsGuarantees);
  const named = pledges.flatMap(([part, rest], index) => {
    const pledge = cents((uncovered * part) / 100n + rest);
    const guarantor = GUARANTORS[index];
    return guarantor && mayBePledged(pledge, cents(amount))
      ? [{ memberNo: guarantor, amount: pledge }]
      : [];
  });
  const guarantors = uncovered > 0n ? named : [];
  const answered = await predicted(guarantors.map((pledge) => pledge.amount));
  const quote = quoteLoan(cents(amount), months, specifiedPrice);
  const figures = { total: written(quote.total), repayment: written(quote.monthlyDeduction) };
  const by = `member:${memberNo}`;
  const given = { memberNo, by, amount: cents(amount), period: months, ...figures, guarantors };
  const applied = await inWork(by, (work) =>
    loans.apply(work, { ...given, language: "en" }, limits, notify),
  );
  if (applied instanceof Problem) {
    outcomes.refused += 1;
    const unmet = answered.rules.find(({ state }) => state === "unmet");
    expect(answered.eligible).toBe(false);
    expect(applied.values).toMatchObject({ reason: unmet?.words });
    return;
  }
  expect(answered.eligible).toBe(true);
  expect(applied.cover_cents).toBe(uncovered);
  outcomes[uncovered > 0n ? "guaranteed" : "lent"] += 1;
  await disburse(applied.loan_no, applied.id);
  expect(await booked(applied.loan_no)).toEqual({
    owed: String(quote.total),
    sent: String(quote.principal),
    instalments: quote.instalments.map(String),
  });
}

const eligibilityOf = (memberNo: string): string => `members/${memberNo}/instant-loans/eligibility`;

const written = (amount: bigint): string =>
  `${amount / 100n}.${String(amount % 100n).padStart(2, "0")}`;

async function disburse(loanNo: string, id: bigint): Promise<void> {
  const asked = await society.owner.query<{ id: string; member_no: string }>(
    `select g.id, m.member_no from guarantee g join member m on m.id = g.guarantor_id
      where g.loan_id = $1`,
    [id],
  );
  for (const { id: guarantee, member_no: memberNo } of asked.rows) {
    const reply = { id: BigInt(guarantee), memberNo: memberNo as MemberNo };
    await inWork(`member:${memberNo}`, (work) => answer(work, reply, "accepted", notify));
  }
  const steps = { notify, payouts: loanPayouts };
  await inWork("staff:A", (work) => loans.approve(work, { loanNo, by: "staff:A" }, notify));
  await inWork("staff:B", (work) => loans.disburse(work, { loanNo, by: "staff:B" }, steps));
}

const booked = (loanNo: string) =>
  one(
    `select a.balance_cents as owed, (select amount_cents from payout p where p.loan_id = l.id)
        as sent, (select array_agg(i.amount_cents::text order by i.due_on) from loan_instalment i
          where i.loan_id = l.id) as instalments
      from loan l join ledger_account a
        on a.code = 'loan-receivable' and a.reference = l.loan_no
      where l.loan_no = $1`,
    [loanNo],
  );

/** One of each outcome, which a few random ones might not have. */
const examples: [Borrowing][] = [
  [{ deposits: cents(50_000_00n), amount: 5000_00n, months: 1, pledges: [] }],
  [{ deposits: cents(20_000_00n), amount: 30_000_00n, months: 6, pledges: [[120n, 0n]] }],
  [{ deposits: cents(0n), amount: 110_000_00n, months: 6, pledges: [] }],
];

it("a loan is lent or rejected as predicted, at the cost predicted to the cent", async () => {
  await fc.assert(fc.asyncProperty(borrowing, borrow), { numRuns: PREDICTIONS, examples });
  for (const outcome of Object.values(outcomes)) expect(outcome).toBeGreaterThan(0);
});
