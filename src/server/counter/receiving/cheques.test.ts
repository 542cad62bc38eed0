import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { totalOf } from "#test/payouts.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, reasonOf, useServedSociety } from "#test/served-society.ts";
import { counterCalls } from "#test/tills.ts";

const society = useServedSociety({
  limits: { ...manyWrites, readsPerMinute: 6000, readBurst: 6000 },
});
const tokens: Record<string, string> = {};
const { send } = counterCalls(society, tokens);
const numberOf = ({ body }: { body: unknown }) => (body as { receiptNo: string }).receiptNo;
let made = 6000;
const newMember = async () => {
  made += 1;
  await enrol(society, `CM${made}`, { mobile: `+25471500${made}` });
  return `CM${made}`;
};
const take = (memberNo: string, bank: string, documentNo: string) =>
  send("POST", "cheques", "TELLER", { memberNo, to: "deposits", amount: 5000, documentNo, bank });
/** Whether a member could leave now; nothing is kept. */
const mayLeave = async (memberNo: string) => {
  const tried = society.database.unitOfWork("test", async (work) => {
    await work.run("update member set membership = 'left' where member_no = $1", [memberNo]);
    throw new Error("may leave");
  });
  return tried.catch((error: unknown) => (error as Error).message);
};

beforeAll(async () => {
  await foundSociety(society);
  for (const [staffNo, role] of [
    ["TELLER", "teller"],
    ["ADMIN", "administrator"],
  ] as const) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
});

describe("a cheque counts once", () => {
  it.each([
    ["in another case, with other spaces", "EQUITY  BANK", "000777"],
    ["with punctuation", "Equity Bank.", "000777"],
    ["without the zeros of its number", "Equity Bank", "777"],
  ])("although its bank or number is written %s", async (_, bank, documentNo) => {
    const memberNo = await newMember();
    await take(memberNo, "Equity Bank", "000777");
    const again = await take(memberNo, bank, documentNo);
    expect([again.status, reasonOf(again)]).toEqual([409, "receipt-used"]);
  });

  it("however a person spaces, punctuates or zero-fills it", async () => {
    const memberNo = await newMember();
    await take(memberNo, "Family Bank", "4711");
    const gap = fc.constantFrom("", " ", ".", "-", "  ");
    const spelling = fc.tuple(gap, gap, fc.boolean(), fc.integer({ min: 0, max: 6 }));
    const check = async ([one, two, isUpper, zeros]: [string, string, boolean, number]) => {
      const bank = `F${one}amily${two} Bank`;
      const documentNo = "0".repeat(zeros) + "4711";
      const again = await take(memberNo, isUpper ? bank.toUpperCase() : bank, documentNo);
      expect(again.status, bank + documentNo).toBe(409);
    };
    await fc.assert(fc.asyncProperty(spelling, check), { numRuns: 25 });
  });

  it("while another bank has a cheque of the same number", async () => {
    const memberNo = await newMember();
    expect((await take(memberNo, "KCB", "888001")).status).toBe(201);
    expect((await take(memberNo, "Stanbic", "888001")).status).toBe(201);
  });
});

describe("a cheque in clearing", () => {
  it("keeps its member from leaving until it has cleared", async () => {
    const memberNo = await newMember();
    const receipt = numberOf(await take(memberNo, "KCB", "888100"));
    expect(await mayLeave(memberNo)).toBe("cheque-waits");
    const cleared = await send("POST", `receipts/${receipt}/clearance`, "ADMIN", { amount: 5000 });
    expect(cleared.status, cleared.text).toBe(201);
    expect(await totalOf(society, "member-deposits", memberNo)).toBe(5000);
    expect(await mayLeave(memberNo)).toBe("may leave");
  });

  it("keeps its member no longer once it has bounced", async () => {
    const memberNo = await newMember();
    const receipt = numberOf(await take(memberNo, "KCB", "888200"));
    await send("POST", `receipts/${receipt}/bounce`, "ADMIN", { reason: "No funds" });
    expect(await mayLeave(memberNo)).toBe("may leave");
  });
});
