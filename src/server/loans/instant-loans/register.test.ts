import { beforeAll, expect, it } from "vitest";
import { deposit, employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: {
    ...manyWrites,
    sessionIdleMinutes: 100_000,
    staffSessionIdleMinutes: 100_000,
    sessionHours: 1000,
  },
});
const tokens = new Map<string, string>();

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["IL1", "IL2", "IL3", "IL4", "IL5", "IL6", "IL7"]) {
    await enrolWithLogin(society, memberNo);
    await deposit(society, memberNo, 64_300);
    tokens.set(memberNo, await signIn(society, memberNo));
  }
  await employ(society, "ST1", "clerk");
  tokens.set("ST1", await signIn(society, "ST1"));
});

const body = (memNo: string, others: Record<string, unknown> = {}) => ({
  memberName: "Somebody Else",
  memNo,
  category: "Instant",
  amount: "6600",
  period: "2",
  total: "6897",
  repayment: 3449,
  sentByAnOlderClient: true,
  ...others,
});

const apply = (memNo: string, others = {}, headers: Record<string, string> = {}) =>
  society.send("POST", "/api/v1/instant/register", {
    token: tokens.get(memNo) ?? "",
    body: body(memNo, others),
    headers,
  });

async function applications(memberNo: string): Promise<number> {
  const found = await society.owner.query<{ n: number }>(
    `select count(*)::int as n from loan l join member m on m.id = l.member_id
      where m.member_no = $1`,
    [memberNo],
  );
  return found.rows[0]?.n ?? 0;
}

steps("applying for an instant loan", () => {
  it("answers with a number and the society's own figures, for texts as for numbers", async () => {
    const reply = await apply("IL1");
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body).toEqual({
      code: 201,
      message: "Application Successful",
      loanNo: "INS-2026-0001",
      memNo: "IL1",
      category: "Instant",
      amount: 6600,
      fee: 297,
      total: 6897,
      period: 2,
      repayment: 3449,
      instalments: [3449, 3448],
    });
    const [message] = await society.messages();
    expect(message?.text).toContain("INS-2026-0001 for Ksh 6,600.00");
    const wire = await society.send("GET", "/api/v1/instant/IL1", {
      token: tokens.get("IL1") ?? "",
    });
    expect(wire.body).toMatchObject({
      data: [{ loanNo: "INS-2026-0001", startDate: "", amount: 6600, outStanding: 0 }],
    });
  });

  it("answers as the first time if it is sent again within a minute without a key", async () => {
    const again = await apply("IL1");
    expect(again.status).toBe(201);
    expect(again.body).toMatchObject({ loanNo: "INS-2026-0001" });
    expect(await applications("IL1")).toBe(1);
    const other = await apply("IL1", { amount: 6000, total: 6270, repayment: 3135 });
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ reason: "open-application" });
    society.clock.advance(61);
    expect((await apply("IL1")).status).toBe(409);
    expect(await applications("IL1")).toBe(1);
  });

  it("replays the answer to a key, and rejects the key with other figures", async () => {
    const key = { "idempotency-key": "tap-1" };
    const first = await apply("IL2", {}, key);
    society.clock.advance(3600);
    const lost = await apply("IL2", {}, key);
    expect(lost.status).toBe(201);
    expect(lost.text).toBe(first.text);
    expect(lost.headers.get("idempotency-replayed")).toBe("true");
    const other = await apply("IL2", { amount: 6000, total: 6270, repayment: 3135 }, key);
    expect(other.status).toBe(422);
    expect(other.body).toMatchObject({ reason: "idempotency-mismatch" });
    expect(await applications("IL2")).toBe(1);
  });

  it.each([
    [{ total: 6897.02 }, "total"],
    [{ total: "1" }, "total"],
    [{ repayment: 3451 }, "repayment"],
    [{ repayment: "-3449" }, "repayment"],
    [{ amount: 0 }, "amount"],
    [{ amount: "66.001" }, "amount"],
    [{ amount: "６６００" }, "amount"],
    [{ amount: null }, "amount"],
    [{ period: 7 }, "period"],
    [{ period: 1.5 }, "period"],
    [{ category: "Development" }, "category"],
  ])("with %j is rejected at %s", async (others, field) => {
    society.clock.advance(120);
    const reply = await apply("IL3", others);
    expect(reply.status).toBe(422);
    const { errors } = reply.body as { errors: { field: string; message: string }[] };
    expect(errors.map((error) => error.field)).toEqual([field]);
    expect(errors[0]?.message).not.toBe("");
    expect(await applications("IL3")).toBe(0);
  });

  it("accepts the figures of a client that calculates in floats", async () => {
    const reply = await apply("IL3", {
      amount: 5011,
      period: 1,
      total: 5236.494999999999,
      repayment: 5236.5,
    });
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body).toMatchObject({ total: 5236.5, repayment: 5236 });
  });

  it("for another member, real or not, is rejected with identical bytes", async () => {
    const token = tokens.get("IL4") ?? "";
    const forOther = (memNo: string, with_ = token) =>
      society.send("POST", "/api/v1/instant/register", { token: with_, body: body(memNo) });
    const anothers = await forOther("IL1");
    const nobodys = await forOther("IL9999");
    expect([anothers.status, nobodys.status]).toEqual([403, 403]);
    expect(anothers.text).toBe(nobodys.text);
    expect((await forOther("IL4", tokens.get("ST1"))).status).toBe(403);
    const trail = await society.owner.query(
      "select from audit_record where action = 'refused' and subject = 'member:IL9999'",
    );
    expect(trail.rowCount).toBe(1);
  });

  it("beyond the deposits is rejected with the amount that would satisfy the rule", async () => {
    const asked = { amount: 80_000, period: 6, total: 83_600, repayment: 13_933 };
    const reply = await apply("IL4", asked);
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ reason: "not-eligible" });
    expect((reply.body as { message: string }).message).toContain(
      "To borrow 80,000.00, add 15,700.00 to your deposits or name guarantors for 15,700.00. " +
        "Your deposits secure up to 64,300.00 now: ",
    );
  });

  it("is limited to five a minute and twenty a day, including rejected ones", async () => {
    const wrong = () => apply("IL5", { total: 1 });
    for (let round = 0; round < 4; round += 1) {
      for (let count = 0; count < 5; count += 1) expect((await wrong()).status).toBe(422);
      const over = await wrong();
      expect(over.status).toBe(429);
      expect(over.headers.get("retry-after")).not.toBeNull();
      society.clock.advance(61);
    }
    expect((await wrong()).status).toBe(429);
    society.clock.advance(86_400);
    expect((await wrong()).status).toBe(422);
  });
});
