import { beforeAll, describe, expect, it } from "vitest";
import { sendDue } from "#server/payouts/queue/send-due.ts";
import { payoutOf, sendAccepted, totalOf } from "#test/payouts.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { silentLog } from "#test/silent-log.ts";
import { counterCalls } from "#test/tills.ts";
import { withdrawalCalls } from "#test/withdrawals.ts";

const society = useServedSociety({
  limits: {
    writesPerMinute: 60_000,
    writeBurst: 60_000,
    readsPerMinute: 60_000,
    readBurst: 60_000,
    signInFailuresPerIp: 10_000,
    otpSendsPerIpPerHour: 10_000,
    otpSignedInBudgetPerDay: 10_000,
    otpSendsPerMemberPerDay: 1000,
  },
});
const tokens: Record<string, string> = {};
const { newMember, withdraw } = withdrawalCalls(society, tokens);
const { send } = counterCalls(society, tokens);
const toPhone = (amount: number) => ({ amount, channel: "phone" });
const balance = (memberNo: string) => totalOf(society, "withdrawable-deposits", memberNo);

beforeAll(async () => {
  await foundSociety(society);
  const staff = { TELLER: "teller", TREASURER: "treasurer", ADMIN: "administrator" };
  for (const [staffNo, role] of Object.entries(staff)) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
});

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

  it.each([
    ["without an answer", leaveUnanswered],
    ["in a file", putInFile],
  ])("gives back no withdrawal %s, which may have arrived", async (_, leave) => {
    const memberNo = await newMember(20_000);
    await withdraw(memberNo, toPhone(20_000));
    await leave();
    const { id } = await payoutOf(society, memberNo);
    const marked = await sendAsShown(society, {
      token: tokens["ADMIN"] ?? "",
      path: `/api/v1/payouts/${id}/result`,
      body: { outcome: "failed", reason: "Not on the list" },
    });
    expect(marked.status).toBe(409);
    expect(marked.body).toMatchObject({ reason: "payout-state" });
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
