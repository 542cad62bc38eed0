import { beforeAll, describe, expect, it } from "vitest";
import { shillings } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { employ, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
const tokens: Record<string, string> = {};
let next = 0;

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "ST1", "clerk");
  tokens["ST1"] = await signIn(society, "ST1");
  const till = { token: tokens["ST1"], body: { float: 0 } };
  expect((await society.send("POST", "/api/v1/counter/till", till)).status).toBe(201);
});

function register(who: string, savings: number | string = 1500) {
  next += 1;
  const body = { member: "Achieng Otieno", idno: `5${1_000_000 + next}`, savings };
  return society.send("POST", "/api/v1/members", { token: tokens[who] ?? "", body });
}

describe("a registration at the desk", () => {
  it("leaves savings that no open till can take to a second person", async () => {
    await employ(society, "ST8", "administrator");
    tokens["ST8"] = await signIn(society, "ST8");
    const noTill = await register("ST8");
    const cents = await register("ST1", "1750.50");
    for (const reply of [noTill, cents]) {
      expect(reply.status, reply.text).toBe(201);
      expect(reply.body).toMatchObject({ approvalId: expect.any(String) as string });
      expect(reply.body).not.toHaveProperty("receiptNo");
    }
  });

  it("puts savings into the safe once, by two people, enforced by the database", async () => {
    const memberNo = ((await register("ST1")).body as { memberNo: string }).memberNo;
    const into = () =>
      society.database.unitOfWork("staff:ST1", async (work) => {
        const memberId = await memberIdOf(society, memberNo);
        const sides = [
          debit(societyAccount("cash"), shillings(100)),
          credit(memberAccount("member-deposits", memberId), shillings(100)),
        ];
        const kind = "opening-savings-in-cash";
        await post(work, { kind, narration: "Alone", referenceNo: memberNo, lines: sides });
      });
    await expect(into()).rejects.toMatchObject({ constraint: "opening_savings_two_people" });
  });
});
