import { beforeAll, describe, expect, it } from "vitest";
import { deposit, employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { useServedWorld } from "#test/served-world.ts";

const world = useServedWorld({
  limits: {
    writesPerMinute: 60_000,
    writeBurst: 60_000,
    applicationsPerMinute: 1000,
    applicationsPerDay: 1000,
  },
});
const tokens: Record<string, string> = {};
const members = ["RC1", "RC2", "RC3", "RC4"];

beforeAll(async () => {
  await foundSociety(world);
  for (const memberNo of members) {
    await enrolWithLogin(world, memberNo);
    await deposit(world, memberNo, 50_000);
    tokens[memberNo] = await signIn(world, memberNo);
  }
  for (const role of ["clerk", "checker", "administrator"]) {
    await employ(world, role.toUpperCase(), role);
    tokens[role] = await signIn(world, role.toUpperCase());
  }
});

function apply(memNo: string, amount = 6600, headers: Record<string, string> = {}) {
  const total = (amount * 1045) / 1000;
  const figures = { amount, period: 1, total, repayment: Math.round(total) };
  const body = { memNo, category: "Instant", ...figures };
  return world.send("POST", "/api/v1/instant/register", {
    token: tokens[memNo] ?? "",
    body,
    headers,
  });
}

async function applied(memNo: string): Promise<string> {
  const reply = await apply(memNo);
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { loanNo: string }).loanNo;
}

const step = (who: string, loanNo: string, noun: string, body: unknown = {}) =>
  world.send("POST", `/api/v1/instant-loans/${loanNo}/${noun}`, { token: tokens[who] ?? "", body });

const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

async function count(sql: string, values: unknown[]): Promise<number> {
  return (await world.owner.query(sql, values)).rowCount ?? 0;
}

describe("at once", () => {
  it("fifty applications of different amounts make one", async () => {
    const replies = await times(50, (index) => apply("RC1", 6000 + 1000 * index));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const found = "select from loan l join member m on m.id = l.member_id where m.member_no = $1";
    expect(await count(found, ["RC1"])).toBe(1);
  });

  it("fifty times the same application is one, which every answer names", async () => {
    const replies = await times(50, () => apply("RC2"));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });

  it("an approval and a withdrawal have one winner", async () => {
    for (let round = 0; round < 5; round += 1) {
      const loanNo = await applied("RC3");
      const replies = await Promise.all([
        step("checker", loanNo, "approval"),
        step("RC3", loanNo, "withdrawal"),
      ]);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
      const withdrawn = replies[1].status === 201;
      const steps = "select from loan_step s join loan l on l.id = s.loan_id where l.loan_no = $1";
      expect(await count(steps, [loanNo])).toBe(2);
      if (withdrawn) continue;
      await step("administrator", loanNo, "disbursement");
      break;
    }
  });

  it("ten disbursements of a loan are one posting", async () => {
    const loanNo = await applied("RC4");
    expect((await step("checker", loanNo, "approval")).status).toBe(201);
    const replies = await times(10, () => step("administrator", loanNo, "disbursement"));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const posted = "select from journal_entry where kind = 'loan-disbursed' and reference_no = $1";
    expect(await count(posted, [loanNo])).toBe(1);
  });

  it("ten times one receipt is credited once", async () => {
    const found = await world.owner.query<{ loan_no: string }>(
      `select l.loan_no from loan l join member m on m.id = l.member_id
        where m.member_no = 'RC4'`,
    );
    const loanNo = found.rows[0]?.loan_no ?? "";
    const paid = { amount: 1000, receipt: "TK41ABCDEF" };
    const replies = await times(10, () => step("clerk", loanNo, "repayments", paid));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const posted = "select from journal_entry where receipt_no = 'TK41ABCDEF'";
    expect(await count(posted, [])).toBe(1);
  });
});
