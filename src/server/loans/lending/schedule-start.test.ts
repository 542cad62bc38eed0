import { beforeAll, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { lendingSociety } from "#test/disbursed-loans.ts";
import { policyInForce, setPolicy } from "./loan-policy.ts";

const { society, employStaff, signStaffIn, sent, give } = lendingSociety();

beforeAll(employStaff);

async function dueOn(loanNo: string): Promise<string[]> {
  const { rows } = await society.owner.query<{ due: string }>(
    `select i.due_on::text as due from loan_instalment i join loan l on l.id = i.loan_id
      where l.loan_no = $1 order by i.number`,
    [loanNo],
  );
  return rows.map(({ due }) => due);
}

/** Disburses a loan on 8 June whose money arrives on the 11th. */
async function arrivedThreeDaysLater(): Promise<string> {
  society.clock.set("2026-06-08T06:00:00Z");
  await signStaffIn();
  const { loanNo, attemptId } = await sent();
  expect(await dueOn(loanNo)).toEqual(["2026-07-08", "2026-08-08"]);
  society.clock.set("2026-06-11T06:00:00Z");
  const receiptNo = `TKS${loanNo.slice(-4)}`;
  expect(await give({ attemptId, outcome: "paid", receiptNo })).toBe("paid");
  return loanNo;
}

const countFrom = (scheduleFrom: "arrival" | "disbursement") =>
  society.database.unitOfWork("staff:ADMIN", async (work) => {
    const { effectiveFrom: _, ...inForce } = await policyInForce(work);
    const effectiveFrom = "2026-06-08" as CalendarDate;
    await setPolicy(work, { ...inForce, scheduleFrom, effectiveFrom });
  });

it("counts instalments from the day the money arrived", async () => {
  const loanNo = await arrivedThreeDaysLater();
  expect(await dueOn(loanNo)).toEqual(["2026-07-11", "2026-08-11"]);
});

it("counts instalments from the disbursement where the policy says so", async () => {
  society.clock.set("2026-06-08T05:00:00Z");
  await countFrom("disbursement");
  const loanNo = await arrivedThreeDaysLater();
  society.clock.set("2026-06-08T07:00:00Z");
  await countFrom("arrival");
  expect(await dueOn(loanNo)).toEqual(["2026-07-08", "2026-08-08"]);
});
