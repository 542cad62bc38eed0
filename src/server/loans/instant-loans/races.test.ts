import { beforeAll, describe, expect, it } from "vitest";
import { foundLoanOffice, loanCalls } from "#test/loan-office.ts";
import { shownDigestOf } from "#test/loan-steps.ts";
import { deposit } from "#test/people.ts";
import { manyWrites, type Reply, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: {
    ...manyWrites,
    applicationsPerMinute: 1000,
    applicationsPerDay: 1000,
  },
});
const tokens: Record<string, string> = {};
const { step } = loanCalls(society, tokens);
const members = ["RC1", "RC2", "RC3", "RC4", "RC5", "RC6", "RC7", "RC8"];

beforeAll(() => foundLoanOffice(society, tokens, members));

function applicationOf(memNo: string, amount: number) {
  const total = (amount * 1045) / 1000;
  const figures = { amount, period: 1, total, repayment: Math.round(total) };
  return { memNo, category: "Instant", ...figures };
}

function apply(memNo: string, amount = 6600, headers: Record<string, string> = {}) {
  const body = applicationOf(memNo, amount);
  return insist(() =>
    society.send("POST", "/api/v1/instant/register", { token: tokens[memNo] ?? "", body, headers }),
  );
}

/** Asks again when the server answers that it is busy, as on a slow machine. */
async function insist(ask: () => Promise<Reply>): Promise<Reply> {
  const reply = await ask();
  return reply.status === 503 ? insist(ask) : reply;
}

async function applied(memNo: string): Promise<string> {
  const reply = await apply(memNo);
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { loanNo: string }).loanNo;
}

const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

async function count(sql: string, values: unknown[]): Promise<number> {
  return (await society.owner.query(sql, values)).rowCount ?? 0;
}

