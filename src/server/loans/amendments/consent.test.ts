import { beforeAll, describe, expect, it } from "vitest";
import { shillings } from "#shared/money.ts";
import { recordGuarantee } from "#server/loans/lending/guarantees.ts";
import { unhurriedLimits } from "#test/loan-amendments.ts";
import { takeLoanStep } from "#test/loan-steps.ts";
import { deposit, employ, enrolWithLogin, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: unhurriedLimits });
const tokens: Record<string, string> = {};
const DAY = 86_400;

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "loans-officer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  await employ(society, "CLERK2", "clerk");
  tokens["clerk2"] = await signIn(society, "CLERK2");
});

const send = (who: string, method: string, path: string, body?: unknown) =>
  society.send(method, path, { token: tokens[who] ?? "", ...(body !== undefined && { body }) });

async function member(memberNo: string): Promise<void> {
  await enrolWithLogin(society, memberNo);
  await deposit(society, memberNo, 50_000);
  tokens[memberNo] = await signIn(society, memberNo);
}

interface Applied {
  readonly id: string;
  readonly loanNo: string;
}

async function apply(memNo: string): Promise<Applied> {
  const figures = { amount: 6600, period: 2, total: 6897, repayment: 3449 };
  const body = { memNo, category: "Instant", ...figures };
  const reply = await send(memNo, "POST", "/api/v1/instant/register", body);
  expect(reply.status, reply.text).toBe(201);
  const { loanNo } = reply.body as { loanNo: string };
  return (await application(memNo, loanNo)).body as Applied;
}

const application = (who: string, loanNo: string) =>
  send(who, "GET", `/api/v1/instant-loans/${loanNo}`);

const amend = ({ id }: Applied, amount: number, who = "clerk") =>
  send(who, "PATCH", `/api/v1/loandetails/${id}`, { item: { amount } });

async function propose(loan: Applied, amount = 9000, who = "clerk"): Promise<string> {
  const reply = await amend(loan, amount, who);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { amendmentId: string }).amendmentId;
}

/** A member with an application of 6,600 that a clerk proposes to raise to 9,000. */
async function proposed(memberNo: string) {
  await member(memberNo);
  const loan = await apply(memberNo);
  return { loan, amendment: await propose(loan) };
}

const act = (who: string, amendment: string, noun: string, body: object = {}) =>
  send(who, "POST", `/api/v1/loan-amendments/${amendment}/${noun}`, body);

async function latestText(): Promise<string> {
  return (await society.messages())[0]?.text ?? "";
}

async function codeFor(amendment: string, who = "clerk"): Promise<string> {
  society.clock.advance(3600);
  const reply = await act(who, amendment, "code");
  expect(reply.status, reply.text).toBe(200);
  return /\b\d{6}\b/.exec(await latestText())?.[0] ?? "";
}

const stateOf = async (amendment: string) =>
  (await society.owner.query("select state from loan_amendment where id = $1", [amendment])).rows[0]
    ?.state as string;

const amountOf = async ({ loanNo }: Applied) =>
  ((await application("clerk", loanNo)).body as { amount: number }).amount;

