import { beforeAll, expect, it } from "vitest";
import { takeLoanStep } from "#test/loan-steps.ts";
import { deposit, employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "PD1");
  await deposit(society, "PD1", 50_000);
  tokens["member"] = await signIn(society, "PD1");
  for (const role of ["loans-officer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const send = (who: string, method: string, path: string, body?: unknown) =>
  society.send(method, `/api/v1${path}`, {
    token: tokens[who] ?? "",
    ...(body !== undefined && { body }),
  });

it("makes deductions due on the employer's pay day, moved to a working day", async () => {
  const inForce = (await send("administrator", "GET", "/instant-loans/policy")).body as object;
  const policy = { ...inForce, effectiveFrom: "2026-04-14", payDay: 31, payDayRest: "before" };
  const set = await send("administrator", "POST", "/instant-loans/policy", policy);
  expect(set.body, set.text).toMatchObject({ payDay: 31, payDayRest: "before" });

  const figures = { amount: 6600, period: 2, total: 6897, repayment: 3449 };
  const applied = await send("member", "POST", "/instant/register", {
    memNo: "PD1",
    category: "Instant",
    ...figures,
  });
  const { loanNo } = applied.body as { loanNo: string };
  const step = (who: string, noun: string) =>
    takeLoanStep(society, tokens[who] ?? "", { loanNo, noun, body: {} });
  await step("loans-officer", "approval");
  const paid = await step("administrator", "disbursement");
  expect(paid.status, paid.text).toBe(201);

  const { rows } = await society.owner.query<{ due_on: string; end_date: string }>(
    `select i.due_on::text, l.end_date::text from loan l join loan_instalment i on i.loan_id = l.id
      where l.loan_no = $1 order by i.number`,
    [loanNo],
  );
  // 31 May 2026 is a Sunday; June has 30 days.
  expect(rows).toEqual([
    { due_on: "2026-05-29", end_date: "2026-06-30" },
    { due_on: "2026-06-30", end_date: "2026-06-30" },
  ]);
});

it.each([
  ["payDay", 32],
  ["payDayRest", "sometimes"],
  ["missedQuietDays", 61],
  ["missedLeast", -1],
])("rejects %s %s beside its field", async (field, value) => {
  const inForce = (await send("administrator", "GET", "/instant-loans/policy")).body;
  const policy = { ...(inForce as object), [field]: value };
  const reply = await send("administrator", "POST", "/instant-loans/policy", policy);
  expect(reply.body, reply.text).toMatchObject({ errors: [{ field }] });
});