steps("step by step", () => {
  describe("requests at once", () => {
    it("fifty applications with different amounts make one", async () => {
      const replies = await times(50, (index) => apply("RC1", 6000 + 1000 * index));
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
      const found = "select from loan l join member m on m.id = l.member_id where m.member_no = $1";
      expect(await count(found, ["RC1"])).toBe(1);
    });

    it("fifty identical applications make one, which every answer names", async () => {
      const replies = await times(50, () => apply("RC2"));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    });

    it("an application amended after it was shown is not approved unseen", async () => {
      const loanNo = await applied("RC8");
      const found = await society.owner.query("select id from loan where loan_no = $1", [loanNo]);
      const { id } = found.rows[0] as { id: string };
      const shownDigest = await shownDigestOf(society, tokens["loans-officer"] ?? "", loanNo);
      const [amended, approved] = await Promise.all([
        society.send("PATCH", `/api/v1/loandetails/${id}`, {
          token: tokens["clerk"] ?? "",
          body: { item: { amount: 5000 } },
        }),
        step("loans-officer", loanNo, "approval", { shownDigest }),
      ]);
      // In either order, nobody approves 5,000 after seeing 6,600.
      const outcome = { amended: amended.status, approved: approved.status };
      expect([
        { amended: 200, approved: 409 },
        { amended: 409, approved: 201 },
      ]).toContainEqual(outcome);
      if (amended.status !== 200) return;
      expect(approved.body).toMatchObject({
        reason: "shown-changed",
        changes: expect.arrayContaining([{ name: "amount", value: "5000" }]),
      });
      expect((await step("loans-officer", loanNo, "approval")).status).toBe(201);
    });

    it("an approval and a withdrawal have one winner", async () => {
      for (let round = 0; round < 5; round += 1) {
        const loanNo = await applied("RC3");
        const replies = await Promise.all([
          step("loans-officer", loanNo, "approval"),
          step("RC3", loanNo, "withdrawal"),
        ]);
        expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
        const withdrawn = replies[1].status === 201;
        const steps =
          "select from loan_step s join loan l on l.id = s.loan_id where l.loan_no = $1";
        expect(await count(steps, [loanNo])).toBe(2);
        if (withdrawn) continue;
        await step("administrator", loanNo, "disbursement");
        break;
      }
    });

    it("ten disbursements of a loan are one posting", async () => {
      const loanNo = await applied("RC4");
      expect((await step("loans-officer", loanNo, "approval")).status).toBe(201);
      const replies = await times(10, () => step("administrator", loanNo, "disbursement"));
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      const posted =
        "select from journal_entry where kind = 'loan-disbursed' and reference_no = $1";
      expect(await count(posted, [loanNo])).toBe(1);
    });

    it("ten times one receipt is credited once", async () => {
      const found = await society.owner.query<{ loan_no: string }>(
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

    it("of fifty applications, a limit of three keeps three, and no limit keeps all", async () => {
      await letWait(3);
      const three = await times(50, (index) => apply("RC5", 6000 + 100 * index));
      expect(three.filter(({ status }) => status === 201)).toHaveLength(3);
      expect(new Set(three.map(({ status }) => status))).toEqual(new Set([201, 409]));
      await letWait(0);
      await deposit(society, "RC6", 500_000);
      const every = await times(50, (index) => apply("RC6", 6000 + 100 * index));
      expect(new Set(every.map(({ status }) => status))).toEqual(new Set([201]));
      await letWait(1);
      expect((await apply("RC6", 20_000)).body).toMatchObject({ reason: "open-application" });
    });

    it("fifty identical applications make one, whatever the limit", async () => {
      await letWait(0);
      const replies = await times(50, () => apply("RC7"));
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      const found = "select from loan l join member m on m.id = l.member_id where m.member_no = $1";
      expect(await count(found, ["RC7"])).toBe(1);
      await letWait(1);
    });

    it("a lost answer is returned again by its key, to fifty requests at once", async () => {
      const loanNo = (
        await society.owner.query<{ loan_no: string }>(
          `select l.loan_no from loan l join member m on m.id = l.member_id 
          where m.member_no = 'RC7'`,
        )
      ).rows[0]?.loan_no;
      await step("RC7", loanNo ?? "", "withdrawal");
      const key = { "idempotency-key": "lost-reply" };
      // The client disconnects before the answer; the committed work stays.
      const gone = new AbortController();
      const lost = fetch(`${society.address}/api/v1/instant/register`, {
        method: "POST",
        signal: gone.signal,
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${tokens["RC7"]}`,
          ...key,
        },
        body: JSON.stringify(applicationOf("RC7", 7000)),
      });
      gone.abort();
      await expect(lost).rejects.toThrow();
      const replies = await times(50, () => apply("RC7", 7000, key));
      const answered = replies.filter(({ status }) => status === 201);
      expect(new Set(replies.map(({ status }) => status)).size).toBeLessThanOrEqual(2);
      expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true);
      expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
      const replayed = await apply("RC7", 7000, key);
      expect(replayed.headers.get("idempotency-replayed")).toBe("true");
      expect(replayed.text).toBe(answered[0]?.text);
    });
  });

  /** As the administrator would set it, for any number of waiting applications. */
  async function letWait(openApplications: number): Promise<void> {
    const policy = {
      effectiveFrom: "2026-04-14",
      feeTiers: [
        { upTo: 5000, flatFee: 500, rateBasisPoints: 0 },
        { flatFee: 0, rateBasisPoints: 450 },
      ],
      minimum: 500,
      maximum: 100_000,
      minMonths: 1,
      maxMonths: 6,
      depositsPercent: 100,
      membershipMonths: 0,
      shareCapital: 0,
      rejectUnpaid: false,
      rejectBlacklisted: false,
      openApplications,
    };
    const reply = await society.send("POST", "/api/v1/instant-loans/policy", {
      token: tokens["administrator"] ?? "",
      body: policy,
    });
    expect(reply.status, reply.text).toBe(201);
  }
});