/** Writes directly, as the application's own role and at the fixture's time. */
const direct = (sql: string, values: (string | bigint)[]) =>
  society.database.unitOfWork("test", (work) => work.run(sql, values));

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("a change that asks more of the member", () => {
  it("changes nothing until the member agrees, after seeing the figures", async () => {
    const { loan, amendment } = await proposed("CN1");
    const [sms] = await society.messages();
    expect(sms?.text).toContain("9,000.00");
    expect(sms?.text).toContain("9,405.00");
    const own = (await application("CN1", loan.loanNo)).body;
    expect(own).toMatchObject({
      amount: 6600,
      amendment: { id: amendment, amount: 9000, total: 9405, by: "" },
    });
    const desk = (await application("clerk", loan.loanNo)).body;
    expect(desk).toMatchObject({ amendment: { by: "Staff CLERK" } });
    expect((await act("CN1", amendment, "agreement")).status).toBe(201);
    expect(await amountOf(loan)).toBe(9000);
    const steps = ((await application("clerk", loan.loanNo)).body as { steps: unknown[] }).steps;
    expect(steps.at(-1)).toMatchObject({ step: "amended", who: "Staff CLERK", amount: 9000 });
    expect((await application("CN1", loan.loanNo)).body).not.toHaveProperty("amendment");
  });

  it("is agreed to once, by the code whose SMS carries the figures", async () => {
    const { loan, amendment } = await proposed("CN2");
    const code = await codeFor(amendment);
    const text = await latestText();
    for (const figure of ["9,000.00", "9,405.00", "4,703.00", "2 months", loan.loanNo]) {
      expect(text).toContain(figure);
    }
    const consent = await act("clerk", amendment, "consent", { otp: code });
    expect(consent.status, consent.text).toBe(201);
    expect(await amountOf(loan)).toBe(9000);
    const again = await act("clerk", amendment, "consent", { otp: code });
    expect(again.body).toMatchObject({ reason: "amendment-closed" });
    const second = await propose(loan, 12_000);
    const replayed = await act("clerk", second, "consent", { otp: code });
    expect(replayed.body).toMatchObject({ reason: "otp-refused" });
    expect(await amountOf(loan)).toBe(9000);
  });

  it("blocks the approval while it waits; its proposer does not approve it after", async () => {
    const { loan, amendment } = await proposed("CN3");
    const approve = (who: string) =>
      takeLoanStep(society, tokens[who] ?? "", { loanNo: loan.loanNo, noun: "approval" });
    expect((await approve("loans-officer")).body).toMatchObject({ reason: "amendment-waits" });
    const around = direct("update loan set state = 'approved' where id = $1", [loan.id]);
    await expect(around).rejects.toMatchObject({ constraint: "loan_amendment_waits" });
    expect((await act("CN3", amendment, "agreement")).status).toBe(201);
    await society.owner.query("update staff set role = 'loans-officer' where staff_no = 'CLERK'");
    expect((await approve("clerk")).body).toMatchObject({ reason: "loan-amended" });
    await society.owner.query("update staff set role = 'clerk' where staff_no = 'CLERK'");
    expect((await approve("loans-officer")).status).toBe(201);
  });

  it("leaves the loan as it was when the member declines or the office withdraws it", async () => {
    const { loan, amendment } = await proposed("CN4");
    expect((await act("CN4", amendment, "decline")).status).toBe(201);
    const second = await propose(loan, 8000);
    expect((await act("clerk2", second, "withdrawal")).status).toBe(201);
    expect(await latestText()).toContain("6,600.00");
    expect([await stateOf(amendment), await stateOf(second)]).toEqual(["declined", "withdrawn"]);
    expect(await amountOf(loan)).toBe(6600);
    for (const one of [amendment, second]) {
      expect((await act("CN4", one, "agreement")).body).toMatchObject({
        reason: "amendment-closed",
      });
    }
  });

  it("applies at once if it increases nothing, and voids a waiting change", async () => {
    const { loan, amendment } = await proposed("CN5");
    expect((await amend(loan, 5000)).body).toMatchObject({ amount: 5000 });
    expect(await stateOf(amendment)).toBe("void");
    const later = await propose(loan, 8000);
    await send("CN5", "POST", `/api/v1/instant-loans/${loan.loanNo}/withdrawal`, {});
    expect(await stateOf(later)).toBe("void");
    expect((await act("CN5", amendment, "agreement")).body).toMatchObject({
      reason: "amendment-closed",
    });
  });

  it("is judged again when the member agrees, by the current rules", async () => {
    await member("CN8");
    await member("CN1B");
    const loan = await apply("CN8");
    const amendment = await propose(loan, 50_000);
    const other = await apply("CN1B");
    const pledge = { loanNo: other.loanNo, guarantorId: await memberIdOf(society, "CN8") };
    await society.database.unitOfWork("test", (work) =>
      recordGuarantee(work, { ...pledge, amount: shillings(40_000) }),
    );
    const late = await act("CN8", amendment, "agreement");
    expect(late.status, late.text).toBe(422);
    expect(late.body).toMatchObject({ reason: "not-eligible" });
    expect(await amountOf(loan)).toBe(6600);
    expect(await stateOf(amendment)).toBe("waiting");
  });

  it("asks the guarantors again once it is agreed, and not before", async () => {
    await member("CN6");
    await member("CN6G");
    const figures = { amount: 52_000, period: 2, total: 54_340, repayment: 27_170 };
    const guarantors = [{ memberNo: "CN6G", amount: 10_000 }];
    const body = { memNo: "CN6", category: "Instant", ...figures, guarantors };
    const reply = await send("CN6", "POST", "/api/v1/instant/register", body);
    expect(reply.status, reply.text).toBe(201);
    const { loanNo } = reply.body as { loanNo: string };
    const loan = (await application("CN6", loanNo)).body as Applied;
    await society.owner.query(
      `update guarantee set state = 'accepted', answered_at = akiba_now(), given_on = akiba_today()
        where loan_id = $1`,
      [loan.id],
    );
    const amendment = await propose(loan, 55_000);
    expect((await application("clerk", loanNo)).body).toMatchObject({ guaranteed: 10_000 });
    expect((await act("CN6", amendment, "agreement")).status).toBe(201);
    expect((await application("clerk", loanNo)).body).toMatchObject({
      guaranteed: 0,
      guarantors: [{ memberNo: "CN6G", state: "asked" }],
    });
  });
});

