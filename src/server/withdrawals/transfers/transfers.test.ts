import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { totalOf } from "#test/payouts.ts";
import { employ, enrolWithLogin, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { reasonOf, useServedSociety } from "#test/served-society.ts";
import { openWithdrawable } from "#test/withdrawable.ts";

const society = useServedSociety({
  limits: {
    writesPerMinute: 6000,
    writeBurst: 6000,
    readsPerMinute: 6000,
    readBurst: 6000,
    signInFailuresPerIp: 10_000,
  },
});
const tokens: Record<string, string> = {};
const of = (code: string, memberNo: string) => totalOf(society, code, memberNo);
const move = (memberNo: string, body: object, headers: Record<string, string> = {}) =>
  society.send("POST", "/api/v1/transfers", { token: tokens[memberNo] ?? "", body, headers });
const read = async (memberNo: string, who = memberNo) =>
  (
    await society.send("GET", `/api/v1/members/${memberNo}/transfers`, {
      token: tokens[who] ?? "",
    })
  ).body;

let enrolled = 100;
/** Enrols a member with a withdrawable account of 1,000. */
const newMember = async (balance = 1000) => {
  enrolled += 1;
  const memberNo = `TM${enrolled}`;
  await enrolWithLogin(society, memberNo, { mobile: `+254712001${enrolled}` });
  await openWithdrawable(society, memberNo, balance);
  tokens[memberNo] = await signIn(society, memberNo);
  return memberNo;
};

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "CLERK", "clerk");
  tokens["CLERK"] = await signIn(society, "CLERK");
});

