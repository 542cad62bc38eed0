import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { cents } from "#shared/money.ts";
import { memberTotal } from "#server/ledger/journal/balances.ts";
import { memberAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { bookYear, postYear } from "#test/dividend-year.ts";
import { employ, enrolWithLogin, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety();

/** The blocks of a member's exit, as they and the office read them at the moment. */
async function blocks(memberNo: string) {
  const read = async (who: string, path: string) => {
    const token = await signIn(society, who);
    const reply = await society.send("GET", `/api/v1${path}`, { token });
    expect(reply.status, reply.text).toBe(200);
    return (reply.body as { blocks: string[] }).blocks;
  };
  return {
    own: await read(memberNo, "/leaving"),
    desk: await read("CLERK", `/members/${memberNo}/exit`),
  };
}

/** Pays a member's whole dividend into their shares, as an imported history does. */
async function payToShares(memberNo: string): Promise<void> {
  const member = await memberIdOf(society, memberNo);
  await society.database.unitOfWork("test", async (work) => {
    const total = await memberTotal(work, "dividendPayable", memberNo as MemberNo);
    await post(work, {
      kind: "dividend-to-share-capital",
      valueDate: "2026-04-15" as CalendarDate,
      narration: "Dividend for 2025, to share capital",
      lines: [
        debit(memberAccount("dividend-payable", member), total),
        credit(memberAccount("share-capital", member), total),
      ],
    });
  });
}

beforeAll(async () => {
  await foundSociety(society);
  const held = { shareCapital: cents(0n), deposits: [cents(10_000_000n)] };
  for (const memberNo of ["XC1", "XC2"]) {
    await enrolWithLogin(society, memberNo);
    await bookYear(society, memberNo, 2025, held);
  }
  await employ(society, "CLERK", "clerk");
});

steps("step by step", () => {
  describe("a member with a dividend to choose for", () => {
    it("sees that choices are open, and once they are closed that money is coming", async () => {
      expect(await blocks("XC1")).toEqual({ own: [], desk: [] });
      await postYear(society);
      expect(await blocks("XC1")).toEqual({ own: ["choice"], desk: ["choice"] });
      society.clock.set("2026-05-02T06:00:00Z");
      expect(await blocks("XC1")).toEqual({ own: ["dividend"], desk: ["dividend"] });
    });
  });

  describe("a member whose dividend was paid before the choices closed", () => {
    it("sees neither a choice nor money that is coming", async () => {
      await payToShares("XC2");
      expect(await blocks("XC2")).toEqual({ own: [], desk: [] });
      society.clock.set("2026-04-20T06:00:00Z");
      expect(await blocks("XC2")).toEqual({ own: [], desk: [] });
    });
  });
});
