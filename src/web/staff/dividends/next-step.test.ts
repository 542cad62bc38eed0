import { describe, expect, it } from "vitest";
import { dividendDeskEn } from "#shared/messages/dividends/desk-en.ts";
import { payoutsEn } from "#shared/messages/payouts/payouts-en.ts";
import { type Permission, roleMay, rolePermissions, type StaffRole } from "#shared/permissions.ts";
import { noteOf as payoutNote } from "#web/staff/payouts/next-step.ts";
import { noteOf } from "./next-step.ts";

const roles = Object.keys(rolePermissions) as StaffRole[];
const officer = (role: StaffRole) => ({
  staffNo: "ST1",
  may: (permission: Permission) => roleMay(role, permission),
});

const { act } = dividendDeskEn;
const dividend = {
  preparedBy: "staff:ST2",
  opensOn: "2026-04-14",
  closesOn: "2026-04-30",
  closesAt: "17:00",
};

describe("next step, by role", () => {
  it.each(roles)("about a dividend: %s", (role) => {
    const told = (phase: Parameters<typeof noteOf>[1]) =>
      noteOf(dividend, phase, officer(role), { words: act, language: "en" });
    const may = officer(role).may;
    expect(told("prepared") === act.approves).toBe(may("dividends.approve"));
    expect(told("approved") === act.posts).toBe(may("dividends.prepare"));
    expect(told("closed") === act.closed).toBe(may("dividends.pay"));
    expect(told("locked") === act.locked).toBe(may("dividends.pay"));
    expect(told("paid") === act.paid).toBe(may("dividends.pay"));
  });

  it.each(roles)("about a payout: %s", (role) => {
    const may = officer(role).may;
    const { act: said } = payoutsEn;
    type Payout = Parameters<typeof payoutNote>[0]["payout"];
    const plain = { claimedReceipt: "", claimedBy: "" };
    const told = (
      state: "waiting" | "sent" | "unknown" | "failed" | "paid",
      { problem = "", source = "dividend", channel = "phone" } = {},
    ) =>
      payoutNote(
        {
          payout: { ...plain, state, problem, source, channel } as Payout,
          failedBy: "ST2",
          mayBeMarked: true,
          mayFail: "no",
          mobileNow: "+254712000482",
        },
        officer(role),
        payoutsEn,
      );
    expect(told("sent") === said.inFile).toBe(may("payouts.send"));
    expect(told("unknown") === said.unknown).toBe(may("payouts.send"));
    expect(told("paid", { problem: "strange" }) === said.strange).toBe(may("payouts.send"));
    expect(told("failed") === said.failed).toBe(may("payouts.resolve"));
    expect(told("failed", { source: "loan" })).toBe(said.returned.loan);
    expect(told("waiting", { channel: "office" }) === said.office).toBe(may("payouts.send"));
  });
});