describe("a transfer from a withdrawable account", () => {
  it.each([
    ["deposits", "member-deposits"],
    ["share-capital", "share-capital"],
  ])("to %s is in the books at once, with a number and an SMS", async (to, code) => {
    const memberNo = await newMember();
    const made = await move(memberNo, { to, amount: "250.50" });
    expect(made.status, made.text).toBe(201);
    const { reference } = made.body as { reference: string };
    expect(made.body).toMatchObject({ to, amount: 250.5, balance: 749.5 });
    expect(reference).toMatch(/^TR-\d{6}$/);
    expect(await of("withdrawable-deposits", memberNo)).toBe(749.5);
    expect(await of(code, memberNo)).toBe(250.5);
    const sent = (await society.messages()).filter(({ text }) => text.includes(reference));
    expect(sent).toHaveLength(1);
    expect(await read(memberNo)).toMatchObject({
      blocked: "",
      accounts: [{ accountNo: `${memberNo}-W1`, balance: 749.5, uncounted: 0 }],
      rows: [{ reference, to, amount: 250.5 }],
    });
  });

  it("repays a loan, and settles it with the exact amount owed", async () => {
    const memberNo = await newMember(50_000);
    await lend(society, memberNo, { loanNo: `IL-T-${memberNo}`, principal: 3000 });
    const loanNo = `IL-T-${memberNo}`;
    const owed = await of("loan-receivable", memberNo);
    const over = await move(memberNo, { to: "loan", loanNo, amount: owed + 1 });
    expect(over.status).toBe(422);
    expect(over.text).toContain("You owe Ksh");
    expect((await move(memberNo, { to: "loan", loanNo, amount: 100 })).status).toBe(201);
    expect((await move(memberNo, { to: "loan", loanNo, amount: owed - 100 })).status).toBe(201);
    expect(await of("loan-receivable", memberNo)).toBe(0);
    const found = await society.owner.query("select state from loan where loan_no = $1", [loanNo]);
    expect(found.rows).toEqual([{ state: "settled" }]);
    const again = await move(memberNo, { to: "loan", loanNo, amount: 1 });
    expect(reasonOf(again)).toBe("no-such-loan");
  });

  it("never repays the loan of somebody else", async () => {
    const [memberNo, other] = [await newMember(), await newMember()];
    await lend(society, other, { loanNo: `IL-T-${other}`, principal: 3000 });
    const tried = await move(memberNo, { to: "loan", loanNo: `IL-T-${other}`, amount: 100 });
    expect(reasonOf(tried)).toBe("no-such-loan");
    expect(await of("withdrawable-deposits", memberNo)).toBe(1000);
  });

  it("is rejected with the balance if the account has less", async () => {
    const memberNo = await newMember();
    const tried = await move(memberNo, { to: "deposits", amount: "1000.01" });
    expect(tried.status).toBe(422);
    expect(tried.text).toContain("Your account has Ksh 1,000.00");
    expect(await of("member-deposits", memberNo)).toBe(0);
  });

  it("takes the balance once, however many are made at once", async () => {
    const memberNo = await newMember();
    const tries = Array.from({ length: 20 }, () => move(memberNo, { to: "deposits", amount: 400 }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(2);
    expect(await of("withdrawable-deposits", memberNo)).toBe(200);
    expect(await of("member-deposits", memberNo)).toBe(800);
  });

  it("is made once if the same request comes again", async () => {
    const memberNo = await newMember();
    const key = { "idempotency-key": "b0d43bdc-6c1f-4c2e-9c65-0a6f6f5f7f01" };
    const body = { to: "deposits", amount: 100 };
    const first = await move(memberNo, body, key);
    expect((await move(memberNo, body, key)).body).toEqual(first.body);
    expect(await of("member-deposits", memberNo)).toBe(100);
  });

  it("names the account where a member has several", async () => {
    const memberNo = await newMember();
    await openWithdrawable(society, memberNo, 300, `${memberNo}-W2`);
    const left = await move(memberNo, { to: "deposits", amount: 100 });
    expect(left.status).toBe(422);
    const accountNo = `${memberNo}-W2`;
    const made = await move(memberNo, { to: "deposits", amount: 100, accountNo });
    expect(made.body).toMatchObject({ accountNo, balance: 200 });
  });

  it("is not made by staff, nor by a member who is suspended or leaving", async () => {
    const memberNo = await newMember();
    expect((await move("CLERK", { to: "deposits", amount: 100 })).status).toBe(403);
    await society.owner.query(
      `insert into member_exit (member_id, reason, asked_by)
        select id, 'Retires', 'staff:CLERK' from member where member_no = $1`,
      [memberNo],
    );
    expect(reasonOf(await move(memberNo, { to: "deposits", amount: 100 }))).toBe("member-leaving");
    expect(await read(memberNo)).toMatchObject({ blocked: "leaving" });
    expect(await of("withdrawable-deposits", memberNo)).toBe(1000);
  });

  it("is read by its member and the office, and by no other member", async () => {
    const [memberNo, other] = [await newMember(), await newMember()];
    expect(await read(memberNo, "CLERK")).toMatchObject({ rows: [] });
    expect(await read(memberNo, other)).toMatchObject({ reason: "not-yours" });
  });

  it("keeps the books right", async () => {
    expect(await reconcile(society.database)).toEqual([]);
  });
});

describe("a withdrawable account", () => {
  const open = (who: string) =>
    society.send("POST", "/api/v1/withdrawable-accounts", { token: tokens[who] ?? "", body: {} });
  const plainMember = async () => {
    enrolled += 1;
    const memberNo = `TM${enrolled}`;
    await enrolWithLogin(society, memberNo, { mobile: `+254712001${enrolled}` });
    tokens[memberNo] = await signIn(society, memberNo);
    return memberNo;
  };

  it("is opened by its member at once, and only one, however many ask for it at once", async () => {
    const memberNo = await plainMember();
    expect(await read(memberNo)).toMatchObject({ blocked: "no-account", accounts: [] });
    const tries = await Promise.all(Array.from({ length: 8 }, () => open(memberNo)));
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(reasonOf(await open(memberNo))).toBe("account-open");
    const accounts = [{ accountNo: `${memberNo}-W1`, balance: 0 }];
    expect(await read(memberNo)).toMatchObject({ blocked: "", accounts });
  });

  it("is not opened by staff, nor by a member who is leaving", async () => {
    const memberNo = await plainMember();
    expect((await open("CLERK")).status).toBe(403);
    await society.owner.query(
      `insert into member_exit (member_id, reason, asked_by)
        select id, 'Retires', 'staff:CLERK' from member where member_no = $1`,
      [memberNo],
    );
    expect(reasonOf(await open(memberNo))).toBe("member-leaving");
  });
});

describe("the database", () => {
  const insert = async (change: Record<string, string>) => {
    const memberNo = await newMember();
    await move(memberNo, { to: "deposits", amount: 100 });
    const columns = {
      member_id: "t.member_id",
      account_no: "t.account_no",
      destination: "t.destination",
      amount_cents: "t.amount_cents",
      entry_id: "(select max(id) from journal_entry where kind <> e.kind)",
      made_by: "t.made_by",
      ...change,
    };
    const sql = `insert into member_transfer (${Object.keys(columns).join(", ")})
      select ${Object.values(columns).join(", ")}
      from member_transfer t join journal_entry e on e.id = t.entry_id
      where t.member_id = ${await memberIdOf(society, memberNo)}`;
    const tried: unknown = await society.owner.query(sql).catch((error: unknown) => error);
    return (tried as { constraint?: string }).constraint;
  };

  it.each([
    ["by staff", { made_by: "'staff:CLERK'" }, "member_transfer_own"],
    ["by another member", { made_by: "'member:TM101'" }, "member_transfer_own"],
    ["without an entry of its amount", {}, "member_transfer_entry"],
  ])("rejects a transfer %s", async (_, change: Record<string, string>, constraint) => {
    expect(await insert(change)).toBe(constraint);
  });
});
