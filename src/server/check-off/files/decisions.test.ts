import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { checkOffOffice, type Lines } from "#test/check-off.ts";
import { employ, enrol, foundSociety, lend, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { ask, take, post, read, lines, standing } = checkOffOffice(society, tokens);

const decide = (batch: string, row: number, body: unknown) =>
  ask("clerk", "POST", `/${batch}/lines/${row}/decision`, body);

/** The only line of a file, by its number, in any state. */
async function lineOf(batch: string, state: string): Promise<Lines[number] | undefined> {
  return (await lines(batch, state))[0];
}

beforeAll(async () => {
  await foundSociety(society);
  for (let number = 1; number <= 3; number += 1) await enrol(society, `MS${number}`);
  await lend(society, "MS1", { loanNo: "LN-1" });
  await lend(society, "MS1", { loanNo: "LN-2" });
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  // The clerk is a member as well: MS3.
  const sql = `update staff set member_id = (select id from member where member_no = 'MS3')
    where staff_no = 'CLERK'`;
  await society.owner.query(sql);
});

steps("step by step", () => {
  describe("a matched line", () => {
    it("can be changed before posting, and the audit log has the earlier decision", async () => {
      const { id } = await take("member_no,amount,note\nMS1,3500,LN-1\n", "3500");
      const matched = await lineOf(id, "matched");
      expect(matched?.loans.map(({ loanNo }) => loanNo)).toEqual(["LN-1", "LN-2"]);
      const decided = await decide(id, 2, { to: "share-capital" });
      expect(decided.status, decided.text).toBe(201);
      expect(decided.body).toMatchObject({
        state: "decided",
        decidedBy: "CLERK",
        reason: "loan-named",
        parts: [{ to: "share-capital", memberNo: "MS1", amount: 3500 }],
      });
      const changed = await decide(id, 2, { to: "deposits" });
      expect(changed.body).toMatchObject({ parts: [{ to: "deposits" }] });
      const log = await society.owner.query<{ detail: unknown }>(
        `select detail from audit_record where action = 'check-off-decided' and subject = $1
        order by seq`,
        [`check-off:${id}`],
      );
      expect(log.rows.map(({ detail }) => detail)).toMatchObject([
        { before: { state: "matched", parts: ["loan LN-1 3,500.00"] } },
        { before: { by: "staff:CLERK", parts: ["share-capital MS1 3,500.00"] } },
      ]);
      await post(id);
      expect(await standing("member-deposits")).toBe(3500);
      expect((await decide(id, 2, { to: "suspense" })).body).toMatchObject({
        reason: "batch-state",
      });
    });

    it("can be split into parts, each posted to its place", async () => {
      const { id } = await take("member_no,amount\nMS1,3500\n", "3500", { month: "2026-06" });
      const parts = [
        { to: "loan", loanNo: "LN-1", amount: "3000" },
        { to: "loan", loanNo: "LN-2", amount: "200" },
        { to: "welfare", amount: "100" },
        { to: "deposits", memberNo: "MS2", amount: "150" },
        { to: "suspense", amount: "50" },
      ];
      const decided = await decide(id, 2, { parts });
      expect(decided.status, decided.text).toBe(201);
      expect(await read(id)).toMatchObject({ toLoans: 3200, toFees: 100, toSuspense: 50 });
      await ask("clerk", "POST", `/${id}/matching`, {});
      expect(await read(id)).toMatchObject({ decided: { lines: 1 }, toLoans: 3200, toFees: 100 });
      await post(id);
      expect(await standing("loan-receivable", "LN-1")).toBe(3897);
      expect(await standing("loan-receivable", "LN-2")).toBe(6697);
      expect(await standing("welfare-fund")).toBe(100);
    });

    it("is split only into parts that sum to it, at most one for each destination", async () => {
      const { id } = await take("member_no,amount\nMS1,8000\n", "8000", { month: "2026-07" });
      const refused = async (parts: unknown) => {
        const reply = await decide(id, 2, { parts });
        expect(reply.status, reply.text).toBe(422);
        return (reply.body as { errors: { field: string }[] }).errors.map(({ field }) => field);
      };
      const deposits = { to: "deposits", amount: "1000" };
      expect(await refused([deposits])).toEqual(["parts"]);
      expect(await refused([{ ...deposits, amount: "9000" }])).toEqual(["parts"]);
      expect(await refused([deposits, { ...deposits, amount: "7000" }])).toEqual(["parts.1.to"]);
      const loan = { to: "loan", loanNo: "LN-1", amount: "7000" };
      expect(await refused([deposits, loan])).toEqual(["parts.1.amount"]);
      expect(await refused([])).toEqual(["parts"]);
      expect((await decide(id, 2, {})).status).toBe(422);
      expect((await decide(id, 2, { to: "deposits", parts: [deposits] })).status).toBe(422);
    });

    it("is never changed by anybody in their own favour, not even one part of it", async () => {
      const { id } = await take("member_no,amount\nMS1,90\n", "90", { month: "2026-08" });
      const own = { to: "share-capital", memberNo: "MS3" };
      expect((await decide(id, 2, own)).body).toMatchObject({ reason: "own-listing" });
      const parts = [
        { to: "deposits", amount: "80" },
        { ...own, amount: "10" },
      ];
      expect((await decide(id, 2, { parts })).body).toMatchObject({ reason: "own-listing" });
      expect(await lineOf(id, "decided")).toBeUndefined();
    });
  });

  describe("any split of a line", () => {
    it("sums to the line to the cent, or is rejected and changes nothing", async () => {
      const { id } = await take("member_no,amount\nMS2,100\n", "100", { month: "2026-09" });
      const places = ["deposits", "share-capital", "fees", "welfare", "insurance", "suspense"];
      const cents = fc.integer({ min: 1, max: 9999 });
      const split = fc.record({
        to: fc.shuffledSubarray(places, { minLength: 1, maxLength: 4 }),
        amounts: fc.array(cents, { minLength: 4, maxLength: 4 }),
        fits: fc.boolean(),
      });
      const sumOfParts = `select sum(amount_cents)::int as cents from check_off_part
      where batch_id = $1`;
      await fc.assert(
        fc.asyncProperty(split, async ({ to, amounts, fits }) => {
          const before = amounts.slice(1, to.length).map((each) => Math.floor(each / 4) + 1);
          const rest = fits ? 10_000 - before.reduce((sum, each) => sum + each, 0) : amounts[0];
          const given = [rest ?? 1, ...before];
          const parts = to.map((each, at) => ({
            to: each,
            amount: ((given[at] ?? 1) / 100).toFixed(2),
          }));
          const isWhole = given.reduce((sum, each) => sum + each, 0) === 10_000;
          expect((await decide(id, 2, { parts })).status).toBe(isWhole ? 201 : 422);
          const found = await society.owner.query<{ cents: number }>(sumOfParts, [id]);
          expect(found.rows[0]?.cents).toBe(10_000);
        }),
        { numRuns: 40 },
      );
    });
  });
});