describe("consent cannot be forged", () => {
  it("by a clerk who guesses: five tries for a code, and no consent", async () => {
    const { loan, amendment } = await proposed("CA1");
    const code = await codeFor(amendment);
    for (let tries = 0; tries < 5; tries += 1) {
      const guessed = await act("clerk", amendment, "consent", { otp: wrong(code) });
      expect(guessed.body).toMatchObject({ reason: "otp-refused" });
    }
    const late = await act("clerk", amendment, "consent", { otp: code });
    expect(late.body).toMatchObject({ reason: "otp-refused" });
    expect(await amountOf(loan)).toBe(6600);
  });

  it("with a code of another purpose, and a consent code opens nothing else", async () => {
    const { amendment } = await proposed("CA2");
    const asked = await send("CA2", "POST", "/api/v1/mobile-confirmation/code", {});
    expect(asked.status, asked.text).toBe(201);
    const other = /\b\d{6}\b/.exec(await latestText())?.[0] ?? "";
    const mixed = await act("clerk", amendment, "consent", { otp: other });
    expect(mixed.body).toMatchObject({ reason: "otp-refused" });
    const code = await codeFor(amendment);
    const confirm = await send("CA2", "POST", "/api/v1/mobile-confirmation", { otp: code });
    expect(confirm.body).toMatchObject({ reason: "otp-refused" });
    expect((await act("clerk", amendment, "consent", { otp: code })).status).toBe(201);
  });

  it("with a code for another change of the same loan", async () => {
    const { loan, amendment } = await proposed("CA3");
    const code = await codeFor(amendment);
    expect((await act("clerk", amendment, "withdrawal")).status).toBe(201);
    const larger = await propose(loan, 40_000);
    expect((await act("clerk", larger, "consent", { otp: code })).body).toMatchObject({
      reason: "otp-refused",
    });
    expect(await amountOf(loan)).toBe(6600);
  });

  it("with another member's code, for another member's loan", async () => {
    const { amendment } = await proposed("CA4");
    const other = await proposed("CA5");
    const code = await codeFor(other.amendment);
    expect((await act("clerk", amendment, "consent", { otp: code })).body).toMatchObject({
      reason: "otp-refused",
    });
    for (const noun of ["agreement", "decline"]) {
      expect((await act("CA5", amendment, noun)).body).toMatchObject({
        reason: "no-such-amendment",
      });
    }
    expect((await act("clerk", "999999", "consent", { otp: code })).status).toBe(404);
    expect((await act("CA4", amendment, "consent", { otp: code })).status).toBe(403);
    expect((await act("clerk", amendment, "agreement")).status).toBe(403);
  });

  it("by a clerk for their own loan, under either of their names", async () => {
    const { loan, amendment } = await proposed("CA6");
    await employ(society, "CA6STAFF", "clerk");
    tokens["CA6STAFF"] = await signIn(society, "CA6STAFF");
    await society.owner.query(
      `update staff set member_id = (select id from member where member_no = 'CA6')
        where staff_no = 'CA6STAFF'`,
    );
    expect((await amend(loan, 9500, "CA6STAFF")).body).toMatchObject({ reason: "own-loan" });
    for (const noun of ["code", "withdrawal"]) {
      expect((await act("CA6STAFF", amendment, noun)).body).toMatchObject({ reason: "own-loan" });
    }
    const consent = await act("CA6STAFF", amendment, "consent", { otp: "000000" });
    expect(consent.body).toMatchObject({ reason: "own-loan" });
    const insert = `insert into loan_amendment (loan_id, principal_cents, fee_cents, total_cents,
        monthly_deduction_cents, proposed_by, expires_at)
      values ($1, 100, 0, 100, 100, 'staff:CA6STAFF', akiba_now() + interval '1 day')`;
    await expect(direct(insert, [loan.id])).rejects.toMatchObject({
      constraint: "loan_amendment_own_hands",
    });
  });

  it("after seven days, whatever code is entered", async () => {
    const { loan, amendment } = await proposed("CA7");
    society.clock.advance(7 * DAY - 3700);
    const code = await codeFor(amendment);
    society.clock.advance(101);
    for (const answer of [
      await act("clerk", amendment, "consent", { otp: code }),
      await act("CA7", amendment, "agreement"),
    ]) {
      expect(answer.body).toMatchObject({ reason: "amendment-closed" });
    }
    expect((await application("CA7", loan.loanNo)).body).not.toHaveProperty("amendment");
    await propose(loan, 8000);
    expect(await stateOf(amendment)).toBe("expired");
  });

  it("after the member's phone changed, or the member left", async () => {
    for (const [memberNo, change] of [
      ["CA8", "mobile_number = '+254712000999'"],
      ["CA9", "membership = 'left'"],
    ] as const) {
      const { loan, amendment } = await proposed(memberNo);
      const code = await codeFor(amendment);
      await society.owner.query(`update member set ${change} where member_no = $1`, [memberNo]);
      expect(await stateOf(amendment)).toBe("void");
      const consent = await act("clerk", amendment, "consent", { otp: code });
      expect(consent.body).toMatchObject({ reason: "amendment-closed" });
      expect(await amountOf(loan)).toBe(6600);
    }
    await society.owner.query("update member set membership = 'active' where member_no = 'CA9'");
  });

  it("by direct writes to the database, which enforces every rule itself", async () => {
    const { loan, amendment } = await proposed("CA10");
    const refused = async (sql: string, constraint: string, values: string[]) =>
      expect(direct(sql, values), constraint).rejects.toMatchObject({ constraint });
    await refused(
      `update loan set principal_cents = 900000, fee_cents = 40500, total_cents = 940500,
        monthly_deduction_cents = 470250 where id = $1`,
      "loan_grows_by_consent",
      [loan.id],
    );
    await refused("update loan set term_months = 3 where id = $1", "loan_grows_by_consent", [
      loan.id,
    ]);
    const agree = (by: string, enteredBy: string) =>
      `update loan_amendment set state = 'agreed', answered_at = akiba_now(),
        answered_by = '${by}', entered_by = ${enteredBy} where id = $1`;
    await refused(agree("member:CA9", "null"), "loan_amendment_by_borrower", [amendment]);
    await refused(agree("member:CA10", "'staff:CLERK'"), "loan_amendment_by_code", [amendment]);
    await refused(
      "update loan_amendment set principal_cents = 1, total_cents = fee_cents + 1 where id = $1",
      "loan_amendment_once",
      [amendment],
    );
    expect((await act("CA10", amendment, "decline")).status).toBe(201);
    await refused(agree("member:CA10", "null"), "loan_amendment_once", [amendment]);
  });
});

