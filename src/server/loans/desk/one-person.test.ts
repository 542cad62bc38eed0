import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shillings } from "#shared/money.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import {
  approveRequest,
  employ,
  enrol,
  enrolWithLogin,
  foundSociety,
  lend,
  memberIdOf,
  raiseOnePersonLimits,
  signIn,
} from "#test/people.ts";
import { manyWrites, type Reply } from "#test/served-society.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};

const staff = {
  CLERK: "clerk",
  CLERK2: "clerk",
  OFFICER: "loans-officer",
  TREASURER: "treasurer",
  ADMIN: "administrator",
} as const;

beforeAll(async () => {
  await foundSociety(society);
  for (const [staffNo, role] of Object.entries(staff)) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
  for (const memberNo of ["OP1", "OP2", "OP3", "BORROWER"]) await enrol(society, memberNo);
  await enrolWithLogin(society, "OWN1");
});

beforeEach(() => society.owner.query("delete from recorded_alone"));

const send = (who: string, method: string, path: string, body?: unknown) =>
  society.send(method, path, { token: tokens[who] ?? "", ...(body !== undefined && { body }) });

let loans = 0;
/** Lends 60,000 over 6 months, of which 62,700 is owed, and returns the loan's number. */
async function borrowed(memberNo = "BORROWER", principal = 60_000): Promise<string> {
  const loanNo = `OP-${(loans += 1)}`;
  await lend(society, memberNo, { loanNo, principal, months: 6 });
  return loanNo;
}

let receipts = 0;
const repay = (loanNo: string, amount: number, more: object = {}, who = "CLERK") => {
  const receipt = `OPR-${(receipts += 1)}`;
  const path = `/api/v1/instant-loans/${loanNo}/repayments`;
  return send(who, "POST", path, { amount, receipt, way: "bank", ...more });
};

const requestOf = ({ body }: Reply) => (body as { approvalId?: string }).approvalId ?? "";

/** Records a repayment that needs a second person, and returns the number of its request. */
async function waiting(loanNo: string, amount: number, more: object = {}): Promise<string> {
  const reply = await repay(loanNo, amount, more);
  expect(reply.status, reply.text).toBe(201);
  expect(requestOf(reply)).not.toBe("");
  return requestOf(reply);
}

const approve = (id: string, who = "TREASURER") => approveRequest(society, tokens[who] ?? "", id);

async function requestIn(id: string, who = "TREASURER") {
  const { rows } = (await send(who, "GET", "/api/v1/approvals")).body as {
    rows: { id: string; digest: string; facts: { name: string; value: string }[] }[];
  };
  const found = rows.find((row) => row.id === id);
  if (found === undefined) throw new Error(`${who} does not see request ${id}`);
  return found;
}

async function fileOf(loanNo: string, who = "CLERK") {
  return (await send(who, "GET", `/api/v1/instant-loans/${loanNo}/file`)).body as {
    outstanding: number;
    waiting?: { approvalId: string; amount: number; receipt: string; yours: boolean };
  };
}

const owedOn = async (loanNo: string) => (await fileOf(loanNo)).outstanding;

async function guarantorsOf(loanNo: string): Promise<string[]> {
  const found = await society.owner.query<{ state: string }>(
    "select g.state from guarantee g join loan l on l.id = g.loan_id where l.loan_no = $1",
    [loanNo],
  );
  return found.rows.map(({ state }) => state);
}

async function guarantee(loanNo: string, memberNo: string): Promise<void> {
  await society.owner.query(
    `insert into guarantee (loan_id, guarantor_id, amount_cents, state)
      select l.id, m.id, 100000, 'accepted' from loan l, member m
      where l.loan_no = $1 and m.member_no = $2`,
    [loanNo, memberNo],
  );
}

async function isMember(staffNo: string, memberNo: string | null): Promise<void> {
  await society.owner.query(
    `update staff set member_id = (select id from member where member_no = $2)
      where staff_no = $1`,
    [staffNo, memberNo],
  );
}

