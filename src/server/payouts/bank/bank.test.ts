import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { ACCOUNT, bankCalls, type FileLine, payableLoans } from "#test/bank-transfers.ts";
import { LENT, lendingSociety } from "#test/disbursed-loans.ts";
import { memberIdOf } from "#test/people.ts";
import { payoutOf, totalOf } from "#test/payouts.ts";
import { reasonOf, type Reply } from "#test/served-society.ts";
import { sendAsShown } from "#test/shown-steps.ts";

const lending = lendingSociety();
const { society, tokenOf, employStaff, disbursed, borrower, step, sent, give } = lending;
const calls = bankCalls(society, tokenOf);
const { get, approve, agree, askDetails, setDetails, askFile, makeFile } = calls;
const { linesOf, askResults, askTakeBack } = calls;

beforeAll(employStaff);

const idIn = ({ body }: Reply): string => (body as { approvalId: string }).approvalId;

const { pass, payable } = payableLoans(lending, calls);

interface Queue {
  readonly rows: readonly { readonly memberNo: string }[];
  readonly without: number;
}
const queueOf = async (who = "ADMIN") => (await get("eft-queue", who)).body as Queue;
const isQueued = async (memberNo: string, who = "ADMIN") =>
  (await queueOf(who)).rows.some((row) => row.memberNo === memberNo);

async function lineOf(id: string, memberNo: string): Promise<FileLine> {
  const found = (await linesOf(id)).find((line) => line.memberNo === memberNo);
  if (found === undefined) throw new Error(`${memberNo} is not in file ${id}`);
  return found;
}

const smsWith = async (...parts: readonly string[]) =>
  (await society.messages()).filter(({ text }) => parts.every((part) => text.includes(part)));

async function link(staffNo: string, memberNo: string | null): Promise<void> {
  await society.owner.query(
    "update staff set member_id = (select id from member where member_no = $2) where staff_no = $1",
    [staffNo, memberNo],
  );
}

const guarantee = (loanNo: string, guarantor: string) =>
  society.owner.query(
    `insert into guarantee (loan_id, guarantor_id, amount_cents, state)
      select l.id, m.id, 100000, 'accepted' from loan l cross join member m
      where l.loan_no = $1 and m.member_no = $2`,
    [loanNo, guarantor],
  );

describe("the bank details of a member", () => {
  it("take two people, warn the member twice, and get no money for 72 hours", async () => {
    const { memberNo } = await disbursed({ channel: "office" });
    const asked = await askDetails(memberNo);
    expect(asked.status, asked.text).toBe(201);
    expect(await smsWith("asked to pay your money", "ending 344")).not.toEqual([]);
    expect((await get(`members/${memberNo}/bank-details`, "CLERK")).body).toMatchObject({
      waiting: { approvalId: idIn(asked), yours: true },
    });
    expect((await approve(idIn(asked), "OFFICER")).status).toBe(201);
    expect(await smsWith("can go to the bank account ending 344")).not.toEqual([]);
    expect((await get(`members/${memberNo}/bank-details`, "OFFICER")).body).toMatchObject({
      current: { accountNo: "•••344", branchCode: "11000", isUsable: false },
    });
    expect(await isQueued(memberNo)).toBe(false);
    await pass(71);
    expect(await isQueued(memberNo)).toBe(false);
    await pass(2);
    expect(await isQueued(memberNo)).toBe(true);
  });

  it("are not approved by the person who asked, nor set by the member at the office", async () => {
    const { memberNo } = await disbursed({ channel: "office" });
    const asked = await askDetails(memberNo, "ADMIN");
    expect(reasonOf(await approve(idIn(asked), "ADMIN"))).toBe("approval-two-people");
    await link("OFFICER", memberNo);
    expect(reasonOf(await approve(idIn(asked), "OFFICER"))).toBe("own-account");
    await link("OFFICER", null);
    await link("CLERK", memberNo);
    expect(reasonOf(await askDetails(memberNo))).toBe("own-listing");
    await link("CLERK", null);
    for (const who of ["OFFICER", "TREASURER"]) {
      expect((await askDetails(memberNo, who)).status, who).toBe(403);
    }
  });

  it("are not approved by somebody whose role is new", async () => {
    const { memberNo } = await disbursed({ channel: "office" });
    const asked = await askDetails(memberNo);
    const roleSince = (since: Date | null) =>
      society.owner.query("update staff set role_since = $1 where staff_no = 'OFFICER'", [since]);
    await roleSince(society.clock.stillAt());
    expect(reasonOf(await approve(idIn(asked), "OFFICER"))).toBe("role-too-new");
    await roleSince(null);
    expect((await approve(idIn(asked), "OFFICER")).status).toBe(201);
  });

  it("that replace others wait again, and the earlier account gets nothing more", async () => {
    const { memberNo } = await payable();
    expect(await isQueued(memberNo)).toBe(true);
    await setDetails(memberNo, { accountNo: "0099887766" });
    expect(await isQueued(memberNo)).toBe(false);
    await pass(73);
    expect(await isQueued(memberNo)).toBe(true);
  });

  it.each([
    ["bankName", "=Benki"],
    ["accountName", "+254 Name"],
    ["accountName", "-Name"],
    ["accountName", "@name"],
    ["accountName", "Name\u202e"],
    ["accountNo", "12E45678"],
    ["accountNo", "1234"],
    ["branchCode", "1100"],
  ])("reject %s %j beside the field", async (field, given) => {
    const reply = await askDetails("LP1", "CLERK", { [field]: given });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain(`"${field}"`);
  });

  it("never change, whoever writes to them", async () => {
    const { memberNo } = await payable();
    const memberId = await memberIdOf(society, memberNo);
    for (const set of [
      "account_no = '9999999999'",
      "state = 'requested'",
      "usable_from = akiba_now() - interval '1 year'",
      "approved_by = 'staff:TREASURER'",
    ]) {
      const change = society.owner.query(
        `update member_bank_details set ${set} where member_id = $1`,
        [memberId],
      );
      await expect(change, set).rejects.toThrow();
    }
  });
});