describe("requests at the same moment", () => {
  it("ten proposals are one, and ten agreements apply it once", async () => {
    await member("CR1");
    const loan = await apply("CR1");
    const tries = Array.from({ length: 10 }, (_, at) => amend(loan, 8000 + at * 100));
    const replies = await Promise.all(tries);
    const made = replies.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    for (const { status, body } of replies) {
      if (status !== 200) expect(body).toMatchObject({ reason: "amendment-waits" });
    }
    const { amendmentId = "" } = (made[0]?.body ?? {}) as { amendmentId?: string };
    const agreed = await Promise.all(
      Array.from({ length: 10 }, () => act("CR1", amendmentId, "agreement")),
    );
    expect(agreed.filter(({ status }) => status === 201)).toHaveLength(1);
    const steps = await society.owner.query(
      "select from loan_step where loan_id = $1 and step = 'amended'",
      [loan.id],
    );
    expect(steps.rowCount).toBe(1);
  });

  it("an agreement and a withdrawal have one winner", async () => {
    const { loan, amendment } = await proposed("CR2");
    const [agreed, withdrawn] = await Promise.all([
      act("CR2", amendment, "agreement"),
      act("clerk", amendment, "withdrawal"),
    ]);
    expect([agreed.status, withdrawn.status].toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(await amountOf(loan)).toBe(agreed.status === 201 ? 9000 : 6600);
  });
});

describe("codes that the office asks for", () => {
  it("do not void the member's own code, and wrong guesses do not close it", async () => {
    const { amendment } = await proposed("CO1");
    const asked = await send("CO1", "POST", "/api/v1/mobile-confirmation/code", {});
    expect(asked.status, asked.text).toBe(201);
    const own = /\b\d{6}\b/.exec(await latestText())?.[0] ?? "";
    const reply = await act("clerk", amendment, "code");
    expect(reply.status, reply.text).toBe(200);
    const code = /\b\d{6}\b/.exec(await latestText())?.[0] ?? "";
    for (let tries = 0; tries < 12; tries += 1) {
      await act("clerk", amendment, "consent", { otp: wrong(code) });
    }
    const confirmed = await send("CO1", "POST", "/api/v1/mobile-confirmation", { otp: own });
    expect(confirmed.status, confirmed.text).toBe(201);
  });
});
