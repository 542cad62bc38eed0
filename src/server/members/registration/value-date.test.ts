import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import {
  approveRequest,
  employ,
  enrolWithLogin,
  foundSociety,
  lend,
  signIn,
} from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
let next = 0;

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  await enrolWithLogin(society, "VD1");
  const till = { token: tokens["clerk"] ?? "", body: { float: 0 } };
  expect((await society.send("POST", "/api/v1/counter/till", till)).status).toBe(201);
  // March is closed.
  await society.owner.query("alter table books_closed disable trigger user");
  await society.owner.query("update books_closed set until = '2026-03-31'");
});

const register = (more: object) => {
  next += 1;
  const person = { member: "Achieng Otieno", idno: `4${1_000_000 + next}`, savings: 1500 };
  const body = { ...person, mobile: `0722${String(100_000 + next)}`, ...more };
  return society.send("POST", "/api/v1/members", { token: tokens["clerk"] ?? "", body });
};

async function datesOf(reply: { body: unknown }): Promise<string[]> {
  const { memberNo } = reply.body as { memberNo: string };
  const { rows } = await society.owner.query<{ day: string }>(
    `select e.value_date::text as day from journal_entry e
        join journal_line l on l.entry_id = e.id
        join ledger_account a on a.id = l.account_id and a.code = 'member-deposits'
        join member m on m.id = a.member_id
      where m.member_no = $1`,
    [memberNo],
  );
  return rows.map(({ day }) => day);
}

describe("opening savings", () => {
  it("count from the given day, or from today", async () => {
    const earlier = await register({ savingsDate: "2026-04-02" });
    const { approvalId } = earlier.body as { approvalId: string };
    await approveRequest(society, tokens["treasurer"] ?? "", approvalId);
    expect(await datesOf(earlier)).toEqual(["2026-04-02"]);
    expect(await datesOf(await register({}))).toEqual(["2026-04-14"]);
    expect(await datesOf(await register({ savingsDate: "2026-04-14" }))).toEqual(["2026-04-14"]);
    expect(await datesOf(await register({ savingsDate: "" }))).toEqual(["2026-04-14"]);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it.each([
    ["a future day", "2026-04-15", "Use today or an earlier date."],
    [
      "a day in a closed month",
      "2026-03-31",
      "The books are closed for that date. Use a later one.",
    ],
    ["a value that is not a day", "31/31/2026", expect.any(String)],
  ])("are rejected at the field for %s", async (_, savingsDate, message) => {
    const reply = await register({ savingsDate });
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ errors: [{ field: "savingsDate", message }] });
  });

  it("of any amount cannot be backdated by one person", async () => {
    const reply = await register({ savings: 10, savingsDate: "2026-04-13" });
    expect(reply.status, reply.text).toBe(201);
    expect(await datesOf(reply)).toEqual([]);
    const { approvalId } = reply.body as { approvalId: string };
    const path = `/api/v1/approvals/${approvalId}/approval`;
    const body = { digest: "any" };
    const own = await society.send("POST", path, { token: tokens["clerk"] ?? "", body });
    expect(own.status).toBe(403);
    expect(await datesOf(reply)).toEqual([]);
    await approveRequest(society, tokens["treasurer"] ?? "", approvalId);
    expect(await datesOf(reply)).toEqual(["2026-04-13"]);
  });

  it("that wait show the value date to the second person, and count from it", async () => {
    const reply = await register({ savings: 50_000, savingsDate: "2026-04-03" });
    const { approvalId } = reply.body as { approvalId: string };
    const token = tokens["treasurer"] ?? "";
    const { rows } = (await society.send("GET", "/api/v1/approvals", { token })).body as {
      rows: { id: string; facts: { name: string; value: string }[] }[];
    };
    const facts = rows.find(({ id }) => id === approvalId)?.facts;
    expect(facts).toContainEqual({ name: "date", value: "2026-04-03" });
    await approveRequest(society, token, approvalId);
    expect(await datesOf(reply)).toEqual(["2026-04-03"]);
  });
});

describe("a backdated repayment", () => {
  it("counts as on time, ends arrears and shows its day on the loan and statement", async () => {
    // Due on 14 April and 14 May.
    await lend(society, "VD1", {
      loanNo: "LN-VD1",
      startDate: "2026-04-01" as never,
      firstDueOn: "2026-04-14" as never,
    });
    society.clock.set("2026-04-20T06:00:00Z");
    for (const role of ["clerk"]) tokens[role] = await signIn(society, role.toUpperCase());
    const token = await signIn(society, "VD1");
    const loan = () => society.send("GET", "/api/v1/members/VD1/loans/LN-VD1", { token });
    expect((await loan()).body).toMatchObject({ instalments: [{ state: "overdue" }, {}] });
    const path = "/api/v1/instant-loans/LN-VD1/repayments";
    const body = { amount: 3449, receipt: "VD-1", way: "bank", date: "2026-04-13" };
    const paid = await society.send("POST", path, { token: tokens["clerk"] ?? "", body });
    expect(paid.status, paid.text).toBe(201);
    const after = await loan();
    expect(after.body).toMatchObject({ instalments: [{ state: "paid" }, { state: "due" }] });
    expect(after.text).toContain("2026-04-13");
    const file = await society.send("GET", "/api/v1/instant-loans/LN-VD1/file", {
      token: tokens["clerk"] ?? "",
    });
    expect(file.body).toMatchObject({ repayments: [{ receipt: "VD-1", date: "2026-04-13" }] });
  });

  it("is rejected at its field for a future day and for a closed month", async () => {
    const path = "/api/v1/instant-loans/LN-VD1/repayments";
    for (const [date, receipt] of [
      ["2026-04-21", "VD-2"],
      ["2026-03-20", "VD-3"],
    ]) {
      const body = { amount: 100, receipt, way: "bank", date };
      const reply = await society.send("POST", path, { token: tokens["clerk"] ?? "", body });
      expect(reply.body).toMatchObject({ errors: [{ field: "date" }] });
    }
  });
});