describe("a file for the bank", () => {
  it("is approved by another person and downloaded as the same bytes each time", async () => {
    const one = await payable();
    const filesNow = async () =>
      ((await get("eft-files", "ADMIN")).body as { rows: unknown[] }).rows;
    const before = await filesNow();
    const asked = await askFile();
    expect(asked.status, asked.text).toBe(201);
    expect(reasonOf(await approve(idIn(asked), "ADMIN"))).toMatch(/approval-two-people|staff-only/);
    expect(await filesNow()).toEqual(before);
    expect((await approve(idIn(asked), "TREASURER")).status).toBe(201);
    const { rows } = (await get("eft-files", "ADMIN")).body as { rows: { id: string }[] };
    const id = rows[0]?.id ?? "";
    const first = await get(`eft-files/${id}/file.csv`, "ADMIN");
    expect(first.status).toBe(200);
    const { reference, line } = await lineOf(id, one.memberNo);
    expect(first.text.replace("\uFEFF", "").split("\r\n")).toContain(
      `${line},${reference},"${ACCOUNT.accountName}",Benki ya Ushirika,11000,0011223344,` +
        `${LENT}.00,KES,0100200300,${id}`,
    );
    expect((await get(`eft-files/${id}/file.csv`, "ADMIN")).text).toBe(first.text);
    expect((await get(`eft-files/${id}/file.csv`, "OFFICER")).status).toBe(403);
    await agree(await askTakeBack(id), "TREASURER");
  });

  it("has a payout that nobody pays in another way, and is in no other file", async () => {
    const { memberNo } = await payable();
    const id = await makeFile();
    expect(await isQueued(memberNo)).toBe(false);
    expect(reasonOf(await askFile())).toBe("no-payouts");
    const { id: payout } = await payoutOf(society, memberNo);
    for (const body of [
      { outcome: "paid", receipt: "CASH-77", way: "cash" },
      { outcome: "failed", reason: "Wrong account" },
    ]) {
      const path = `/api/v1/payouts/${payout}/result`;
      const reply = await sendAsShown(society, { token: tokenOf("ADMIN"), path, body });
      expect(reasonOf(reply), reply.text).toBe("payout-state");
    }
    const again = society.owner.query(
      `insert into eft_line (file_id, line_no, payout_id, details_id, amount_cents)
        select file_id, 99, payout_id, details_id, amount_cents from eft_line
        where file_id = $1 limit 1`,
      [id],
    );
    await expect(again).rejects.toThrow(/eft_line_once/);
    await agree(await askTakeBack(id), "TREASURER");
  });

  it("is not downloaded once it is withdrawn, as its payments go into other files", async () => {
    await payable();
    const id = await makeFile();
    expect((await get(`eft-files/${id}/file.csv`, "ADMIN")).status).toBe(200);
    await agree(await askTakeBack(id), "TREASURER");
    expect(reasonOf(await get(`eft-files/${id}/file.csv`, "ADMIN"))).toBe("payout-state");
  });

  it("is not made of payments that changed since they were shown", async () => {
    const { memberNo } = await payable();
    const asked = await askFile();
    await setDetails(memberNo, { accountNo: "0055555555" });
    expect((await approve(idIn(asked), "TREASURER")).status).toBe(409);
    expect(await isQueued(memberNo)).toBe(false);
    await society.send("DELETE", `/api/v1/approvals/${idIn(asked)}`, { token: tokenOf("ADMIN") });
  });

  it("has no payment of the person who makes it, and is not approved by a payee", async () => {
    const { memberNo } = await payable();
    await link("ADMIN", memberNo);
    expect(await isQueued(memberNo)).toBe(false);
    await link("ADMIN", null);
    const asked = await askFile();
    await link("TREASURER", memberNo);
    expect(reasonOf(await approve(idIn(asked), "TREASURER"))).toBe("own-loan");
    await link("TREASURER", null);
    expect((await approve(idIn(asked), "OTHER")).status).toBe(201);
  });

  it("is neither made nor approved by a guarantor of a loan in it, nor its results", async () => {
    const { memberNo, loanNo } = await payable({ accountNo: "0066000001" });
    const { memberNo: guarantor } = await borrower();
    await guarantee(loanNo, guarantor);
    await link("ADMIN", guarantor);
    expect(await isQueued(memberNo)).toBe(false);
    await link("ADMIN", null);
    const asked = await askFile();
    await link("TREASURER", guarantor);
    expect(reasonOf(await approve(idIn(asked), "TREASURER"))).toBe("own-loan");
    await link("TREASURER", null);
    expect((await approve(idIn(asked), "TREASURER")).status).toBe(201);
    const { rows } = (await get("eft-files", "ADMIN")).body as { rows: { id: string }[] };
    const id = rows[0]?.id ?? "";
    const { line } = await lineOf(id, memberNo);
    await link("TREASURER", guarantor);
    const direct = (change: string) => society.owner.query(change, [id, line]);
    const listed = direct(
      `insert into eft_line (file_id, line_no, payout_id, details_id, amount_cents)
        select file_id, 99, payout_id, details_id, amount_cents from eft_line
        where file_id = $1 and line_no = $2`,
    );
    await expect(listed).rejects.toMatchObject({ constraint: "eft_own_loan" });
    const confirmed = direct(
      `update eft_line set confirmed_by = 'staff:TREASURER' where file_id = $1 and line_no = $2`,
    );
    await expect(confirmed).rejects.toMatchObject({ constraint: "eft_own_loan" });
    await link("TREASURER", null);
    const results = [{ line, outcome: "paid", bankReference: "FT26-0077" }];
    await link("ADMIN", guarantor);
    expect(reasonOf(await askResults(id, results))).toBe("own-loan");
    await link("ADMIN", null);
    const told = await askResults(id, results);
    await link("TREASURER", guarantor);
    expect(reasonOf(await approve(idIn(told), "TREASURER"))).toBe("own-loan");
    await link("TREASURER", null);
    expect((await approve(idIn(told), "OTHER")).status).toBe(201);
  });

  it("is withdrawn by nobody who is paid by it or who guarantees a loan in it", async () => {
    const { memberNo, loanNo } = await payable({ accountNo: "0066000002" });
    const { memberNo: guarantor } = await borrower();
    await guarantee(loanNo, guarantor);
    const id = await makeFile();
    for (const [person, problem] of [
      [memberNo, /own-(listing|loan)/],
      [guarantor, /own-loan/],
    ] as const) {
      await link("ADMIN", person);
      expect(reasonOf(await askTakeBack(id))).toMatch(problem);
      await link("ADMIN", null);
    }
    const asked = await askTakeBack(id);
    for (const person of [memberNo, guarantor]) {
      await link("TREASURER", person);
      expect(reasonOf(await approve(idIn(asked), "TREASURER"))).toMatch(/own-(listing|loan)/);
      await link("TREASURER", null);
    }
    for (const [person, constraint] of [
      [memberNo, "eft_own_hands"],
      [guarantor, "eft_own_loan"],
    ] as const) {
      await link("TREASURER", person);
      const direct = society.owner.query(
        `with agreed as (
            update approval set state = 'approved', decided_by = 'staff:TREASURER',
              decided_at = akiba_now() where id = $2 returning id
          )
          update eft_file set taken_back_asked_by = 'staff:ADMIN',
            taken_back_by = 'staff:TREASURER', taken_back_at = akiba_now(),
            taken_back_because = 'Never' where id = $1 and exists (select from agreed)`,
        [id, idIn(asked)],
      );
      await expect(direct, person).rejects.toMatchObject({ constraint });
      await link("TREASURER", null);
    }
    expect((await approve(idIn(asked), "OTHER")).status).toBe(201);
  });

  it("is withdrawn by two people only while no result is known, once", async () => {
    const { memberNo } = await payable();
    const id = await makeFile();
    const { line } = await lineOf(id, memberNo);
    const asked = await askTakeBack(id);
    const told = { line, outcome: "paid", bankReference: "TB-1" };
    await agree(await askResults(id, [told]), "TREASURER");
    expect((await approve(idIn(asked), "TREASURER")).status).toBe(409);
    expect(reasonOf(await askTakeBack(id))).toBe("payout-state");
    await society.send("DELETE", `/api/v1/approvals/${idIn(asked)}`, { token: tokenOf("ADMIN") });
  });
});

