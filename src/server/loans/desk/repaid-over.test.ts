import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { employ, enrol, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
let token = "";

beforeAll(async () => {
  await foundSociety(society);
  await enrol(society, "RO1");
  for (const loanNo of ["LN-1", "LN-2", "LN-3"]) await lend(society, "RO1", { loanNo });
  await employ(society, "CLERK", "clerk");
  token = await signIn(society, "CLERK");
});

const repay = (loanNo: string, body: object, language = "en-KE") =>
  society.send("POST", `/api/v1/instant-loans/${loanNo}/repayments`, {
    token,
    body,
    headers: { "accept-language": language },
  });

async function owedOn(loanNo: string): Promise<number> {
  const path = `/api/v1/instant-loans/${loanNo}/file`;
  const { body } = await society.send("GET", path, { token });
  return (body as { outstanding: number }).outstanding;
}

describe("a repayment of more than is owed", () => {
  it("is rejected, in both languages, until the sender states the excess", async () => {
    const paid = { amount: 7500, receipt: "OVER-1", way: "bank" };
    const problems = {
      "en-KE": "603.00 of it is more than the 6,897.00 still owed",
      "sw-KE": "603.00 kati yake ni zaidi ya 6,897.00",
    };
    for (const [language, words] of Object.entries(problems)) {
      const refused = await repay("LN-1", paid, language);
      expect(refused.status, refused.text).toBe(409);
      expect(refused.body).toMatchObject({ reason: "repayment-over" });
      expect(refused.text).toContain(words);
    }
    expect((await repay("LN-1", { ...paid, over: 602.99 })).status).toBe(409);
    expect(await owedOn("LN-1")).toBe(6897);
    const taken = await repay("LN-1", { ...paid, over: 603 });
    expect(taken.body, taken.text).toEqual({ loanNo: "LN-1", state: "settled" });
  });

  it("settles the loan and leaves the excess on it in the member's favour", async () => {
    const taken = await repay("LN-2", { amount: 7000, receipt: "OVER-2", over: 103 });
    expect(taken.body, taken.text).toEqual({ loanNo: "LN-2", state: "settled" });
    expect(await owedOn("LN-2")).toBe(-103);
    const held = await society.owner.query(
      `select balance_cents::int as held from ledger_account
        where code = 'loan-receivable' and reference = 'LN-2' and member_id = $1`,
      [await memberIdOf(society, "RO1")],
    );
    expect(held.rows).toEqual([{ held: -10_300 }]);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is never accepted unintentionally, however many pay the balance at once", async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        repay("LN-3", { amount: 3000, receipt: `REST-${index}` }),
      ),
    );
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(8);
    for (const { body } of refused) expect(body).toMatchObject({ reason: "repayment-over" });
    expect(await owedOn("LN-3")).toBe(897);
  });
});
