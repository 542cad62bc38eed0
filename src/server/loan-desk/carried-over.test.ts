import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import type { file } from "#shared/contract/loan-desk.ts";
import type { application } from "#shared/contract/loan-life.ts";
import { deposit, employ, enrolWithLogin, foundSociety, lend, signIn } from "#test/people.ts";
import { useServedWorld } from "#test/served-world.ts";

const world = useServedWorld();
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await foundSociety(world);
  await enrolWithLogin(world, "CO1");
  await deposit(world, "CO1", 20_000);
  await lend(world, "CO1", { loanNo: "IL-7", startDate: "2026-03-10" as never });
  tokens["CO1"] = await signIn(world, "CO1");
  for (const role of ["clerk", "loans-officer", "administrator"]) {
    await employ(world, role.toUpperCase(), role);
    tokens[role] = await signIn(world, role.toUpperCase());
  }
});

const send = (who: string, method: string, path: string, body?: unknown) =>
  world.send(method, path, { token: tokens[who] ?? "", ...(body !== undefined && { body }) });

const step = (who: string, noun: string, body: unknown = {}) =>
  send(who, "POST", `/api/v1/instant-loans/IL-7/${noun}`, body);

async function fileOf(who = "clerk"): Promise<z.infer<typeof file.answer>> {
  const reply = await send(who, "GET", "/api/v1/instant-loans/IL-7/file");
  expect(reply.status, reply.text).toBe(200);
  return reply.body as z.infer<typeof file.answer>;
}

describe("a loan from before this portal", () => {
  it("opens at the desk with its standing, and with no rules that never judged it", async () => {
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

  it("is repaid over the desk, its member told, and taken back by somebody else", async () => {
    const paid = { amount: 3449, receipt: "CASH-7", way: "cash" };
    const slip = await step("clerk", "repayments", { ...paid, receipt: "R1" });
    expect(slip.text, "says how a receipt is written").toContain("3 to 30");
    expect((await step("clerk", "repayments", paid)).status).toBe(201);
    const [told] = await world.messages();
    expect(told?.text).toContain("IL-7");
    expect(await fileOf()).toMatchObject({
      outstanding: 3448,
      repayments: [{ receipt: "CASH-7", amount: 3449, way: "cash", by: "Staff CLERK" }],
    });
    expect((await step("clerk", "repayments", paid)).body).toMatchObject({
      reason: "receipt-used",
    });
    const back = { receipt: "CASH-7", reason: "Another member's" };
    expect((await step("clerk", "reversals", back)).body).toMatchObject({ reason: "own-entry" });
    expect((await step("administrator", "reversals", back)).status).toBe(201);
    expect((await fileOf()).outstanding).toBe(6897);
  });

  it("settles with its last repayment, and is no application to decide on", async () => {
    expect((await step("loans-officer", "approval")).status).toBe(404);
    expect((await step("administrator", "disbursement")).status).toBe(404);
    expect((await step("CO1", "withdrawal")).status).toBe(404);
    expect((await send("CO1", "GET", "/api/v1/instant-loans/IL-7")).status).toBe(404);
    const last = await step("clerk", "repayments", { amount: 6897, receipt: "CASH-8" });
    expect(last.body, last.text).toEqual({ loanNo: "IL-7", state: "settled" });
    expect((await fileOf()).outstanding).toBe(0);
  });
});
