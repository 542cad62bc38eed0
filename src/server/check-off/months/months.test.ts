import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import type { checkOffMonths } from "#shared/contract/check-off/own-months.ts";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { shillings } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post as postEntry } from "#server/ledger/journal/post.ts";
import { checkOffOffice } from "#test/check-off.ts";
import {
  employ,
  enrol,
  enrolWithLogin,
  foundSociety,
  lend,
  memberIdOf,
  signIn,
} from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: { ...manyWrites, readsPerMinute: 60_000 },
});
const tokens: Record<string, string> = {};
const { take, post, place, reverseAs } = checkOffOffice(society, tokens);

type Answer = z.output<typeof checkOffMonths.answer>;

const get = async (path: string): Promise<unknown> => {
  const reply = await society.send("GET", `/api/v1${path}`, { token: tokens["clerk"] ?? "" });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const checkOffOf = async (memberNo: string) =>
  (await get(`/members/${memberNo}/check-off`)) as Answer;
const monthsOf = async (memberNo: string) => (await checkOffOf(memberNo)).rows;
const monthOf = async (memberNo: string, month: string) =>
  (await monthsOf(memberNo)).find((row) => row.month === `${month}-01`);

type Line = readonly [memberNo: string, amount: number, note: string];
const total = (lines: readonly Line[]) => lines.reduce((sum, [, amount]) => sum + amount, 0);
async function uploaded(month: string, lines: readonly Line[]): Promise<string> {
  const csv = ["member_no,amount,note", ...lines.map((line) => line.join(",")), ""].join("\n");
  return (await take(csv, String(total(lines)), { month })).id;
}

/** Signs the office in again after the clock went on. */
async function goTo(moment: string): Promise<void> {
  society.clock.set(moment);
  for (const role of ["clerk", "treasurer", "administrator"]) {
    tokens[role] = await signIn(society, role.toUpperCase());
  }
}

/** Advises the employer of the next month. */
async function advise(month: string): Promise<void> {
  const { next } = (await get("/check-off-advices")) as { next: { digest: string } };
  const advice = await society.send("POST", `/api/v1/check-off-advices/${month}`, {
    token: tokens["clerk"] ?? "",
    body: { digest: next.digest },
  });
  expect(advice.status, advice.text).toBe(201);
}

/** Posts savings of a check-off that no file of this system brought, as an import does. */
async function bringSavings(memberNo: string, amount: number, valueDate: string): Promise<void> {
  const memberId = await memberIdOf(society, memberNo);
  await society.database.unitOfWork("test", (work) =>
    postEntry(work, {
      kind: "deposit-by-check-off",
      narration: "Check-off",
      valueDate: valueDate as CalendarDate,
      lines: [
        debit(societyAccount("check-off-clearing"), shillings(amount)),
        credit(memberAccount("member-deposits", memberId), shillings(amount)),
      ],
    }),
  );
}

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["MO-S", "MO-L", "MO-A", "MO-B", "MO-I", "MO-J"])
    await enrolWithLogin(society, memberNo);
  await lend(society, "MO-L", { loanNo: "MO-LN1" });
  await lend(society, "MO-B", { loanNo: "MO-LN2" });
  await lend(society, "MO-I", { loanNo: "MO-LN3", principal: 8000, months: 4 });
  society.clock.set("2026-05-04T07:00:00Z");
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  tokens["MO-S"] = await signIn(society, "MO-S");
  const agreed = await society.send("POST", "/api/v1/monthly-contribution", {
    token: tokens["MO-S"] ?? "",
    body: { month: "2026-05", amount: 1000 },
  });
  expect(agreed.status, agreed.text).toBe(201);
});