/** Pays a loan by check-off, as a file that is posted meanwhile does. */
async function payByCheckOff(loanNo: string, amount: number): Promise<void> {
  const memberId = await memberIdOf(society, "BORROWER");
  const words = { narration: "Check-off", referenceNo: "CO-1" };
  const repaid = { ...words, memberId, loanNo, amount: shillings(amount) };
  await society.database.unitOfWork("test", (work) =>
    recordRepayments(work, [{ ...repaid, kind: "loan-repaid-by-check-off" }]),
  );
}

steps("step by step", () => {
  describe("a repayment above the amount that one person records alone", () => {
    it("waits for a second person, is shown on the loan, is recorded once approved", async () => {
      const loanNo = await borrowed();
      const id = await waiting(loanNo, 20_000.01, { receipt: "OPW-1" });
      expect(await owedOn(loanNo)).toBe(62_700);
      const shown = { approvalId: id, amount: 20_000.01, receipt: "OPW-1" };
      expect((await fileOf(loanNo)).waiting).toMatchObject({ ...shown, yours: true });
      expect((await fileOf(loanNo, "ADMIN")).waiting).toMatchObject({ ...shown, yours: false });
      expect((await requestIn(id)).facts).toEqual([
        { name: "name", value: "Member BORROWER" },
        { name: "memberNo", value: "BORROWER" },
        { name: "loanNo", value: loanNo },
        { name: "amount", value: "20000.01" },
        { name: "receipt", value: "OPW-1" },
        { name: "way", value: "bank" },
        { name: "date", value: "2026-04-14" },
        { name: "owed", value: "62700" },
        { name: "over", value: "0" },
      ]);
      await approve(id);
      expect(await owedOn(loanNo)).toBe(42_699.99);
      expect(await fileOf(loanNo)).not.toHaveProperty("waiting");
      const steps = await society.owner.query(
        `select s.taken_by, s.confirmed_by from loan_step s join loan l on l.id = s.loan_id
        where l.loan_no = $1 and s.step = 'repaid'`,
        [loanNo],
      );
      expect(steps.rows).toEqual([{ taken_by: "staff:CLERK", confirmed_by: "staff:TREASURER" }]);
    });

    it("up to the threshold happens at once", async () => {
      const loanNo = await borrowed();
      expect(requestOf(await repay(loanNo, 20_000))).toBe("");
      expect(await owedOn(loanNo)).toBe(42_700);
    });

    it("waits like the whole if it comes in ten parts, one after another or at once", async () => {
      const loanNo = await borrowed();
      for (let part = 0; part < 6; part += 1) await repay(loanNo, 3000);
      expect(await owedOn(loanNo)).toBe(44_700);
      await waiting(loanNo, 3000);
      const other = await borrowed();
      await society.owner.query("delete from recorded_alone");
      await Promise.all(Array.from({ length: 10 }, () => repay(other, 3000)));
      expect(await owedOn(other)).toBe(44_700);
    });

    it("waits once one person has recorded the maximum of a day, on any loans", async () => {
      for (let count = 0; count < 3; count += 1) {
        expect(requestOf(await repay(await borrowed(), 16_000))).toBe("");
      }
      const last = await borrowed();
      await waiting(last, 2001);
      expect(requestOf(await repay(last, 2000))).toBe("");
      expect(requestOf(await repay(await borrowed(), 16_000, {}, "CLERK2"))).toBe("");
      society.clock.advance(86_400);
      for (const who of Object.keys(staff)) tokens[who] = await signIn(society, who);
      expect(requestOf(await repay(await borrowed(), 16_000))).toBe("");
    });

    it("reserves its receipt until it is rejected or withdrawn", async () => {
      const loanNo = await borrowed();
      const other = await borrowed();
      const again = () => repay(other, 100, { receipt: "OPW-2" }, "CLERK2");
      const id = await waiting(loanNo, 30_000, { receipt: "OPW-2" });
      expect((await again()).body).toMatchObject({ reason: "receipt-waits" });
      const large = await repay(other, 30_000, { receipt: "OPW-2" }, "CLERK2");
      expect(large.body).toMatchObject({ reason: "receipt-waits" });
      await send("TREASURER", "POST", `/api/v1/approvals/${id}/rejection`, { reason: "No slip" });
      const second = await waiting(loanNo, 30_000, { receipt: "OPW-2" });
      expect((await send("CLERK", "DELETE", `/api/v1/approvals/${second}`)).status).toBe(200);
      expect((await again()).status).toBe(201);
      const used = await repay(loanNo, 30_000, { receipt: "OPW-2" });
      expect(used.body).toMatchObject({ reason: "receipt-used" });
    });

    it("waits once, if two loans get one receipt at once", async () => {
      const loanNos = await Promise.all(Array.from({ length: 6 }, () => borrowed()));
      const replies = await Promise.all(
        loanNos.map((loanNo) => repay(loanNo, 30_000, { receipt: "OPW-RACE" })),
      );
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      const refused = replies.filter(({ status }) => status !== 201);
      for (const { body } of refused) expect(body).toMatchObject({ reason: "receipt-waits" });
    });

    it("frees its receipt when it lapses", async () => {
      await waiting(await borrowed(), 30_000, { receipt: "OPW-3" });
      society.clock.advance(7 * 86_400);
      for (const who of Object.keys(staff)) tokens[who] = await signIn(society, who);
      await waiting(await borrowed(), 30_000, { receipt: "OPW-3" });
    });

    it("is not approved unseen if the loan was paid meanwhile", async () => {
      const loanNo = await borrowed();
      const id = await waiting(loanNo, 30_000);
      const { digest } = await requestIn(id);
      await payByCheckOff(loanNo, 1000);
      const path = `/api/v1/approvals/${id}/approval`;
      const stale = await send("TREASURER", "POST", path, { digest });
      expect(stale.status).toBe(409);
      expect(stale.body).toMatchObject({ reason: "approval-changed" });
      await payByCheckOff(loanNo, 61_700);
      const settled = await send("TREASURER", "POST", path, { digest });
      expect(settled.status).toBe(409);
      expect(settled.body).toMatchObject({ reason: "approval-state" });
      expect(await owedOn(loanNo)).toBe(0);
    });

    it("is not decided by its recorder, the borrower, a guarantor or a clerk", async () => {
      const loanNo = await borrowed("OWN1");
      const id = await waiting(loanNo, 30_000, {});
      const { digest } = await requestIn(id);
      const decide = (who: string) =>
        send(who, "POST", `/api/v1/approvals/${id}/approval`, { digest });
      expect((await decide("CLERK2")).body).toMatchObject({ reason: "staff-only" });
      expect((await decide("OFFICER")).body).toMatchObject({ reason: "staff-only" });
      await isMember("TREASURER", "OWN1");
      expect((await decide("TREASURER")).body).toMatchObject({ reason: "own-account" });
      await isMember("TREASURER", "OP1");
      await guarantee(loanNo, "OP1");
      expect((await decide("TREASURER")).body).toMatchObject({ reason: "own-loan" });
      await isMember("TREASURER", null);
      await isMember("CLERK", "OWN1");
      expect((await decide("TREASURER")).body).toMatchObject({ reason: "own-loan" });
      await isMember("CLERK", null);
      expect(await owedOn(loanNo)).toBe(62_700);
      expect((await decide("TREASURER")).status).toBe(201);
    });

    it("waits for another person if an administrator recorded it", async () => {
      const loanNo = await borrowed();
      const id = requestOf(await repay(loanNo, 30_000, {}, "ADMIN"));
      const { digest } = await requestIn(id);
      const own = await send("ADMIN", "POST", `/api/v1/approvals/${id}/approval`, { digest });
      expect(own.body).toMatchObject({ reason: "approval-two-people" });
      await approve(id);
      expect(await owedOn(loanNo)).toBe(32_700);
    });
  });

  describe("an overpayment", () => {
    it("is at most one instalment of the loan", async () => {
      const loanNo = await borrowed("BORROWER", 6000);
      const [owed, instalment] = [6270, 1045];
      const over = await repay(loanNo, owed + instalment + 0.01, { over: instalment + 0.01 });
      expect(over.status).toBe(422);
      expect(over.body).toMatchObject({ errors: [{ field: "amount" }] });
      await waiting(loanNo, owed + instalment, { over: instalment });
    });

    it("waits for a second person above its threshold", async () => {
      const loanNo = await borrowed("BORROWER", 6000);
      await approve(await waiting(loanNo, 7270.01, { over: 1000.01 }));
      expect(await owedOn(loanNo)).toBe(-1000.01);
      const other = await borrowed("BORROWER", 6000);
      expect(requestOf(await repay(other, 7270, { over: 1000 }))).toBe("");
    });

    it("releases no guarantor until a second person has confirmed it", async () => {
      const loanNo = await borrowed("BORROWER", 6000);
      await guarantee(loanNo, "OP2");
      const id = await waiting(loanNo, 6271, { over: 1 });
      expect(await guarantorsOf(loanNo)).toEqual(["accepted"]);
      await approve(id);
      expect(await guarantorsOf(loanNo)).toEqual(["released"]);
    });

    it("exactly the balance releases them at once", async () => {
      const loanNo = await borrowed("BORROWER", 6000);
      await guarantee(loanNo, "OP2");
      expect(requestOf(await repay(loanNo, 6270))).toBe("");
      expect(await guarantorsOf(loanNo)).toEqual(["released"]);
    });
  });

  describe("the database limits who may record a receipt", () => {
    const step = (loanNo: string, values: Record<string, unknown>) => {
      const columns = Object.keys(values);
      return society.owner.query(
        `insert into loan_step (loan_id, step, receipt_no, ${columns.join(", ")})
        select id, 'repaid', 'OPD-' || nextval('journal_entry_id_seq'),
          ${columns.map((_, at) => `$${at + 2}`).join(", ")}
        from loan where loan_no = $1`,
        [loanNo, ...Object.values(values)],
      );
    };

    it("to two people who confirm it, on a loan that concerns neither of them", async () => {
      const loanNo = await borrowed("OWN1");
      await guarantee(loanNo, "OP3");
      await isMember("CLERK", "OWN1");
      await expect(step(loanNo, { taken_by: "staff:CLERK" })).rejects.toThrow("concerns them");
      const confirmed = { taken_by: "staff:CLERK2", confirmed_by: "staff:CLERK" };
      await expect(step(loanNo, confirmed)).rejects.toThrow("concerns them");
      await isMember("CLERK", "OP3");
      await expect(step(loanNo, { taken_by: "staff:CLERK" })).rejects.toThrow("concerns them");
      await isMember("CLERK", "OP1");
      const same = { taken_by: "member:OP1", confirmed_by: "staff:CLERK" };
      await expect(step(loanNo, same)).rejects.toMatchObject({
        constraint: "loan_step_confirmation_people",
      });
      await isMember("CLERK", null);
    });

    it("to no overpayment above an instalment, and none alone with a guarantor", async () => {
      const loanNo = await borrowed("OWN1", 6000);
      const over = (over_cents: number) => ({ taken_by: "staff:CLERK", over_cents });
      await expect(step(loanNo, over(104_501))).rejects.toThrow("one instalment");
      await step(loanNo, over(104_500));
      await guarantee(loanNo, "OP3");
      await expect(step(loanNo, over(1))).rejects.toThrow("takes two people");
      await step(loanNo, { ...over(1), confirmed_by: "staff:TREASURER" });
    });

    it("and accepts no threshold that lets one person record any sum", async () => {
      await raiseOnePersonLimits(society);
      for (const column of ["opening_savings", "repayment", "over", "day"]) {
        const more = `update one_person_limit set ${column}_cents = ${column}_cents + 1`;
        await expect(society.owner.query(more)).rejects.toThrow("one_person_limit");
      }
    });
  });
});
