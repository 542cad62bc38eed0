import { beforeAll, describe, expect, it } from "vitest";
import { shownDigestOf, takeLoanStep } from "#test/loan-steps.ts";
import { deposit, employ, enrolWithLogin, foundSociety, lend, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { digestFor } from "#test/shown-steps.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: { ...manyWrites, applicationsPerMinute: 1000 },
});
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["SH1", "SH2", "SH3", "SH4", "SH5"]) {
    await enrolWithLogin(society, memberNo);
    await deposit(society, memberNo, 50_000);
    tokens[memberNo] = await signIn(society, memberNo);
  }
  for (const role of ["clerk", "loans-officer", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const tokenOf = (who: string) => tokens[who] ?? "";

async function applied(memNo: string): Promise<string> {
  const figures = { amount: 6600, period: 2, total: 6897, repayment: 3449 };
  const body = { memNo, category: "Instant", ...figures };
  const reply = await society.send("POST", "/api/v1/instant/register", {
    token: tokenOf(memNo),
    body,
  });
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { loanNo: string }).loanNo;
}

const step = (who: string, loanNo: string, noun: string, body: object = {}) =>
  takeLoanStep(society, tokenOf(who), { loanNo, noun, body });

async function amend(loanNo: string, body: object) {
  const found = await society.owner.query<{ id: string }>(
    "select id from loan where loan_no = $1",
    [loanNo],
  );
  const path = `/api/v1/loandetails/${found.rows[0]?.id}`;
  return society.send("PATCH", path, { token: tokenOf("clerk"), body });
}

const shown = (loanNo: string, who = "loans-officer") =>
  shownDigestOf(society, tokenOf(who), loanNo);

steps("step by step", () => {
  describe("a decision on a loan covers what was shown", () => {
    it("is rejected with what changed when the application was amended meanwhile", async () => {
      const loanNo = await applied("SH1");
      const shownDigest = await shown(loanNo);
      expect((await amend(loanNo, { item: { amount: 5000 } })).status).toBe(200);
      for (const noun of ["approval", "decline"]) {
        const more = noun === "decline" ? { reason: "No" } : {};
        const reply = await step("loans-officer", loanNo, noun, { ...more, shownDigest });
        expect(reply.status, noun).toBe(409);
        expect(reply.body).toMatchObject({ reason: "shown-changed" });
        const { changes } = reply.body as { changes: unknown };
        expect(changes).toEqual(
          expect.arrayContaining([
            { name: "amount", value: "5000" },
            { name: "amended-by", value: expect.any(String) },
          ]),
        );
      }
      expect((await step("loans-officer", loanNo, "approval")).status).toBe(201);
    });

    it("is rejected when the borrower's deposits changed meanwhile", async () => {
      const loanNo = await applied("SH2");
      const toApprove = await shown(loanNo);
      await deposit(society, "SH2", 1000);
      const approval = await step("loans-officer", loanNo, "approval", { shownDigest: toApprove });
      expect(approval.body).toMatchObject({
        reason: "shown-changed",
        changes: [{ name: "free-deposits", value: "51000" }],
      });
      expect((await step("loans-officer", loanNo, "approval")).status).toBe(201);
      const toPay = await shown(loanNo, "administrator");
      await deposit(society, "SH2", 1000);
      const payout = await step("administrator", loanNo, "disbursement", { shownDigest: toPay });
      expect(payout.body).toMatchObject({ reason: "shown-changed" });
      expect((await step("administrator", loanNo, "disbursement")).status).toBe(201);
    });

    it("covers an amendment too, while an earlier client's amendment needs no digest", async () => {
      const loanNo = await applied("SH3");
      const shownDigest = await shown(loanNo, "clerk");
      await deposit(society, "SH3", 1000);
      expect((await amend(loanNo, { item: { amount: 5000 }, shownDigest })).body).toMatchObject({
        reason: "shown-changed",
      });
      expect((await amend(loanNo, { item: { amount: 5000 } })).status).toBe(200);
    });

    it("covers a receipt: one recorded meanwhile is shown first", async () => {
      await lend(society, "SH4", { loanNo: "SH-L4" });
      const shownDigest = await shown("SH-L4", "clerk");
      const first = { amount: 1000, receipt: "TKSHOWN001", shownDigest };
      expect((await step("clerk", "SH-L4", "repayments", first)).status).toBe(201);
      const second = { amount: 1000, receipt: "TKSHOWN002", shownDigest };
      expect((await step("clerk", "SH-L4", "repayments", second)).body).toMatchObject({
        reason: "shown-changed",
        changes: [{ name: "owed-here", value: "5897" }],
      });
    });

    it("covers a reversal: a receipt recorded again meanwhile is not reversed unseen", async () => {
      await lend(society, "SH5", { loanNo: "SH-L5" });
      const receipt = "TKSHOWN005";
      const record = (amount: number) =>
        step("clerk", "SH-L5", "repayments", { amount, receipt, way: "bank" });
      const takeBack = (who: string, body: object = {}) =>
        step(who, "SH-L5", "reversals", { receipt, reason: "Another member's", ...body });
      const digest = async () => {
        const path = "/api/v1/instant-loans/SH-L5/reversals";
        const read = async (at: string) =>
          (await society.send("GET", at, { token: tokenOf("administrator") })).body;
        return (await digestFor({ path, body: { receipt } }, read)) ?? "";
      };
      for (const [before, now] of [
        [1000, 5000],
        [5000, 5000],
      ] as const) {
        expect((await record(before)).status).toBe(201);
        const shownDigest = await digest();
        expect((await takeBack("treasurer")).status).toBe(201);
        expect((await record(now)).status).toBe(201);
        const reply = await takeBack("administrator", { shownDigest });
        expect(reply.body).toMatchObject({ code: 409, reason: "shown-changed" });
        const names = (reply.body as { changes: { name: string }[] }).changes.map(
          ({ name }) => name,
        );
        expect(names).toEqual(before === now ? ["entry"] : ["amount", "entry"]);
        expect((await takeBack("administrator")).status).toBe(201);
      }
    });

    it("is rejected without a digest, with an empty one and with a garbled one", async () => {
      const loanNo = await applied("SH4");
      const path = `/api/v1/instant-loans/${loanNo}/approval`;
      const bare = await society.send("POST", path, { token: tokenOf("loans-officer"), body: {} });
      expect(bare.status).toBe(422);
      for (const shownDigest of ["", "amount", "amount:x"]) {
        const reply = await step("loans-officer", loanNo, "approval", { shownDigest });
        expect(reply.body).toMatchObject({ reason: "shown-changed" });
      }
    });

    it("names the member, the figures, the balance and who registered it", async () => {
      const loanNo = await applied("SH2");
      const path = `/api/v1/instant-loans/${loanNo}/file`;
      const read = await society.send("GET", path, { token: tokenOf("loans-officer") });
      const { shown: facts } = read.body as { shown: unknown };
      expect(facts).toEqual([
        { name: "name", value: "Member SH2" },
        { name: "member-no", value: "SH2" },
        { name: "state", value: "applied" },
        { name: "amount", value: "6600" },
        { name: "months", value: "2" },
        { name: "instalment", value: "3449" },
        { name: "total", value: "6897" },
        { name: "owed", value: "6897" },
        { name: "free-deposits", value: "52000" },
        { name: "share-capital", value: "0" },
        { name: "registered-by", value: "Member SH2" },
      ]);
    });
  });
});
