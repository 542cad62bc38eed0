import { describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { parseMemberNo, type MemberNo } from "#shared/member-number.ts";
import { cents, shillings } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { findAccount, openAccounts } from "#server/ledger/journal/accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { useTestSociety } from "#test/test-society.ts";
import { type NewMember, registerMember } from "./register.ts";
import { memberSummaryOf } from "./member-summary.ts";

const society = useTestSociety();

function register(memberNo: string, more: Partial<NewMember> = {}): Promise<bigint> {
  const member = { memberNo: parseMemberNo(memberNo) as MemberNo, fullName: "Mwanachama", ...more };
  return society.database.unitOfWork("staff:ST9001", (work) => registerMember(work, member));
}

describe("registering a member", () => {
  it("keeps the order of next of kin and opens the accounts every member has", async () => {
    const id = await register("RG1", {
      nextOfKin: ["Wa Kwanza", "Wa Pili", "Wa Tatu"].map((fullName) => ({ fullName })),
    });
    const kin = await society.owner.query(
      "select full_name from next_of_kin where member_id = $1 order by position",
      [id],
    );
    expect(kin.rows.map((row: { full_name: string }) => row.full_name)).toEqual([
      "Wa Kwanza",
      "Wa Pili",
      "Wa Tatu",
    ]);
    const accounts = await society.owner.query(
      "select code from ledger_account where member_id = $1 order by code",
      [id],
    );
    expect(accounts.rows.map((row: { code: string }) => row.code)).toEqual([
      "dividend-payable",
      "member-deposits",
      "share-capital",
    ]);
  });

  it("rejects a number that is taken, and changes nothing", async () => {
    const id = await register("RG2");
    await expect(register("rg2", { nextOfKin: [{ fullName: "Mtu" }] })).rejects.toMatchObject({
      code: "already-registered",
    });
    const kin = await society.owner.query("select from next_of_kin where member_id = $1", [id]);
    expect(kin.rowCount).toBe(0);
  });

  it("gives a number to one of many at once", async () => {
    const tries = Array.from({ length: 10 }, () => register("RG3").catch(() => null));
    const ids = (await Promise.all(tries)).filter((id) => id !== null);
    expect(ids).toHaveLength(1);
  });

  it("is written to the audit log with its actor", async () => {
    await register("RG4");
    const trail = await society.owner.query(
      "select actor, action from audit_record where subject = 'member:RG4'",
    );
    expect(trail.rows).toEqual([{ actor: "staff:ST9001", action: "member-registered" }]);
  });
});

describe("a member's standing", () => {
  it("counts whole months by today in Nairobi and returns the balances of the books", async () => {
    const joinedOn = "2024-10-15" as CalendarDate;
    const id = await register("RG5", { joinedOn });
    const deposits = memberAccount("member-deposits", id);
    const standing = await society.database.unitOfWork("test", async (work) => {
      await post(work, {
        kind: "opening-savings",
        narration: "Opening savings",
        lines: [debit(societyAccount("bank"), cents(12_345n)), credit(deposits, cents(12_345n))],
      });
      return memberSummaryOf(work, "RG5" as MemberNo);
    });
    expect(standing).toMatchObject({
      memberId: id,
      joinedOn,
      monthsOfMembership: 17,
      deposits: 12_345n,
      shareCapital: 0n,
      mobileIsConfirmed: false,
    });
  });

  it("is null for an unknown member", async () => {
    const read = society.database.snapshot((snapshot) =>
      memberSummaryOf(snapshot, "NONE" as MemberNo),
    );
    expect(await read).toBeNull();
  });
});

describe("a ledger account", () => {
  it("is opened once, however often it is requested, and keeps its balance", async () => {
    const id = await register("RG6");
    const key = memberAccount("withdrawable-deposits", id, "RG6-W1");
    const account = await society.database.unitOfWork("test", async (work) => {
      await openAccounts(work, [key, societyAccount("bank")], "2025-01-31" as CalendarDate);
      const lines = [
        debit(societyAccount("mobile-money"), shillings(7)),
        credit(key, shillings(7)),
      ];
      await post(work, { kind: "withdrawable-deposit", narration: "M-Pesa deposit", lines });
      await openAccounts(work, [key, societyAccount("bank")]);
      return findAccount(work, key);
    });
    expect(account).toMatchObject({ openedOn: "2025-01-31", balance: 700n });
    const banks = await society.owner.query("select from ledger_account where code = 'bank'");
    expect(banks.rowCount).toBe(1);
  });
});