steps("month by month", () => {
  describe("a member's check-off", () => {
    it("is empty until a file was posted or a month was advised to the employer", async () => {
      expect(await monthsOf("MO-S")).toEqual([]);
    });

    it("is not judged before its file is posted, then short by what did not arrive", async () => {
      const may = await uploaded("2026-05", [["MO-S", 800, "deposits"]]);
      expect(await monthsOf("MO-S")).toEqual([]);
      await post(may);
      const [found] = await monthsOf("MO-S");
      const said = { expected: 1000, received: 800, deposits: 800, missing: 200 };
      expect(found).toMatchObject({ month: "2026-05-01", state: "short", ...said });
      expect(found?.since).toMatch(/^2026-0[45]-\d\d$/);
      const unpaid = { state: "missing", expected: 3449, received: 0, missing: 3449 };
      expect(await monthOf("MO-L", "2026-05")).toMatchObject(unpaid);
      expect(await monthOf("MO-A", "2026-05")).toMatchObject({ state: "nothing", since: "" });
    });

    it("waits again while a later file of its month does, and counts that file", async () => {
      const rest = await uploaded("2026-05", [["MO-S", 200, "deposits"]]);
      expect(await monthOf("MO-S", "2026-05")).toMatchObject({ state: "waiting", missing: 0 });
      await post(rest);
      const whole = { state: "arrived", expected: 1000, received: 1000, missing: 0, since: "" };
      expect(await monthOf("MO-S", "2026-05")).toMatchObject(whole);
      expect((await reverseAs("administrator", rest, "Sent by mistake")).status).toBe(201);
      expect(await monthOf("MO-S", "2026-05")).toMatchObject({ state: "short", received: 800 });
    });

    it("distinguishes a month before joining from one whose file has not arrived", async () => {
      await goTo("2026-06-02T07:00:00Z");
      await enrol(society, "MO-NEW");
      const states = (await monthsOf("MO-NEW")).map(({ month, state }) => [month, state]);
      expect(states).toEqual([
        ["2026-06-01", "waiting"],
        ["2026-05-01", "not-member"],
      ]);
    });

    it("expects no amount until the month was advised or its file was posted", async () => {
      const [june, may] = await monthsOf("MO-S");
      expect(june).toMatchObject({ month: "2026-06-01", state: "waiting", received: 0 });
      expect(june).not.toHaveProperty("expected");
      expect(may).toMatchObject({ state: "short", expected: 1000 });
      const [, before] = await monthsOf("MO-NEW");
      expect(before).not.toHaveProperty("expected");
      await advise("2026-06");
      const [advised] = await monthsOf("MO-S");
      expect(advised).toMatchObject({ state: "waiting", expected: 1000, missing: 0 });
      // The advice has no line for this member, so that nothing is expected: a known zero.
      expect((await monthsOf("MO-A"))[0]).toMatchObject({ state: "waiting", expected: 0 });
    });

    it("is to the cent what the statements show of its files, whatever came and went", async () => {
      const line = fc.record({
        memberNo: fc.constantFrom("MO-A", "MO-B", "MO-X9"),
        cents: fc.integer({ min: 100, max: 90_000 }),
        note: fc.constantFrom("deposits", "share capital", "welfare", ""),
      });
      const file = fc.record({
        month: fc.constantFrom("2026-05", "2026-06"),
        lines: fc.array(line, { minLength: 1, maxLength: 4 }),
        isReversed: fc.boolean(),
        owner: fc.constantFrom("MO-A", "MO-B"),
      });
      const months = new Map<string, string>();
      await fc.assert(
        fc.asyncProperty(file, async ({ month, lines, isReversed, owner }) => {
          const sent = lines.map(({ memberNo, cents, note }): Line => [
            memberNo,
            cents / 100,
            note,
          ]);
          const csv = ["member_no,amount,note", ...sent.map((one) => one.join(",")), ""].join("\n");
          const sum = lines.reduce((all, { cents }) => all + cents, 0) / 100;
          const { id } = await take(csv, String(sum), { month });
          months.set(`CO-${id}`, month);
          await post(id);
          if (isReversed) await reverseAs("administrator", id, "Sent by mistake");
          else await place(id, 2, { to: "deposits", memberNo: owner });
          for (const memberNo of ["MO-A", "MO-B"]) await tied(memberNo, months);
        }),
        { numRuns: 12, seed: 20_261_126 },
      );
    });

    it("is missing since the instalments were due, however late a file of them is", async () => {
      await goTo("2026-09-02T07:00:00Z");
      const late = { month: "2026-07", valueDate: "2026-09-01" };
      const { id } = await take("member_no,amount,note\nMO-A,100,deposits\n", "100", late);
      await post(id);
      const july = { state: "missing", missing: 2090, since: "2026-07-14" };
      expect(await monthOf("MO-I", "2026-07")).toMatchObject(july);
      // June was read before its day came, when it was missing since its file.
      expect(await monthOf("MO-I", "2026-06")).toMatchObject({ since: "2026-06-14" });
    });

    it("lacks the overdue amount of money without a file, once its day has passed", async () => {
      await bringSavings("MO-I", 500, "2026-08-28");
      const august = { expected: 2090, received: 500, deposits: 500, missing: 2090 };
      expect(await monthOf("MO-I", "2026-08")).toMatchObject({ state: "short", ...august });
      await bringSavings("MO-A", 500, "2026-08-28");
      const complete = { state: "arrived", received: 500, missing: 0, since: "" };
      expect(await monthOf("MO-A", "2026-08")).toMatchObject(complete);
      const firstDueOn = "2026-09-14" as CalendarDate;
      await lend(society, "MO-J", { loanNo: "MO-LN4", principal: 8000, months: 4, firstDueOn });
      await advise("2026-09");
      await bringSavings("MO-J", 500, "2026-09-01");
      const due = { state: "waiting", expected: 2090, received: 500, missing: 0, since: "" };
      expect(await monthOf("MO-J", "2026-09")).toMatchObject(due);
      await goTo("2026-09-15T07:00:00Z");
      const short = { state: "short", missing: 2090, since: "2026-09-14" };
      expect(await monthOf("MO-J", "2026-09")).toMatchObject(short);
    });

    it("is reported as one gap, with the amount and the day of the loan's page", async () => {
      const { rows, gap } = await checkOffOf("MO-I");
      const { instalments } = (await get("/members/MO-I/loans/MO-LN3")) as Loan;
      const late = instalments.filter(({ state }) => state === "overdue");
      const missing = late.reduce((sum, { amount, covered }) => sum + amount - covered, 0);
      expect(rows[0]).toMatchObject({ month: "2026-09-01", state: "waiting" });
      expect(gap).toEqual({ month: "2026-05-01", missing, since: late[0]?.dueOn });
      expect(await checkOffOf("MO-A")).not.toHaveProperty("gap");
    });
  });
});

