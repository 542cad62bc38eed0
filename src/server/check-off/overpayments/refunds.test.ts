import { beforeAll, expect, it } from "vitest";
import { shillings } from "#shared/money.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import { putBack } from "#server/payouts/queue/put-back.ts";
import { lockPayout } from "#server/payouts/queue/payout-rows.ts";
import { approveRequest, deposit, employ, enrol, foundSociety, lend } from "#test/people.ts";
import { memberIdOf, signIn } from "#test/people.ts";
import { giveResult, payoutOf, sendAccepted, totalOf } from "#test/payouts.ts";
import { plantLine, returnCalls } from "#test/returned-payments.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const OVER = 600;
let members = 0;

beforeAll(async () => {
  await foundSociety(society);
  for (const [who, role] of [
    ["CLERK", "clerk"],
    ["ADMIN", "administrator"],
    ["TREASURER", "treasurer"],
  ] as const) {
    await employ(society, who, role);
    tokens[who] = await signIn(society, who);
  }
});

interface Overpaid {
  readonly memberNo: string;
  readonly loanNo: string;
}

/** A new member for each test, whose loan is overpaid by 600 shillings. */
async function overpaid(): Promise<Overpaid> {
  const memberNo = `RF${(members += 1)}`;
  const loanNo = `LN-RF-${members}`;
  await enrol(society, memberNo);
  await society.owner.query(
    `update member set mobile_number = $2, mobile_confirmed_at = akiba_now()
      where member_no = $1`,
    [memberNo, `+2547130${10_000 + members}`],
  );
  await deposit(society, memberNo, 1000);
  await lend(society, memberNo, { loanNo });
  const memberId = await memberIdOf(society, memberNo);
  const paid = { kind: "loan-repaid-in-cash", narration: "Cash", memberId, loanNo } as const;
  await society.database.unitOfWork("test", (work) =>
    recordRepayments(work, [{ ...paid, amount: shillings(7497) }]),
  );
  return { memberNo, loanNo };
}

async function move(loanNo: string, to: string): Promise<void> {
  const asked = await society.send("POST", `/api/v1/instant-loans/${loanNo}/overpayment`, {
    token: tokens["CLERK"] ?? "",
    body: { amount: OVER, to, reason: "Paid twice" },
  });
  expect(asked.status, asked.text).toBe(201);
  const { approvalId } = asked.body as { approvalId: string };
  await approveRequest(society, tokens["ADMIN"] ?? "", approvalId);
}

/** A refund that the provider has accepted, with its attempt. */
async function refunded(): Promise<Overpaid & { readonly attemptId: string }> {
  const found = await overpaid();
  await move(found.loanNo, "refund");
  await sendAccepted(society);
  const payout = await payoutOf(society, found.memberNo);
  expect(payout).toMatchObject({ state: "sent", cents: String(OVER * 100) });
  return { ...found, attemptId: payout.attempt_id };
}

const give = (attemptId: string, outcome: "paid" | "failed", receiptNo = "") =>
  giveResult(society, { attemptId, outcome, receiptNo, amount: OVER });

const smsWith = async (...parts: readonly string[]) =>
  (await society.messages()).filter(({ text }) => parts.every((part) => text.includes(part)));

it("a refund leaves payout clearing at zero by its receipt and notifies the member", async () => {
  const { memberNo, loanNo, attemptId } = await refunded();
  const before = await totalOf(society, "payout-clearing");
  expect(await give(attemptId, "paid", `TKZ${loanNo.slice(-1)}000001`)).toBe("paid");
  expect(await totalOf(society, "payout-clearing")).toBe(before - OVER);
  expect(await totalOf(society, "loan-receivable", memberNo)).toBe(0);
  expect(await smsWith(`600.00 overpaid on loan ${loanNo}`, "receipt TKZ")).toHaveLength(1);
  expect(await reconcile(society.database)).toEqual([]);
});

it("a refund that came back after it arrived is on the loan again", async () => {
  const { memberNo, loanNo, attemptId } = await refunded();
  expect(await give(attemptId, "paid", `TKZ${loanNo.slice(-1)}000009`)).toBe("paid");
  const { bringBack } = returnCalls(society, (who) => tokens[who] ?? "");
  await bringBack(memberNo, await plantLine(society, { amount: OVER }));
  expect(await totalOf(society, "loan-receivable", memberNo)).toBe(-OVER);
  expect(await smsWith("600.00 that we paid you", "came back to us")).toHaveLength(1);
  await move(loanNo, "refund");
});

it("a refund that cannot be sent is on the loan again, and can be decided again", async () => {
  const { memberNo, loanNo, attemptId } = await refunded();
  expect(await give(attemptId, "failed")).toBe("failed");
  expect(await totalOf(society, "loan-receivable", memberNo)).toBe(-OVER);
  expect(
    await smsWith(`could not send you the Ksh 600.00 overpaid on loan ${loanNo}`),
  ).toHaveLength(1);
  await move(loanNo, "refund");
  const { rows } = await society.owner.query<{ reference: string; state: string }>(
    "select reference, state from payout where reference like $1 || '-R%' order by id",
    [loanNo],
  );
  expect(rows).toEqual([
    { reference: `${loanNo}-R1`, state: "failed" },
    { reference: `${loanNo}-R2`, state: "waiting" },
  ]);
  expect(await reconcile(society.database)).toEqual([]);
});

it("a late receipt pays a refund out again only while the loan is overpaid by it", async () => {
  const kept = await refunded();
  await give(kept.attemptId, "failed");
  expect(await give(kept.attemptId, "paid", "TKZ1000002")).toBe("paid");
  expect(await totalOf(society, "loan-receivable", kept.memberNo)).toBe(0);
  const moved = await refunded();
  await give(moved.attemptId, "failed");
  await move(moved.loanNo, "deposits");
  expect(await give(moved.attemptId, "paid", "TKZ1000003")).toBe("refused");
  expect(await payoutOf(society, moved.memberNo)).toMatchObject({ problem: "paid-after-change" });
  expect(await reconcile(society.database)).toEqual([]);
});

it("a refund with cents is paid by the office", async () => {
  const { memberNo, loanNo } = await overpaid();
  const asked = await society.send("POST", `/api/v1/instant-loans/${loanNo}/overpayment`, {
    token: tokens["CLERK"] ?? "",
    body: { amount: 99.5, to: "refund", reason: "Paid twice" },
  });
  const { approvalId } = asked.body as { approvalId: string };
  await approveRequest(society, tokens["ADMIN"] ?? "", approvalId);
  const { rows } = await society.owner.query<{ tab: string }>(
    "select tab from payout where reference = $1",
    [`${loanNo}-R1`],
  );
  expect(rows).toEqual([{ tab: "office" }]);
  const { id } = await payoutOf(society, memberNo);
  await society.database.unitOfWork("staff:ADMIN", async (work) => {
    const payout = await lockPayout(work, BigInt(id));
    if (payout !== null) await putBack(work, payout, "Wants it on deposits");
  });
  expect(await totalOf(society, "loan-receivable", memberNo)).toBe(-OVER);
});
