import { beforeAll, describe, expect, it } from "vitest";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { shillings } from "#shared/money.ts";
import { employ, enrol, foundSociety, lend, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
let token = "";

beforeAll(async () => {
  await foundSociety(society);
  await enrol(society, "LC1");
  await lend(society, "LC1", { loanNo: "LC-1" });
  await employ(society, "CLERK", "clerk");
  token = await signIn(society, "CLERK");
});

describe("cash that repays a loan", () => {
  it("is not recorded at the loan desk, which says where it is received", async () => {
    const body = { amount: 100, receipt: "CASH-99", way: "cash" };
    const path = "/api/v1/instant-loans/LC-1/repayments";
    const reply = await society.send("POST", path, { token, body });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain("Cash is received at the counter");
    expect(reply.body).toMatchObject({ errors: [{ field: "way" }] });
  });

  it("is rejected by the database if staff record it outside a till", async () => {
    const { rows } = await society.owner.query<{ id: string; member_id: string }>(
      "select id, member_id from loan where loan_no = 'LC-1'",
    );
    const [loan] = rows;
    const loanKey = memberAccount("loan-receivable", BigInt(loan?.member_id ?? 0), "LC-1");
    const entry = await society.database.unitOfWork("staff:CLERK", (work) =>
      post(work, {
        kind: "loan-repaid-in-cash",
        narration: "Cash",
        lines: [debit(societyAccount("cash"), shillings(100)), credit(loanKey, shillings(100))],
      }),
    );
    const step = society.owner.query(
      `insert into loan_step (loan_id, step, taken_by, amount_cents, receipt_no, entry_id)
        values ($1, 'repaid', 'staff:CLERK', 10000, 'CASH-99', $2)`,
      [loan?.id, entry],
    );
    await expect(step).rejects.toMatchObject({ constraint: "loan_step_cash" });
  });
});