interface Loan {
  readonly instalments: readonly {
    readonly amount: number;
    readonly covered: number;
    readonly dueOn: string;
    readonly state: string;
  }[];
}

interface Movement {
  readonly reference: string;
  readonly amount: number;
}

/** Adds up a member's statements by the month of each file, apart from the product's SQL. */
async function tied(memberNo: string, months: ReadonlyMap<string, string>): Promise<void> {
  const read = async (path: string) =>
    ((await get(`/members/${memberNo}/${path}`)) as { movements: Movement[] }).movements;
  const contributed = (await get(`/members/${memberNo}/contributions`)) as { data: Movement[] };
  const moved = {
    deposits: await read("statements/savings"),
    shareCapital: await read("statements/share-capital"),
    loans: memberNo === "MO-B" ? await read("loans/MO-LN2") : [],
    other: contributed.data,
  };
  for (const month of ["2026-05", "2026-06"]) {
    const row = await monthOf(memberNo, month);
    let sum = 0;
    for (const to of ["deposits", "shareCapital", "loans", "other"] as const) {
      const rows = moved[to].filter(({ reference }) => months.get(reference) === month);
      const cents = rows.reduce((all, { amount }) => all + Math.round(amount * 100), 0);
      expect(Math.round((row?.[to] ?? 0) * 100), `${memberNo} ${month} ${to}`).toBe(
        to === "loans" ? 0 - cents : cents,
      );
      sum += to === "loans" ? -cents : cents;
    }
    expect(Math.round((row?.received ?? 0) * 100)).toBe(sum);
  }
}
