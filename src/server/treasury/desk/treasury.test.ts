import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { postAll } from "#server/ledger/journal/post.ts";
import { shillings } from "#shared/money.ts";
import { paybillCalls, paybillConfig, paymentCallback } from "#test/paybill.ts";
import { totalOf } from "#test/payouts.ts";
import { employ, enrol, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { statusesOf, useServedSociety } from "#test/served-society.ts";
import { staffTreasury, treasuryCalls } from "#test/treasury.ts";

const society = useServedSociety({
  config: paybillConfig,
  limits: { writesPerMinute: 6000, writeBurst: 6000, readsPerMinute: 6000, readBurst: 6000 },
});
const tokens: Record<string, string> = {};
const { tryToEnter, enter, approve, book, read } = treasuryCalls(society, tokens);
const { confirm } = paybillCalls(society);
const of = (code: string) => totalOf(society, code);
const problemOf = ({ body }: { body: unknown }) => body as { reason: string; errors?: unknown };
const fieldsOf = (reply: { body: unknown }) => JSON.stringify(reply.body);
const reverse = (id: string, who = "TREASURER") =>
  society.send("POST", `/api/v1/treasury/movements/${id}/reversal`, {
    token: tokens[who] ?? "",
    body: { reason: "Entered for the wrong bank" },
  });

let drawn = 0;
const nextReference = () => {
  drawn += 1;
  return `FT2604${String(drawn).padStart(4, "0")}`;
};
const funded = (amount: number) => ({
  kind: "mobile-money-funded",
  amount,
  reference: nextReference(),
});

beforeAll(async () => {
  await foundSociety(society);
  await enrol(society, "MS1");
  await staffTreasury(society, tokens);
});

/** Makes the society owe withheld tax or a hospital bill of a member, or be owed a check-off. */
async function owe(
  kind: "withholding-tax" | "dividend-to-hospital-bill" | "check-off",
  of: number,
) {
  const memberId = await memberIdOf(society, "MS1");
  const theirs = (code: "dividend-payable" | "member-deposits") => memberAccount(code, memberId);
  const amount = shillings(of);
  const declared: Entry = {
    kind: "dividend-declared",
    dividendYear: 2025,
    narration: "Declared",
    lines: [
      debit(societyAccount("dividend-appropriation"), amount),
      credit(theirs("dividend-payable"), amount),
    ],
  };
  const owed = kind === "withholding-tax" ? "withholding-tax-payable" : "hospital-bills-payable";
  const entries: Entry[] =
    kind === "check-off"
      ? [
          {
            kind: "deposit-by-check-off",
            narration: "Check-off",
            lines: [
              debit(societyAccount("check-off-clearing"), amount),
              credit(theirs("member-deposits"), amount),
            ],
          },
        ]
      : [
          declared,
          {
            kind,
            narration: "Owed",
            lines: [
              debit(theirs("dividend-payable"), amount),
              credit(societyAccount(owed), amount),
            ],
          },
        ];
  await society.database.unitOfWork("test", (work) => postAll(work, entries));
}

describe("a movement of the society's own money", () => {
  it("is booked once another person approves it, and says who both were", async () => {
    const before = await of("mobile-money");
    const { id, approvalId } = await enter({ ...funded(5000), description: "Float for payouts" });
    expect(await of("mobile-money")).toBe(before);
    expect(await read(id)).toMatchObject({ state: "waiting", waiting: { approvalId } });
    expect((await approve(approvalId)).status).toBe(201);
    expect(await of("mobile-money")).toBe(before + 5000);
    expect(await read(id)).toMatchObject({
      state: "posted",
      enteredBy: "Staff TREASURER",
      approvedBy: "Staff ADMIN",
      description: "Float for payouts",
    });
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is not approved by the person who entered it", async () => {
    const own = await enter(funded(10), "ADMIN");
    expect(problemOf(await approve(own.approvalId, "ADMIN")).reason).toBe("approval-two-people");
    expect(await read(own.id)).toMatchObject({ state: "waiting" });
  });

  it.each(["CLERK", "LOANS", "AUDITOR"])("is not approved by %s", async (who) => {
    const { approvalId } = await enter(funded(10));
    expect([403, 422]).toContain((await approve(approvalId, who)).status);
    expect((await approve(approvalId)).status).toBe(201);
  });

  it.each([
    ["LOANS", 403],
    ["AUDITOR", 403],
    ["CLERK", 201],
  ])("is entered by %s: %i", async (who, status) => {
    const reply = await tryToEnter({ ...funded(10), description: "Slip" }, who);
    expect(reply.status).toBe(status);
  });

  it("is not approved in a role that is new", async () => {
    await employ(society, "NEWADMIN", "administrator");
    await society.owner.query("update staff set role_since = akiba_now() where staff_no = $1", [
      "NEWADMIN",
    ]);
    tokens["NEWADMIN"] = await signIn(society, "NEWADMIN");
    const { approvalId } = await enter(funded(10));
    expect(problemOf(await approve(approvalId, "NEWADMIN")).reason).toBe("role-too-new");
  });

  it("is booked once, however many approve it at once", async () => {
    const before = await of("mobile-money");
    const { approvalId } = await enter(funded(700));
    const replies = await Promise.all([approve(approvalId), approve(approvalId, "SECOND")]);
    expect(statusesOf(replies)[0]).toBe(201);
    expect(statusesOf(replies)[1]).not.toBe(201);
    expect(await of("mobile-money")).toBe(before + 700);
  });

  it("counts a reference once: the second movement with it is rejected", async () => {
    const first = funded(100);
    await book(first);
    const again = await tryToEnter({ ...first, description: "The same slip" });
    expect(fieldsOf(again)).toContain("reference");
    expect(again.status).toBe(422);
    const other = { kind: "cash-drawn", amount: 100, reference: first.reference };
    expect((await tryToEnter({ ...other, description: "The same slip" })).status).toBe(422);
    const charge = { kind: "bank-charge", amount: 5, reference: first.reference };
    await book(charge);
    const race = { ...funded(100), description: "One slip" };
    const replies = await Promise.all([tryToEnter(race), tryToEnter(race, "CLERK")]);
    expect(statusesOf(replies)).toEqual([201, 422]);
  });

  it("counts a reference once in the database too, whoever writes to it", async () => {
    await society.owner.query("begin");
    await society.owner.query("set local session_replication_role = replica");
    const insert = (id: number) =>
      society.owner.query(
        `insert into treasury_movement (id, kind, amount_cents, value_date, reference, counted_as,
            description, approval_id, entered_by, state, approved_by, approved_at, entry_id)
          values ($1::bigint, 'mobile-money-funded', 1, '2026-01-01', 'TWICE', 'bank', 'Slip', $1,
            'staff:A', 'posted', 'staff:B', now(), $1)`,
        [id],
      );
    await insert(900_001);
    await expect(insert(900_002)).rejects.toThrow(/treasury_reference_once/);
    await society.owner.query("rollback");
  });

  it("is numbered without gaps, even if many are entered at once", async () => {
    await Promise.all(Array.from({ length: 8 }, () => enter(funded(1))));
    await tryToEnter({ ...funded(1), day: "2999-01-01", description: "Slip" });
    await enter(funded(1));
    const found = await society.owner.query(
      "select max(id)::int as last, count(*)::int as entered from treasury_movement",
    );
    expect(found.rows[0].last).toBe(found.rows[0].entered);
  });

  it("takes no M-Pesa receipt that a payment in has used", async () => {
    await confirm(paymentCallback("TDE9ZZ0001", "MS 77"));
    const body = { kind: "other-income-by-mpesa", amount: 1, reference: "TDE9ZZ0001" };
    const { approvalId } = await enter(body);
    expect(problemOf(await approve(approvalId)).reason).toBe("receipt-used");
  });

  it("has a day that is neither to come nor in a closed month", async () => {
    const late = await tryToEnter({ ...funded(1), description: "Slip", day: "2999-01-01" });
    expect(fieldsOf(late)).toContain("day");
    await society.owner.query("update books_closed set until = '2019-12-31'");
    const closed = await tryToEnter({ ...funded(1), description: "Slip", day: "2019-12-31" });
    expect(fieldsOf(closed)).toContain("day");
    const { approvalId } = await enter({ ...funded(1), day: "2020-01-15" });
    await society.owner.query("update books_closed set until = '2020-01-31'");
    expect(problemOf(await approve(approvalId)).reason).toBe("month-closed");
  });

  it.each([
    [{ kind: "loan-disbursed", amount: 1, reference: "FT1" }, "kind"],
    [{ kind: "mobile-money-funded", amount: 0, reference: "FT123" }, "amount"],
    [{ kind: "mobile-money-funded", amount: -5, reference: "FT123" }, "amount"],
    [{ kind: "mobile-money-funded", amount: "1.005", reference: "FT123" }, "amount"],
    [{ kind: "mobile-money-funded", amount: 5 }, "reference"],
    [{ kind: "mobile-money-funded", amount: 5, reference: "  " }, "reference"],
  ])("is not entered as %j", async (body, field) => {
    const reply = await tryToEnter({ description: "Slip", ...body });
    expect(reply.status).toBe(422);
    expect(fieldsOf(reply)).toContain(`"${field}"`);
  });

  it("stays as it was entered, whoever writes to it", async () => {
    const { id } = await enter(funded(25));
    for (const set of [
      "amount_cents = 1",
      "kind = 'bank-charge'",
      "value_date = '2020-01-01'",
      "reference = 'OTHER'",
      "description = 'Other'",
      "entered_by = 'staff:ADMIN'",
      "over_confirmed = true",
    ]) {
      const change = society.owner.query(`update treasury_movement set ${set} where id = $1`, [id]);
      await expect(change, set).rejects.toThrow(/cannot be changed/);
    }
    const dropped = society.owner.query("delete from treasury_movement where id = $1", [id]);
    await expect(dropped).rejects.toThrow();
  });
});

describe("a limit", () => {
  it("lets no more tax be remitted than is owed, even by two at once", async () => {
    await owe("withholding-tax", 1000);
    const owed = await of("withholding-tax-payable");
    const remit = (amount: number) => ({
      kind: "withholding-tax-remitted",
      amount,
      reference: nextReference(),
    });
    const over = await tryToEnter({ ...remit(owed + 1), description: "Tax" });
    expect(over.status).toBe(422);
    expect(over.text).toContain("at most");
    const one = await enter(remit(owed - 400));
    const two = await enter(remit(owed - 400));
    const replies = [await approve(one.approvalId), await approve(two.approvalId, "SECOND")];
    expect(replies[0]?.status).toBe(201);
    expect(problemOf(replies[1] ?? { body: null }).reason).toBe("movement-over");
    expect(await of("withholding-tax-payable")).toBe(400);
  });

  it("answers 409 if the amount owed changed after the second person read it", async () => {
    await owe("dividend-to-hospital-bill", 500);
    const bill = { kind: "hospital-bills-paid", amount: 200, reference: nextReference() };
    const { approvalId } = await enter(bill);
    const token = tokens["ADMIN"] ?? "";
    const list = await society.send("GET", "/api/v1/approvals", { token });
    const { rows } = list.body as { rows: { id: string; digest: string }[] };
    const digest = rows.find(({ id }) => id === approvalId)?.digest;
    await owe("dividend-to-hospital-bill", 50);
    const reply = await society.send("POST", `/api/v1/approvals/${approvalId}/approval`, {
      token,
      body: { digest },
    });
    expect(reply.status).toBe(409);
    expect(problemOf(reply).reason).toBe("approval-changed");
  });

  it("takes more check-off than is due only with a confirmation", async () => {
    await owe("check-off", 300);
    const received = { kind: "check-off-received", amount: 400, reference: nextReference() };
    expect((await tryToEnter({ ...received, description: "Check-off" })).status).toBe(422);
    await book({ ...received, overConfirmed: true });
    const tax = { kind: "withholding-tax-remitted", amount: 1e6, reference: nextReference() };
    const forced = await tryToEnter({ ...tax, description: "Tax", overConfirmed: true });
    expect(forced.status).toBe(422);
  });
});

describe("the list of movements", () => {
  const listed = async (query: string) => {
    const token = tokens["AUDITOR"] ?? "";
    const reply = await society.send("GET", `/api/v1/treasury/movements?${query}`, { token });
    return (reply.body as { rows: { id: string }[] }).rows.map(({ id }) => id);
  };
  const charge = {
    kind: "bank-charge",
    amount: 1234.5,
    reference: "LIST-77",
    description: "Fee of the standing order",
  };

  it("is found by its reference, its words, its amount, its kind and its day", async () => {
    const id = await book({ ...charge, day: "2026-03-03" });
    for (const query of [
      "search=list-77",
      "search=standing",
      "search=1,234.50",
      "search=1234.5",
      "kind=bank-charge&from=2026-03-03&to=2026-03-03",
    ]) {
      expect(await listed(`tab=posted&${query}`), query).toEqual([id]);
    }
    expect(await listed("tab=waiting&search=LIST-77")).toEqual([]);
    expect(await listed("tab=posted&search=LIST-77&from=2026-03-04")).toEqual([]);
  });

  it("is exported as it is listed", async () => {
    await book({ ...charge, amount: 77, reference: "LIST-78", description: "=Fee" });
    const token = tokens["AUDITOR"] ?? "";
    const path = "/api/v1/treasury/movements.csv?tab=posted&search=LIST-78";
    const { text, status } = await society.send("GET", path, { token });
    expect(status).toBe(200);
    expect(text.trim().split("\r\n")).toHaveLength(2);
    expect(text).toContain("Bank charge,LIST-78,'=Fee,77.00,In the books,Staff TREASURER");
  });

  it("shows the tax that is owed with its due day, the earliest first", async () => {
    await owe("withholding-tax", 100);
    const owed = (await of("withholding-tax-payable")) * 100;
    await society.owner.query(
      `insert into tax_withheld_day (withheld_on, due_on, amount_cents)
        values ('2026-04-01', '2026-04-10', 5000), ('2026-04-02', '2026-04-13', $1::bigint)`,
      [owed - 1000],
    );
    const token = tokens["TREASURER"] ?? "";
    const { body } = await society.send("GET", "/api/v1/treasury/position", { token });
    expect(body).toMatchObject({
      taxDue: [
        { withheldOn: "2026-04-01", dueOn: "2026-04-10", amount: 10 },
        { withheldOn: "2026-04-02", dueOn: "2026-04-13", amount: (owed - 1000) / 100 },
      ],
    });
  });
});

describe("a reversal of a movement", () => {
  it("takes two people, and frees the reference for the right entry", async () => {
    const movement = funded(900);
    const id = await book(movement);
    const before = await of("mobile-money");
    const asked = await reverse(id);
    const { approvalId } = asked.body as { approvalId: string };
    expect(problemOf(await approve(approvalId, "TREASURER")).reason).toBe("approval-two-people");
    expect((await approve(approvalId)).status).toBe(201);
    expect(await of("mobile-money")).toBe(before - 900);
    expect(await read(id)).toMatchObject({
      state: "reversed",
      reversal: { askedBy: "Staff TREASURER", approvedBy: "Staff ADMIN" },
    });
    expect(problemOf(await reverse(id)).reason).toBe("movement-state");
    await book(movement);
  });

  it("is of a booked movement only", async () => {
    const { id } = await enter(funded(5));
    expect(problemOf(await reverse(id)).reason).toBe("movement-state");
    expect((await reverse("999999")).status).toBe(404);
  });
});