describe("the result of a payment by the bank", () => {
  it("settles it by the bank's reference once two people agree, and the books tie", async () => {
    const { memberNo, loanNo } = await payable();
    const id = await makeFile();
    const { line } = await lineOf(id, memberNo);
    const before = await totalOf(society, "bank");
    const asked = await askResults(id, [{ line, outcome: "paid", bankReference: "FT26-0001" }]);
    expect((await payoutOf(society, memberNo)).state).toBe("waiting");
    await agree(asked, "TREASURER");
    expect(await payoutOf(society, memberNo)).toMatchObject({ state: "paid" });
    expect((await totalOf(society, "bank")) - before).toBe(-LENT);
    expect(await smsWith(loanNo, "FT26-0001")).toHaveLength(1);
    expect(
      reasonOf(await askResults(id, [{ line, outcome: "paid", bankReference: "FT26-9" }])),
    ).toBe("payout-state");
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("that was returned puts the loan back for disbursement, and leaves no clearing", async () => {
    const { memberNo, loanNo } = await payable();
    const id = await makeFile();
    const { line } = await lineOf(id, memberNo);
    const rows = [{ line, outcome: "returned", reason: "Account closed" }];
    await agree(await askResults(id, rows), "TREASURER");
    expect(await payoutOf(society, memberNo)).toMatchObject({ state: "failed" });
    const path = `/api/v1/instant-loans/${loanNo}`;
    const { body } = await society.send("GET", path, { token: tokenOf("OFFICER") });
    expect(body).toMatchObject({ state: "approved", payment: "failed" });
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is recorded once, and its reference settles no second payment", async () => {
    const one = await payable();
    const two = await payable({ accountNo: "0077000001" });
    const id = await makeFile();
    const first = (await lineOf(id, one.memberNo)).line;
    const second = (await lineOf(id, two.memberNo)).line;
    const paid = (line: number) => ({ line, outcome: "paid", bankReference: "FT26-0002" });
    expect(reasonOf(await askResults(id, [paid(first), paid(second)]))).toBe("receipt-used");
    expect(reasonOf(await askResults(id, [paid(first), paid(first)]))).toBe("payout-state");
    expect(reasonOf(await askResults(id, [{ ...paid(first), line: 9999 }]))).toBe("payout-state");
    await agree(await askResults(id, [paid(first)]), "TREASURER");
    expect(reasonOf(await askResults(id, [paid(second)]))).toBe("receipt-used");
    const twice = askResults(id, [{ ...paid(second), bankReference: "FT26-0003" }]);
    expect(reasonOf(await approve(idIn(await twice), "ADMIN"))).toMatch(/two-people|staff-only/);
  });

  it("is awaited if M-Pesa reports the payment that it replaces as paid after all", async () => {
    const { memberNo, loanNo, attemptId } = await sent();
    const repaid = { amount: 1000, receipt: `TEF${loanNo.slice(-4)}` };
    expect((await step("CLERK", loanNo, "repayments", repaid)).status).toBe(201);
    expect(await give({ attemptId, outcome: "failed", reason: "result-1" })).toBe("failed");
    await setDetails(memberNo, { accountNo: "0088000001" });
    await pass(73);
    const id = await makeFile();
    const { line } = await lineOf(id, memberNo);
    const late = { attemptId, outcome: "paid", receiptNo: `TLE${loanNo.slice(-4)}` } as const;
    expect(await give(late)).toBe("refused");
    const { rows } = await society.owner.query<{ problem: string }>(
      "select problem from payout where attempt_id = $1",
      [attemptId],
    );
    expect(rows).toEqual([{ problem: "paid-after-change" }]);
    const returned = { line, outcome: "returned", reason: "Account closed" };
    await agree(await askResults(id, [returned]), "TREASURER");
    expect(await give(late)).toBe("paid");
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is confirmed by no borrower of the payment", async () => {
    const { memberNo } = await payable({ accountNo: "0077000002" });
    const id = await makeFile();
    const { line } = await lineOf(id, memberNo);
    const asked = await askResults(id, [{ line, outcome: "paid", bankReference: "FT26-0004" }]);
    await link("TREASURER", memberNo);
    expect(reasonOf(await approve(idIn(asked), "TREASURER"))).toBe("own-loan");
    await link("TREASURER", null);
    expect((await approve(idIn(asked), "OTHER")).status).toBe(201);
  });
});

it("no file is made without the society's account", async () => {
  await society.owner.query("update society set debit_account = ''");
  expect(reasonOf(await askFile())).toBe("no-debit-account");
  await society.owner.query("update society set debit_account = '0100200300'");
});
