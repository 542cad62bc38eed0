import { beforeAll, describe, expect, it } from "vitest";
import { bankCalls, payableLoans } from "#test/bank-transfers.ts";
import { lendingSociety } from "#test/disbursed-loans.ts";
import { concernsOf, payableBy } from "#server/payouts/transfers/payable-by-bank.ts";

const lending = lendingSociety();
const { society, tokenOf, employStaff } = lending;
const { payable } = payableLoans(lending, bankCalls(society, tokenOf));

beforeAll(employStaff);

const link = (staffNo: string, memberNo: string | null) =>
  society.owner.query(
    "update staff set member_id = (select id from member where member_no = $2) where staff_no = $1",
    [staffNo, memberNo],
  );

const guarantee = (loanNo: string, guarantor: string) =>
  society.owner.query(
    `insert into guarantee (loan_id, guarantor_id, amount_cents, state)
      select l.id, m.id, 100000, 'accepted' from loan l cross join member m
      where l.loan_no = $1 and m.member_no = $2`,
    [loanNo, guarantor],
  );

/** Reads with one statement; a second one throws. */
const once = () => society.database.oneStatementSnapshot();
const people = ["staff:CLERK", "staff:OFFICER", "staff:ADMIN"];

describe("the payments of a large file", () => {
  it("are compared with everyone who handles the file by one statement", async () => {
    const loans = [await payable(), await payable(), await payable()];
    const rows = await payableBy(once(), "staff:ADMIN");
    expect(rows).toHaveLength(3);
    const asked = () => concernsOf(once(), rows, people);
    expect(await asked()).toEqual({ isPaid: false, hasLoan: false });

    await link("OFFICER", loans[1]?.memberNo ?? "");
    expect(await asked()).toEqual({ isPaid: true, hasLoan: true });
    expect(await payableBy(once(), "staff:OFFICER")).toHaveLength(2);

    await guarantee(loans[2]?.loanNo ?? "", loans[1]?.memberNo ?? "");
    expect(await payableBy(once(), "staff:OFFICER")).toHaveLength(1);
    const guaranteed = rows.filter(({ member_no: no }) => no === loans[2]?.memberNo);
    expect(await concernsOf(once(), guaranteed, people)).toEqual({ isPaid: false, hasLoan: true });
    await link("OFFICER", null);
    expect(await asked()).toEqual({ isPaid: false, hasLoan: false });
  });
});
