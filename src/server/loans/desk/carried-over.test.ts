import { beforeAll, expect, it } from "vitest";
import type * as z from "zod";
import type { file, queue } from "#shared/contract/loans/desk.ts";
import type { application } from "#shared/contract/loans/life.ts";
import { shillings } from "#shared/money.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import { takeLoanStep } from "#test/loan-steps.ts";
import {
  deposit,
  employ,
  enrolWithLogin,
  foundSociety,
  lend,
  memberIdOf,
  signIn,
} from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety();
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "CO1");
  await deposit(society, "CO1", 20_000);
  await lend(society, "CO1", { loanNo: "IL-7", startDate: "2026-03-10" as never });
  tokens["CO1"] = await signIn(society, "CO1");
  for (const role of ["clerk", "loans-officer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const send = (who: string, method: string, path: string, body?: unknown) =>
  society.send(method, path, { token: tokens[who] ?? "", ...(body !== undefined && { body }) });

const step = (who: string, noun: string, body: unknown = {}) =>
  takeLoanStep(society, tokens[who] ?? "", { loanNo: "IL-7", noun, body });

async function fileOf(loanNo = "IL-7"): Promise<z.infer<typeof file.answer>> {
  const reply = await send("clerk", "GET", `/api/v1/instant-loans/${loanNo}/file`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as z.infer<typeof file.answer>;
}

async function tabOf(stage: "running" | "settled", search = "") {
  const query = `?stage=${stage}${search && `&search=${search}`}`;
  const reply = await send("clerk", "GET", `/api/v1/instant-loans${query}`);
  expect(reply.status, reply.text).toBe(200);
  const { rows, tabs } = reply.body as z.infer<typeof queue.answer>;
  const { count, amount } = tabs.find((tab) => tab.stage === stage) ?? {};
  return { rows, count, amount };
}

steps("a loan from before this portal", () => {
  it("is listed, counted, summed and found in its tab", async () => {
    const row = { loanNo: "IL-7", state: "disbursed", appliedOn: "2026-03-10" };
    const running = await tabOf("running");
    expect(running).toMatchObject({ count: 1, amount: 6600, rows: [row] });
    expect(running.rows[0]).toMatchObject({ since: "2026-03-10" });
    expect(running.rows[0]).not.toHaveProperty("checks");
    expect((await tabOf("running", "il-7")).rows).toHaveLength(1);
    expect((await tabOf("running", "nobody")).rows).toHaveLength(0);
    expect(await tabOf("settled")).toMatchObject({ count: 0, rows: [] });
  });

  it("opens at the desk with its figures, and without rules that never judged it", async () => {
    const found = await fileOf();
    expect(found).toMatchObject({ outstanding: 6897, checks: [], repayments: [] });
    expect(found.policy).toBeUndefined();
    expect(found.verdict).toBeUndefined();
    const reply = await send("clerk", "GET", "/api/v1/instant-loans/IL-7");
    expect(reply.body as z.infer<typeof application.answer>).toMatchObject({
      state: "disbursed",
      appliedOn: "2026-03-10",
      steps: [],
    });
  });

  it("is repaid at the desk with a notification, and reversed by another person", async () => {
    const paid = { amount: 3449, receipt: "CASH-7", way: "bank" };
    const slip = await step("clerk", "repayments", { ...paid, receipt: "R1" });
    expect(slip.text, "says how a receipt is written").toContain("3 to 30");
    expect((await step("clerk", "repayments", paid)).status).toBe(201);
    const [told] = await society.messages();
    expect(told?.text).toContain("IL-7");
    expect(await fileOf()).toMatchObject({
      outstanding: 3448,
      repayments: [{ receipt: "CASH-7", amount: 3449, way: "bank", by: "Staff CLERK" }],
    });
    expect((await step("clerk", "repayments", paid)).body).toMatchObject({
      reason: "receipt-used",
    });
    const back = { receipt: "CASH-7", reason: "Another member's" };
    expect((await step("clerk", "reversals", back)).body).toMatchObject({ reason: "own-entry" });
    expect((await step("administrator", "reversals", back)).status).toBe(201);
    expect((await fileOf()).outstanding).toBe(6897);
  });

  it("settles with its last repayment, and cannot be decided on", async () => {
    expect((await step("loans-officer", "approval")).status).toBe(404);
    expect((await step("administrator", "disbursement")).status).toBe(404);
    expect((await step("CO1", "withdrawal")).status).toBe(404);
    expect((await send("CO1", "GET", "/api/v1/instant-loans/IL-7")).status).toBe(404);
    const last = await step("clerk", "repayments", { amount: 6897, receipt: "CASH-8" });
    expect(last.body, last.text).toEqual({ loanNo: "IL-7", state: "settled" });
    expect((await fileOf()).outstanding).toBe(0);
    expect(await tabOf("running")).toMatchObject({ count: 0, rows: [] });
    const row = { loanNo: "IL-7", since: "2026-04-14" };
    expect(await tabOf("settled", "il-7")).toMatchObject({ count: 1, amount: 6600, rows: [row] });
  });

  it("is listed by its last repayment if settled by other means than the desk", async () => {
    await lend(society, "CO1", { loanNo: "IL-8", startDate: "2026-03-10" as never });
    const memberId = await memberIdOf(society, "CO1");
    await society.database.unitOfWork("test", (work) =>
      recordRepayments(work, [
        {
          kind: "loan-repaid-by-check-off",
          memberId,
          loanNo: "IL-8",
          amount: shillings(6897),
          narration: "Check-off of March",
          valueDate: "2026-04-02" as never,
        },
      ]),
    );
    expect((await tabOf("settled", "il-8")).rows).toMatchObject([{ since: "2026-04-02" }]);
    const { repayments } = await fileOf("IL-8");
    expect(repayments.map(({ way }) => way)).toEqual(["check-off"]);
  });

  it("does not count as paid out here today if it began today", async () => {
    await lend(society, "CO1", { loanNo: "IL-9", startDate: "2026-04-14" as never });
    expect((await tabOf("running")).rows).toMatchObject([{ loanNo: "IL-9", since: "2026-04-14" }]);
    const today = await send("clerk", "GET", "/api/v1/instant-loans?stage=disbursed-today");
    expect(today.body).toMatchObject({ rows: [] });
  });
});
