import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import type { file as fileContract, queue } from "#shared/contract/loans/desk.ts";
import { unhurriedLimits } from "#test/loan-amendments.ts";
import { takeLoanStep } from "#test/loan-steps.ts";
import { deposit, employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: { ...unhurriedLimits, documentBurst: 60 } });
const tokens: Record<string, string> = {};
const DAY = 86_400;

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "loans-officer"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const send = (who: string, method: string, path: string, body?: unknown) =>
  society.send(method, path, { token: tokens[who] ?? "", ...(body !== undefined && { body }) });

/** A member with an application of 6,600. */
async function applied(memNo: string): Promise<string> {
  await enrolWithLogin(society, memNo);
  await deposit(society, memNo, 50_000);
  tokens[memNo] = await signIn(society, memNo);
  const figures = { amount: 6600, period: 2, total: 6897, repayment: 3449 };
  const body = { memNo, category: "Instant", ...figures };
  const reply = await send(memNo, "POST", "/api/v1/instant/register", body);
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { loanNo: string }).loanNo;
}

const rowsOf = async (query: string) => {
  const reply = await send("loans-officer", "GET", `/api/v1/instant-loans?${query}`);
  return (reply.body as z.infer<typeof queue.answer>).rows;
};

const fileOf = async (loanNo: string) => {
  const reply = await send("loans-officer", "GET", `/api/v1/instant-loans/${loanNo}/file`);
  return reply.body as z.infer<typeof fileContract.answer>;
};

/** Amends an application, and returns the change if it waits for the member. */
async function amend(loanNo: string, amount: number): Promise<string> {
  const [row] = await rowsOf(`search=${loanNo}`);
  const item = { item: { amount } };
  const reply = await send("clerk", "PATCH", `/api/v1/loandetails/${row?.id ?? ""}`, item);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { amendmentId?: string }).amendmentId ?? "";
}

async function answer(who: string, amendment: string, noun: string): Promise<void> {
  const reply = await send(who, "POST", `/api/v1/loan-amendments/${amendment}/${noun}`, {});
  expect(reply.status, reply.text).toBe(201);
}

const csvOf = async (query: string) =>
  (await send("loans-officer", "GET", `/api/v1/instant-loan-exports/csv?${query}`)).text;

steps("step by step", () => {
  describe("an application whose change waits for the member", () => {
    it("is marked in the queue, the file and the export, and does not meet all rules", async () => {
      const loanNo = await applied("AM1");
      expect(await rowsOf("search=am1")).toMatchObject([{ checks: { verdict: "met" } }]);
      const amendment = await amend(loanNo, 9000);
      expect(await rowsOf("search=am1")).toMatchObject([{ checks: { verdict: "member" } }]);
      expect((await fileOf(loanNo)).verdict).toBe("member");
      expect(await csvOf("search=am1")).toContain(",Waiting for the member,");
      expect(await rowsOf("search=am1&checks=met")).toEqual([]);
      expect(await rowsOf("search=am1&checks=unmet")).toMatchObject([{ loanNo }]);
      const step = { loanNo, noun: "approval", body: {} };
      const approval = await takeLoanStep(society, tokens["loans-officer"] ?? "", step);
      expect(approval.body).toMatchObject({ reason: "amendment-waits" });
      await answer("AM1", amendment, "decline");
      expect(await rowsOf("search=am1")).toMatchObject([{ checks: { verdict: "met" } }]);
    });

    it("is no longer marked once the change has expired", async () => {
      const loanNo = await applied("AM2");
      await amend(loanNo, 9000);
      society.clock.advance(60 * DAY);
      tokens["loans-officer"] = await signIn(society, "LOANS-OFFICER");
      expect(await rowsOf("search=am2")).toMatchObject([{ checks: { verdict: "met" } }]);
    });
  });

  describe("a change of an application that waits no longer", () => {
    it("stays in the file with its figures, its proposer and its outcome", async () => {
      tokens["clerk"] = await signIn(society, "CLERK");
      const loanNo = await applied("AM3");
      expect((await fileOf(loanNo)).amendments).toEqual([]);
      await answer("AM3", await amend(loanNo, 9000), "decline");
      society.clock.advance(60);
      await answer("clerk", await amend(loanNo, 10_000), "withdrawal");
      society.clock.advance(60);
      await amend(loanNo, 11_000);
      society.clock.advance(60);
      await amend(loanNo, 6000);
      await answer("AM3", await amend(loanNo, 7000), "agreement");
      const { amendments } = await fileOf(loanNo);
      expect(amendments.map(({ state, amount, by }) => [state, amount, by])).toEqual([
        ["declined", 9000, ""],
        ["withdrawn", 10_000, "Staff CLERK"],
        ["void", 11_000, ""],
        ["agreed", 7000, ""],
      ]);
      expect(amendments[0]).toMatchObject({
        total: 9405,
        repayment: 4703,
        proposedBy: "Staff CLERK",
        proposedOn: amendments[0]?.date,
      });
      expect(amendments[0]?.time).toMatch(/^\d\d:\d\d$/);
    });

    it("stays if nobody answered it in time, before and after the next one", async () => {
      const loanNo = await applied("AM4");
      await amend(loanNo, 9000);
      expect((await fileOf(loanNo)).amendments).toEqual([]);
      society.clock.advance(60 * DAY);
      for (const role of ["clerk", "loans-officer"]) {
        tokens[role] = await signIn(society, role.toUpperCase());
      }
      const [expired] = (await fileOf(loanNo)).amendments;
      expect(expired).toMatchObject({ state: "expired", amount: 9000, by: "" });
      await amend(loanNo, 9500);
      expect((await fileOf(loanNo)).amendments).toEqual([expired]);
    });

    it("names the member of staff who entered the member's code", async () => {
      const loanNo = await applied("AM5");
      const amendment = await amend(loanNo, 9000);
      society.clock.advance(3600);
      const path = `/api/v1/loan-amendments/${amendment}`;
      expect((await send("clerk", "POST", `${path}/code`, {})).status).toBe(200);
      const [sms] = await society.messages();
      const otp = /\b\d{6}\b/.exec(sms?.text ?? "")?.[0];
      expect((await send("clerk", "POST", `${path}/consent`, { otp })).status).toBe(201);
      expect((await fileOf(loanNo)).amendments).toMatchObject([
        { state: "agreed", amount: 9000, by: "Staff CLERK" },
      ]);
    });
  });
});
