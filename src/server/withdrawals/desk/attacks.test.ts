import { beforeAll, describe, expect, it } from "vitest";
import { sendDue } from "#server/payouts/queue/send-due.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { giveResult, payoutOf, sendAccepted, totalOf } from "#test/payouts.ts";
import { tryToApprove } from "#test/people.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { silentLog } from "#test/silent-log.ts";
import { tellerOffice } from "#test/teller-office.ts";

const { society, tokens, employStaff, counter, withdrawals } = tellerOffice(
  {
    TELLER: "teller",
    TREASURER: "treasurer",
    ADMIN: "administrator",
    OTHER: "administrator",
  },
  { otpSendsPerMemberPerDay: 1000 },
);
const { newMember, withdraw } = withdrawals;
const { send } = counter;
const toPhone = (amount: number) => ({ amount, channel: "phone" });
const balance = (memberNo: string) => totalOf(society, "withdrawable-deposits", memberNo);

beforeAll(employStaff);

describe("one person of the office", () => {
  const leaveUnanswered = async () => {
    const lost = async () => ({ outcome: "unknown", reason: "answer-lost" }) as const;
    const provider = { send: lost };
    await sendDue({ database: society.database, provider, log: silentLog, lanes: 5 });
  };
  const putInFile = () =>
    sendAsShown(society, {
      token: tokens["ADMIN"] ?? "",
      path: "/api/v1/payout-files",
      body: {},
    });

  /** Reports as the administrator that a payment failed, and reads what waits. */
  const reported = async (id: string) => {
    const token = tokens["ADMIN"] ?? "";
    const path = `/api/v1/payouts/${id}`;
    const body = { outcome: "failed", reason: "Not on the list" };
    const marked = await sendAsShown(society, { token, path: `${path}/result`, body });
    expect(marked.status, marked.text).toBe(201);
    const found = await society.send("GET", path, { token: tokens["TREASURER"] ?? "" });
    return found.body as { failing: { approvalId: string; by: string }; mayFail: string };
  };

  it.each([
    ["without an answer", leaveUnanswered],
    ["in a file", putInFile],
  ])("gives back no withdrawal %s alone, which may have arrived", async (_, leave) => {
    const memberNo = await newMember(20_000);
    await withdraw(memberNo, toPhone(20_000));
    await leave();
    const { id } = await payoutOf(society, memberNo);
    const { failing, mayFail } = await reported(id);
    expect(mayFail).toBe("by-two");
    expect(failing).toMatchObject({ by: "Staff ADMIN" });
    expect(await balance(memberNo)).toBe(0);
    const own = await tryToApprove(society, tokens["ADMIN"] ?? "", failing.approvalId);
    expect(own.status).toBe(403);
    expect(await balance(memberNo)).toBe(0);
    const other = await tryToApprove(society, tokens["TREASURER"] ?? "", failing.approvalId);
    expect(other.status, other.text).toBe(201);
    expect(await balance(memberNo)).toBe(20_000);
    expect(await payoutOf(society, memberNo)).toMatchObject({ state: "failed" });
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("gives back no withdrawal alone that waits while its member is suspended", async () => {
    const memberNo = await newMember(20_000);
    await withdraw(memberNo, toPhone(20_000));
    const provider = { send: async () => ({ outcome: "not-sent", reason: "busy" }) as const };
    await sendDue({ database: society.database, provider, log: silentLog, lanes: 5 });
    const { id } = await payoutOf(society, memberNo);
    const membership = (state: string) =>
      society.owner.query("update member set membership = $2 where member_no = $1", [
        memberNo,
        state,
      ]);
    await membership("suspended");
    const { failing, mayFail } = await reported(id);
    expect(mayFail).toBe("by-two");
    const own = await tryToApprove(society, tokens["ADMIN"] ?? "", failing.approvalId);
    expect(own.status).toBe(403);
    await membership("active");
    const early = await tryToApprove(society, tokens["TREASURER"] ?? "", failing.approvalId);
    expect(early.status).not.toBe(201);
    await membership("suspended");
    const other = await tryToApprove(society, tokens["TREASURER"] ?? "", failing.approvalId);
    expect(other.status, other.text).toBe(201);
    expect(await balance(memberNo)).toBe(20_000);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("gives back no withdrawal that arrived while its failure waited for approval", async () => {
    const memberNo = await newMember(20_000);
    await withdraw(memberNo, toPhone(20_000));
    await leaveUnanswered();
    const { id, attempt_id: attemptId } = await payoutOf(society, memberNo);
    const { failing } = await reported(id);
    const paid = { attemptId, outcome: "paid", amount: 20_000, receiptNo: "TLATE1" } as const;
    expect(await giveResult(society, paid)).toBe("paid");
    const late = await tryToApprove(society, tokens["TREASURER"] ?? "", failing.approvalId);
    expect(late.status).not.toBe(201);
    expect(await balance(memberNo)).toBe(0);
  });

  it("gives back no withdrawal for which somebody reported a receipt meanwhile", async () => {
    const memberNo = await newMember(20_000);
    await withdraw(memberNo, toPhone(20_000));
    await leaveUnanswered();
    const { id } = await payoutOf(society, memberNo);
    const { failing } = await reported(id);
    const path = `/api/v1/payouts/${id}/result`;
    const body = { outcome: "paid", receipt: "TSEEN1" };
    const seen = await sendAsShown(society, { token: tokens["OTHER"] ?? "", path, body });
    expect(seen.status, seen.text).toBe(201);
    const given = await tryToApprove(society, tokens["TREASURER"] ?? "", failing.approvalId);
    expect(given.status).toBe(409);
    const again = await sendAsShown(society, {
      token: tokens["ADMIN"] ?? "",
      path,
      body: { outcome: "failed", reason: "Not on the list" },
    });
    expect(again.body).toMatchObject({ reason: "payout-state" });
    expect(await balance(memberNo)).toBe(0);
  });

  it("is not the member whose withdrawal it gives back, under their other name", async () => {
    const memberNo = await newMember(20_000);
    await withdraw(memberNo, toPhone(20_000));
    await leaveUnanswered();
    const { id } = await payoutOf(society, memberNo);
    const { failing } = await reported(id);
    const link = (no: string | null) =>
      society.owner.query(
        `update staff set member_id = (select id from member where member_no = $1)
          where staff_no = 'TREASURER'`,
        [no],
      );
    await link(memberNo);
    const own = await tryToApprove(society, tokens["TREASURER"] ?? "", failing.approvalId);
    await link(null);
    expect(own.status).not.toBe(201);
    expect(await balance(memberNo)).toBe(0);
  });

  it("credits no slip to a withdrawable account, from which it could leave at once", async () => {
    const memberNo = await newMember(0);
    const reply = await send("POST", "slips", "TELLER", {
      memberNo,
      to: "withdrawable",
      account: `${memberNo}-W1`,
      amount: 1000,
      documentNo: "SLIP-0001",
    });
    expect(reply.body).toMatchObject({ receiptNo: "" });
    expect(await balance(memberNo)).toBe(0);
  });

  it("clears no cheque in a role that is new to them", async () => {
    const memberNo = await newMember(0);
    const cheque = await send("POST", "cheques", "TELLER", {
      memberNo,
      to: "withdrawable",
      account: `${memberNo}-W1`,
      amount: 500_000,
      documentNo: "000123",
      bank: "KCB",
    });
    const { receiptNo } = cheque.body as { receiptNo: string };
    const since = (moment: string) =>
      society.owner.query(`update staff set role_since = ${moment} where staff_no = 'ADMIN'`);
    await since("akiba_now()");
    const cleared = await send("POST", `receipts/${receiptNo}/clearance`, "ADMIN", {
      amount: 500_000,
    });
    await since("'2020-01-01'");
    expect(cleared.status).toBe(403);
    expect(await balance(memberNo)).toBe(0);
  });
});

it("an amount above the office's limit does not leave in parts of one day", async () => {
  const memberNo = await newMember(100_000);
  for (let part = 0; part < 5; part += 1) await withdraw(memberNo, toPhone(20_000));
  expect(await sendAccepted(society)).toBe(1);
});
