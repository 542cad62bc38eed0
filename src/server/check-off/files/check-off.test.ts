import { beforeAll, describe, expect, it } from "vitest";
import { checkOffOffice } from "#test/check-off.ts";
import { employ, enrol, foundSociety, lend, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const office = checkOffOffice(society, tokens);
const { ask, take, post, postAs, place, read, lines, variance, standing, reverseAs } = office;

beforeAll(async () => {
  await foundSociety(society);
  for (let number = 1; number <= 9; number += 1) await enrol(society, `MS${number}`);
  // Each of 6,600 over 2 months: 6,897 in all, 3,449 due in May and 3,448 in June.
  for (const [memberNo, loanNo] of Object.entries(loans)) {
    for (const each of loanNo) await lend(society, memberNo, { loanNo: each });
  }
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const loans = {
  MS1: ["LN-1"],
  MS2: ["LN-2A", "LN-2B"],
  MS4: ["LN-4"],
  MS6: ["LN-6"],
  MS7: ["LN-7"],
  MS8: ["LN-8"],
};

const may = `member_no,amount,note
MS1,3449.00,
MS2,8000,Loans
MS3,500,deposits
MS99,250.50,
MS5,100,
MS7,"4,000.00","Loan, April"
`;

const decision = (batch: string, row: number, body: unknown, who = "clerk") =>
  ask(who, "POST", `/${batch}/lines/${row}/decision`, body);

steps("step by step", () => {
  describe("a check-off file", () => {
    let id = "";

    it("is matched line by line, and every cent of it has a destination", async () => {
      const taken = await take(may, "16299.50");
      id = taken.id;
      expect(taken).toMatchObject({
        month: "2026-05",
        lines: 6,
        amount: 16_299.5,
        state: "prepared",
        preparedBy: "CLERK",
        matched: { lines: 3, amount: 7949 },
        ambiguous: { lines: 1, amount: 8000 },
        unmatched: { lines: 2, amount: 350.5 },
        toLoans: 7449,
        toDeposits: 500,
        toSuspense: 8350.5,
        own: true,
      });
      const [several] = await lines(id, "ambiguous");
      expect(several).toMatchObject({ row: 3, reason: "several-loans", memberNo: "MS2" });
      expect(several?.loans.map(({ loanNo, due }) => [loanNo, due])).toEqual([
        ["LN-2A", 3449],
        ["LN-2B", 3449],
      ]);
      expect((await lines(id, "unmatched")).map(({ reason }) => reason)).toEqual([
        "no-member",
        "no-loan",
      ]);
    });

    it("lets a clerk decide what no rule could, and the decision is on record", async () => {
      const decided = await decision(id, 3, { to: "loan", loanNo: "ln-2a" });
      expect(decided.status, decided.text).toBe(201);
      expect(decided.body).toMatchObject({
        state: "decided",
        decidedBy: "CLERK",
        parts: [
          { to: "loan", loanNo: "LN-2A", amount: 6897 },
          { to: "suspense", amount: 1103 },
        ],
      });
      expect((await decision(id, 5, { to: "loan", loanNo: "LN-NONE" })).status).toBe(404);
      expect((await decision(id, 50, { to: "suspense" })).status).toBe(404);
      expect((await decision(id, 5, { to: "deposits" })).body).toMatchObject({
        reason: "no-such-member",
      });
      expect((await decision(id, 5, { to: "deposits" }, "treasurer")).status).toBe(403);
      const found = "select from audit_record where action = 'check-off-decided' and actor = $1";
      expect(await office.count(found, ["staff:CLERK"])).toBe(1);
    });

    it("is posted whole by a second person, and the books tie to it", async () => {
      expect((await postAs("clerk", id)).status).toBe(403);
      await post(id);
      expect(await standing("loan-receivable", "LN-1")).toBe(3448);
      expect(await standing("loan-receivable", "LN-2A")).toBe(0);
      expect(await standing("check-off-clearing")).toBe(16_299.5);
      expect(await standing("check-off-suspense")).toBe(1453.5);
      expect(await standing("member-deposits")).toBe(500);
      const settled = "select from loan where loan_no = 'LN-2A' and state = 'settled'";
      expect(await office.count(settled)).toBe(1);
      expect(await read(id)).toMatchObject({
        state: "posted",
        postedBy: "TREASURER",
        waiting: { lines: 3, amount: 1453.5 },
      });
      const again = await postAs("administrator", id);
      expect(again.body).toMatchObject({ reason: "batch-state" });
      expect((await decision(id, 5, { to: "suspense" })).body).toMatchObject({
        reason: "batch-state",
      });
    });

    it("notifies each member once, by SMS and e-mail, of sums placed and in suspense", async () => {
      const found = await society.owner.query<{
        channel: string;
        template: string;
        member: string;
      }>(
        `select template, split_part(recipient, '@', 1) as member from outbox_message
        where template like 'check-off%' and channel = 'email' order by member`,
      );
      expect(found.rows.map(({ member, template }) => `${member} ${template}`)).toEqual([
        "ms1 check-off-received",
        "ms2 check-off-held",
        "ms3 check-off-received",
        "ms5 check-off-held",
        "ms7 check-off-received",
      ]);
      const texts = (await society.messages()).filter(({ to }) => to.startsWith("+"));
      expect(texts).toHaveLength(5);
      expect(texts.find(({ text }) => text.includes("3,449.00 of your"))?.text).toBe(
        "Uzima Sacco: we received Ksh 3,449.00 of your May 2026 check-off. To loans 3,449.00, " +
          "to deposits 0.00. Loan balance: 3,448.00.",
      );
      expect(texts.filter(({ text }) => text.length > 160)).toEqual([]);
    });

    it("is compared with what was due, and the report ties to the file", async () => {
      const report = await variance(id, "missing");
      expect(report.totals).toEqual({
        expected: { members: 1, expected: 3449, received: 3449 },
        short: { members: 1, expected: 6898, received: 6897 },
        over: { members: 1, expected: 3449, received: 4000 },
        missing: { members: 3, expected: 10_347, received: 0 },
        unexpected: { members: 0, expected: 0, received: 0 },
      });
      const came = Object.values(report.totals).reduce((sum, { received }) => sum + received, 0);
      expect(came + report.toDeposits + report.toSuspense).toBe(report.amount);
      expect(report.rows.map(({ memberNo, difference }) => [memberNo, difference])).toEqual([
        ["MS4", -3449],
        ["MS6", -3449],
        ["MS8", -3449],
      ]);
      const file = await ask("treasurer", "GET", `/${id}/variance.csv`);
      expect(file.headers.get("content-type")).toContain("text/csv");
      expect(file.text).toContain("MS2,Member MS2,Short,6898.00,6897.00,-1.00");
      expect(file.text.trimEnd().split("\r\n").at(-1)).toBe("Total,,,24143.00,14346.00,-9797.00");
    });

    it("has a suspense line placed by two people, and only once", async () => {
      const tooMuch = await place(id, 3, { to: "loan", loanNo: "LN-2A" });
      expect(tooMuch.body).toMatchObject({ reason: "not-running" });
      const placed = await place(id, 3, { to: "loan", loanNo: "LN-2B" });
      expect(placed.status, placed.text).toBe(201);
      expect(await standing("loan-receivable", "LN-2B")).toBe(5794);
      expect((await place(id, 3, { to: "deposits" })).body).toMatchObject({
        reason: "line-state",
      });
      const deposited = await place(id, 5, { to: "deposits", memberNo: "MS3" });
      expect(deposited.status, deposited.text).toBe(201);
      const line = (await lines(id, "suspense")).find(({ row }) => row === 5);
      expect(line).toMatchObject({ placed: "deposits MS3" });
      expect(await standing("check-off-suspense")).toBe(100);
      expect(await read(id)).toMatchObject({ waiting: { lines: 1, amount: 100 } });
      const reversal = await reverseAs("treasurer", id, "Wrong month");
      expect(reversal.body).toMatchObject({ reason: "batch-placed" });
    });
  });

  describe("a file whose loans have moved since it was matched", () => {
    it("is rejected, matched again and posted; decisions that still hold are kept", async () => {
      const csv = "member_no,amount,note\nMS4,6897,loan\nMS6,10000,\nMS9,70,\n";
      const { id } = await take(csv, "16967");
      await decision(id, 3, { to: "loan", loanNo: "LN-6" });
      await decision(id, 4, { to: "loan", loanNo: "LN-8" });
      const paid = { amount: 1000, receipt: "TK41MOVED1" };
      await society.owner.query("update loan set policy_id = 1 where loan_no = 'LN-4'");
      const path = "/api/v1/instant-loans/LN-4/repayments";
      const repaid = await society.send("POST", path, { token: tokens["clerk"] ?? "", body: paid });
      expect(repaid.status, repaid.text).toBe(201);

      const refused = await postAs("treasurer", id);
      expect(refused.body).toMatchObject({ reason: "batch-moved" });
      expect(refused.text).toContain("Lines whose loans changed since the file was matched: 1.");
      expect(await read(id)).toMatchObject({ state: "prepared" });
      const matched = await ask("clerk", "POST", `/${id}/matching`, {});
      expect(matched.body).toMatchObject({
        decided: { lines: 2, amount: 10_070 },
        ambiguous: { lines: 1, amount: 6897 },
        toLoans: 6967,
      });
      await decision(id, 2, { to: "loan", loanNo: "LN-4" });
      await post(id);
      const steps = `select from loan_step s join loan l on l.id = s.loan_id
      where l.loan_no = 'LN-4' and s.taken_by = 'staff:TREASURER'`;
      expect(await office.count(steps)).toBe(2);
      await society.owner.query("update loan set policy_id = null where loan_no = 'LN-4'");
    });
  });

  describe("a wrong file", () => {
    const june = "member_no,amount,note\nMS8,3379,\nMS3,200,deposits\nMS99,1,\n";

    it("is set aside with a reason, and may then be imported again", async () => {
      const { id } = await take(june, "3580", { month: "2026-06" });
      const copy = await office.upload(june, "3580", { fileName: "copy.csv", month: "2026-06" });
      expect(copy.body).toMatchObject({
        reason: "file-known",
        message:
          "These rows were already uploaded for Jun 2026: may.csv, on 14 Apr 2026 by CLERK. " +
          "If they were really deducted again, ask a second person to allow them.",
      });
      const discarded = await ask("clerk", "POST", `/${id}/discarding`, { reason: "Wrong month" });
      expect(discarded.body).toEqual({ id, state: "discarded" });
      expect((await postAs("treasurer", id)).status).toBe(409);
    });

    it("is reversed whole by reversing entries, and the members are notified", async () => {
      const before = {
        owed: await standing("loan-receivable", "LN-8"),
        deposits: await standing("member-deposits"),
        clearing: await standing("check-off-clearing"),
        suspense: await standing("check-off-suspense"),
      };
      const { id } = await take(june, "3580", { month: "2026-06" });
      await post(id);
      const reversed = await reverseAs("administrator", id, "Sent twice");
      expect(reversed.status, reversed.text).toBe(201);
      expect({
        owed: await standing("loan-receivable", "LN-8"),
        deposits: await standing("member-deposits"),
        clearing: await standing("check-off-clearing"),
        suspense: await standing("check-off-suspense"),
      }).toEqual(before);
      expect(await read(id)).toMatchObject({ state: "reversed", reason: "Sent twice" });
      const told = "select from outbox_message where template = 'check-off-reversed'";
      expect(await office.count(told)).toBe(4);
      const twice = await reverseAs("administrator", id, "Again");
      expect(twice.status).toBe(409);
    });

    it("is not reversed if its money was used since", async () => {
      const csv = "member_no,amount,note\nMS9,900,deposits\n";
      const { id } = await take(csv, "900", { month: "2026-06" });
      await post(id);
      const [account] = (
        await society.owner.query<{ id: string }>(
          `select a.id from ledger_account a join member m on m.id = a.member_id
          where m.member_no = 'MS9' and a.code = 'member-deposits'`,
        )
      ).rows;
      await society.owner.query("update ledger_account set floor_cents = 50000 where id = $1", [
        account?.id,
      ]);
      const refused = await reverseAs("administrator", id, "Wrong");
      expect(refused.body).toMatchObject({ reason: "not-enough" });
      expect(await read(id)).toMatchObject({ state: "posted" });
      await society.owner.query("update ledger_account set floor_cents = 0 where id = $1", [
        account?.id,
      ]);
    });
  });

  describe("the database", () => {
    it("enforces that the person who prepared a file does not post it", async () => {
      const { id } = await take("member_no,amount\nMS99,5\n", "5", { month: "2026-07" });
      const sql = `update check_off_batch set posted_by = prepared_by, posted_at = now(),
      state = 'posted' where id = $1`;
      await expect(society.owner.query(sql, [id])).rejects.toThrow(/posted|two_people/);
      const posted = "update check_off_batch set state = 'posted', posted_by = 'x' where id = $1";
      await expect(society.owner.query(posted, [id])).rejects.toThrow(/of which 0 is posted/);
    });

    it("shows a society without deposits by check-off where such a line waits", async () => {
      await society.owner.query("update society set check_off_to_deposits = false");
      const { id } = await take("member_no,amount,note\nMS3,5,deposits\n", "5", {
        month: "2026-07",
      });
      expect((await lines(id, "unmatched"))[0]).toMatchObject({ reason: "no-deposits" });
      expect((await decision(id, 2, { to: "deposits" })).body).toMatchObject({
        reason: "no-deposits",
      });
      await society.owner.query("update society set check_off_to_deposits = true");
    });
  });
});
