import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import type { file as fileContract, queue } from "#shared/contract/loans/desk.ts";
import { reverse } from "#server/ledger/journal/post.ts";
import { takeLoanStep } from "#test/loan-steps.ts";
import { deposit, employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  limits: { applicationsPerMinute: 1000, applicationsPerDay: 1000, documentBurst: 60 },
});
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["BW1", "BW2", "GR1", "GR2"]) {
    await enrolWithLogin(society, memberNo);
    await deposit(society, memberNo, 4000);
    await deposit(society, memberNo, 6000);
    tokens[memberNo] = await signIn(society, memberNo);
  }
  await employ(society, "LOANS-OFFICER", "loans-officer");
  tokens["loans-officer"] = await signIn(society, "LOANS-OFFICER");
});

const send = (who: string, method: string, path: string, body?: unknown) =>
  society.send(method, path, { token: tokens[who] ?? "", ...(body !== undefined && { body }) });

/** Applies for 15,000, of which deposits of 10,000 leave 5,000 uncovered. */
async function applied(memNo: string): Promise<string> {
  const figures = { amount: 15_000, period: 3, total: 15_675, repayment: 5225 };
  const guarantors = [
    { memberNo: "GR1", amount: 3000 },
    { memberNo: "GR2", amount: 2000 },
  ];
  const body = { memNo, category: "Instant", ...figures, guarantors };
  const reply = await send(memNo, "POST", "/api/v1/instant/register", body);
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { loanNo: string }).loanNo;
}

async function accept(memberNo: string, loanNo: string): Promise<void> {
  const asked = await send(memberNo, "GET", `/api/v1/members/${memberNo}/guarantees`);
  const { requests } = asked.body as { requests: { id: string; loanNo: string }[] };
  const path = `/api/v1/guarantees/${requests.find((one) => one.loanNo === loanNo)?.id ?? "0"}`;
  expect((await send(memberNo, "POST", `${path}/code`, {})).status).toBe(200);
  const otp = /\b\d{6}\b/.exec((await society.messages())[0]?.text ?? "")?.[0] ?? "";
  expect((await send(memberNo, "POST", `${path}/acceptance`, { otp })).status).toBe(201);
}

async function fileOf(loanNo: string) {
  const reply = await send("loans-officer", "GET", `/api/v1/instant-loans/${loanNo}/file`);
  return reply.body as z.infer<typeof fileContract.answer>;
}

async function inQueue(loanNo: string, query = "") {
  const reply = await send("loans-officer", "GET", `/api/v1/instant-loans${query}`);
  const { rows } = reply.body as z.infer<typeof queue.answer>;
  return rows.find((row) => row.loanNo === loanNo);
}

const approve = (loanNo: string) =>
  takeLoanStep(society, tokens["loans-officer"] ?? "", { loanNo, noun: "approval" });

describe("an application that waits for its guarantors", () => {
  it("is marked in the queue and its file until all have accepted", async () => {
    const loanNo = await applied("BW1");
    expect((await inQueue(loanNo))?.checks).toEqual({ verdict: "guarantors" });
    expect(await inQueue(loanNo, "?checks=met")).toBeUndefined();
    expect(await inQueue(loanNo, "?checks=unmet")).toBeDefined();
    const csv = await send("loans-officer", "GET", "/api/v1/instant-loan-exports/csv");
    expect(csv.text).toContain("Waiting for guarantors");
    await accept("GR1", loanNo);
    const waiting = await fileOf(loanNo);
    expect(waiting).toMatchObject({ verdict: "guarantors", uncovered: 2000, guaranteesHeld: [] });
    expect((await approve(loanNo)).body).toMatchObject({ reason: "not-covered" });
    await accept("GR2", loanNo);
    expect((await inQueue(loanNo, "?checks=met"))?.checks).toEqual({ verdict: "met" });
    expect(await fileOf(loanNo)).toMatchObject({ verdict: "met", uncovered: 0 });
    expect((await approve(loanNo)).status).toBe(201);
    expect(await fileOf(loanNo)).toMatchObject({ verdict: "met", uncovered: 0 });
  });

  it("says that deposits are short if every guarantor who was asked declined", async () => {
    const loanNo = await applied("BW2");
    const found = await society.owner.query<{ id: string }>(
      `select max(l.entry_id) as id from journal_line l
        join ledger_account a on a.id = l.account_id join member m on m.id = a.member_id
        where m.member_no = 'BW2' and a.code = 'member-deposits'`,
    );
    const entry = BigInt(found.rows[0]?.id ?? 0);
    await society.database.unitOfWork("test", (work) => reverse(work, entry));
    expect((await inQueue(loanNo))?.checks).toEqual({ verdict: "unmet", rule: "deposits" });
    const { verdict, uncovered, checks } = await fileOf(loanNo);
    expect({ verdict, uncovered }).toEqual({ verdict: "unmet", uncovered: 5000 });
    expect(checks.find(({ code }) => code === "deposits")?.state).toBe("unmet");
  });
});
