import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import type { checkOffMonths } from "#shared/contract/check-off/own-months.ts";
import { checkOffOffice } from "#test/check-off.ts";
import { employ, enrol, enrolWithLogin, foundSociety, lend, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: { writesPerMinute: 60_000, writeBurst: 60_000, readsPerMinute: 60_000 },
});
const tokens: Record<string, string> = {};
const { take, post, place, reverseAs } = checkOffOffice(society, tokens);

type Month = z.output<typeof checkOffMonths.answer>["rows"][number];

const get = async (path: string): Promise<unknown> => {
  const reply = await society.send("GET", `/api/v1${path}`, { token: tokens["clerk"] ?? "" });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const monthsOf = async (memberNo: string) =>
  ((await get(`/members/${memberNo}/check-off`)) as { rows: Month[] }).rows;
const monthOf = async (memberNo: string, month: string) =>
  (await monthsOf(memberNo)).find((row) => row.month === `${month}-01`);

type Line = readonly [memberNo: string, amount: number, note: string];
const total = (lines: readonly Line[]) => lines.reduce((sum, [, amount]) => sum + amount, 0);
async function uploaded(month: string, lines: readonly Line[]): Promise<string> {
  const csv = ["member_no,amount,note", ...lines.map((line) => line.join(",")), ""].join("\n");
  return (await take(csv, String(total(lines)), { month })).id;
}

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["MO-S", "MO-L", "MO-A", "MO-B"]) await enrolWithLogin(society, memberNo);
  await lend(society, "MO-L", { loanNo: "MO-LN1" });
  await lend(society, "MO-B", { loanNo: "MO-LN2" });
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
    it("is empty until a file was posted or the employer was told of a month", async () => {
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

    it("tells a month before the member joined from one whose file has not come", async () => {
      society.clock.set("2026-06-02T07:00:00Z");
      for (const role of ["clerk", "treasurer", "administrator"]) {
        tokens[role] = await signIn(society, role.toUpperCase());
      }
      await enrol(society, "MO-NEW");
      const states = (await monthsOf("MO-NEW")).map(({ month, state }) => [month, state]);
      expect(states).toEqual([
        ["2026-06-01", "waiting"],
        ["2026-05-01", "not-member"],
      ]);
    });

    it("expects no amount until the employer was told of the month or its file came", async () => {
      const [june, may] = await monthsOf("MO-S");
      expect(june).toMatchObject({ month: "2026-06-01", state: "waiting", received: 0 });
      expect(june).not.toHaveProperty("expected");
      expect(may).toMatchObject({ state: "short", expected: 1000 });
      const [, before] = await monthsOf("MO-NEW");
      expect(before).not.toHaveProperty("expected");
      const token = tokens["clerk"] ?? "";
      const { next } = (await get("/check-off-advices")) as { next: { digest: string } };
      const body = { digest: next.digest };
      const advice = await society.send("POST", "/api/v1/check-off-advices/2026-06", {
        token,
        body,
      });
      expect(advice.status, advice.text).toBe(201);
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
  });
});

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
