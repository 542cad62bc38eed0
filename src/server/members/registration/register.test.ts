import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { problemWords } from "#shared/messages/kernel/problems.ts";
import {
  approveRequest,
  codeFor,
  employ,
  enrol,
  foundSociety,
  signIn,
  signUpBody,
} from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { registrationMessages } from "./messages.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
let clerk = "";

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "ST1", "clerk");
  clerk = await signIn(society, "ST1");
  const till = { token: clerk, body: { float: 0 } };
  expect((await society.send("POST", "/api/v1/counter/till", till)).status).toBe(201);
});

let next = 0;
/** A form with all fields valid and unique details. */
function form(others: Record<string, unknown> = {}): Record<string, unknown> {
  next += 1;
  const mobile = `0711${String(100_000 + next)}`;
  return {
    member: "Achieng Otieno",
    idno: `3${1_000_000 + next}`,
    savings: 1500,
    mobile,
    ...others,
  };
}

const send = (body: unknown, path = "/api/members", headers = {}) =>
  society.send("POST", path, { token: clerk, body, headers });
/** Retries while the server is busy, as a page does: each in turn gets a number. */
async function insist(body: unknown): ReturnType<typeof send> {
  const reply = await send(body);
  return reply.status === 503 ? insist(body) : reply;
}
const numberOf = (reply: { body: unknown }) => (reply.body as { memberNo: string }).memberNo;

async function rowOf(memberNo: string) {
  const found = await society.owner.query("select * from member where member_no = $1", [memberNo]);
  return found.rows[0] as Record<string, unknown>;
}

steps("step by step", () => {
  describe("a registration at the desk", () => {
    it("answers 201 with the new number, at both addresses", async () => {
      const first = await send(form());
      expect(first.status, first.text).toBe(201);
      const message = "Data submitted successfully";
      const receiptNo = "RC0000001";
      expect(first.body).toEqual({ code: 201, message, memberNo: "MS1001", receiptNo });
      expect(numberOf(await send(form(), "/api/v1/members"))).toBe("MS1002");
    });

    it("stores name parts, payroll number, KRA PIN, and next of kin with shares", async () => {
      const filled = {
        surname: "Thiong'o",
        firstNames: "Wanjikũ  wa",
        payrollNo: " knh/77 ",
        kraPin: "a012345678z",
        nextOfKin: [
          { name: "Peter  Kamau", relation: "Brother", share: "60 %" },
          { name: "Faith Njeri", relation: "", share: 40 },
        ],
      };
      const memberNo = numberOf(await send(form(filled)));
      const row = await rowOf(memberNo);
      expect(row).toMatchObject({
        surname: "Thiong'o",
        first_names: "Wanjikũ wa",
        payroll_no: "KNH/77",
        kra_pin: "A012345678Z",
      });
      const kin = await society.owner.query(
        `select full_name, relation, share_bp from next_of_kin
        where member_id = $1 order by position`,
        [row["id"]],
      );
      expect(kin.rows).toEqual([
        { full_name: "Peter Kamau", relation: "Brother", share_bp: 6000 },
        { full_name: "Faith Njeri", relation: "", share_bp: 4000 },
      ]);
      const same = await send(form({ payrollNo: "KNH/77" }));
      expect(same.status).toBe(422);
      expect(same.body).toMatchObject({
        errors: [{ field: "payrollNo", message: problemWords("en", "payrollNo.known") }],
      });
    });

    it.each([
      ["surname", { firstNames: "Wanjiku" }, "field.required"],
      ["firstNames", { surname: "Kamau" }, "field.required"],
      ["payrollNo", { payrollNo: "KNH 77" }, "payrollNo.form"],
      ["kraPin", { kraPin: "A12345678Z" }, "kraPin.form"],
      ["nextOfKin.0.share", { nextOfKin: [{ name: "A B", share: "101" }] }, "share.form"],
      ["nextOfKin.0.share", { nextOfKin: [{ name: "A B", share: "60" }] }, "kin.shares"],
      ["nextOfKin.0.name", { nextOfKin: [{ name: "", share: "100" }] }, "field.required"],
      [
        "nextOfKin",
        { nextOfKin: Array.from({ length: 4 }, (_, n) => ({ name: `Kin ${n}` })) },
        "kin.many",
      ],
    ] as const)("reports at %s what is wrong with %j", async (field, given, problem) => {
      const reply = await send(form(given));
      expect(reply.status).toBe(422);
      expect(reply.body).toMatchObject({
        errors: [{ field, message: problemWords("en", problem) }],
      });
    });

    it("stores what was filled in, and the age with the day it was stated", async () => {
      const filled = {
        member: "  Wanjikũ   wa Thiong'o ",
        idno: 28_400_001,
        gender: "F",
        age: "34",
        residence: "Kasarani, Nairobi",
        mobile: "0722 000 111",
        email: "Wanjiku@Example.com",
        savings: "2500",
        nothingWeKnow: "of an older client",
      };
      const memberNo = numberOf(await send(form(filled)));
      expect(await rowOf(memberNo)).toMatchObject({
        full_name: "Wanjikũ wa Thiong'o",
        national_id: "28400001",
        gender: "female",
        stated_age: 34,
        residence: "Kasarani, Nairobi",
        mobile_number: "+254722000111",
        email: "wanjiku@example.com",
        registered_by: "staff:ST1",
        membership: "active",
      });
      const bare = numberOf(await send({ member: "Juma Ali", idno: "A1234567", savings: 10 }));
      expect(await rowOf(bare)).toMatchObject({ gender: "", stated_age: null, mobile_number: "" });
    });

    it("receives the savings in the clerk's open till, with a receipt", async () => {
      const reply = await send(form({ savings: "1750" }));
      const memberNo = numberOf(reply);
      const { receiptNo } = reply.body as { receiptNo: string };
      const lines = await society.owner.query(
        `select e.kind, a.code, l.amount_cents::int as cents from journal_line l
        join journal_entry e on e.id = l.entry_id join ledger_account a on a.id = l.account_id
        where e.receipt_no = $1 order by l.line_no`,
        [receiptNo],
      );
      const kind = "deposit-in-cash";
      expect(lines.rows).toEqual([
        { kind, code: "till-cash", cents: 175_000 },
        { kind, code: "member-deposits", cents: -175_000 },
      ]);
      const total = await society.send("GET", `/api/v1/savings/sumTotal/${memberNo}`, {
        token: clerk,
      });
      expect(total.body).toBe(1750);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("sends a welcome to the member's phone, with which they then sign up", async () => {
      const memberNo = numberOf(await send(form({ mobile: "0733000222", email: "a@example.com" })));
      const sent = await society.messages();
      const sms = sent.find(({ text }) => text.includes(`Your Member No is ${memberNo}.`));
      expect(sms?.to).toBe("+254733000222");
      const otp = await codeFor(society, memberNo);
      const body = signUpBody(memberNo, otp, { mobileNo: "0733000222", email: "a@example.com" });
      expect((await society.send("POST", "/api/v1/auth/register", { body })).status).toBe(201);
      await signIn(society, memberNo);
    });

    it.each([
      ["member", { member: undefined }, "Please fill this in."],
      ["member", { member: " " }, "Please fill this in."],
      ["member", { member: "<b>" }, "name as on the ID"],
      ["idno", { idno: undefined }, "Please fill this in."],
      ["idno", { idno: "12" }, "4 to 20"],
      ["idno", { idno: "284169०3" }, "4 to 20"],
      ["savings", { savings: undefined }, "Please fill this in."],
      ["savings", { savings: 0 }, "Savings must be between"],
      ["savings", { savings: "-5" }, "more than 0"],
      ["savings", { savings: "1000000000" }, "more than 0"],
      ["age", { age: 17 }, "Age must be between 18 and 120"],
      ["age", { age: "121" }, "Age must be between 18 and 120"],
      ["gender", { gender: "unknown" }, "Choose female, male or other"],
      ["mobile", { mobile: "0812000482" }, "Kenyan mobile number"],
      ["email", { email: "nobody" }, "email address"],
    ])("is rejected at %s: %j", async (field, wrong, words) => {
      const before = await society.owner.query("select last from member_number_series");
      const reply = await send(form(wrong));
      expect(reply.status).toBe(422);
      const { errors } = reply.body as { errors: { field: string; message: string }[] };
      expect(errors).toEqual([{ field, message: expect.stringContaining(words) as string }]);
      expect((await society.owner.query("select last from member_number_series")).rows).toEqual(
        before.rows,
      );
    });

    it("treats empty values as not filled in", async () => {
      const empty = { gender: "", age: "", residence: "", mobile: "", email: "" };
      expect((await send(form(empty))).status).toBe(201);
    });

    it("is done once for one key, however often it is sent", async () => {
      const body = form();
      const headers = { "idempotency-key": "register-once" };
      const first = await send(body, "/api/members", headers);
      const again = await send(body, "/api/members", headers);
      expect(numberOf(again)).toBe(numberOf(first));
      expect(again.headers.get("idempotency-replayed")).toBe("true");
    });
  });

  describe("a person who is already on the register", () => {
    it("is shown to staff with their number, at the ID and mobile fields", async () => {
      await enrol(society, "OLD7", { mobile: "+254700000007" });
      const reply = await send(form({ idno: "28416903", mobile: "0700 000 007" }));
      expect(reply.status).toBe(422);
      expect(reply.body).toMatchObject({
        errors: [
          { field: "idno", message: "That ID belongs to member OLD7. Open their record first." },
          {
            field: "mobile",
            message: "That number belongs to member OLD7. Open their record first.",
          },
        ],
      });
    });

    it("is registered once by fifty at once, and fifty others get a number each", async () => {
      const one = form();
      const same = await Promise.all(
        Array.from({ length: 50 }, (_, n) => insist({ ...one, member: `Copy ${n} of one` })),
      );
      expect(same.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(same.filter(({ status }) => status === 422)).toHaveLength(49);
      const others = await Promise.all(Array.from({ length: 50 }, () => insist(form())));
      expect(new Set(others.map(numberOf)).size).toBe(50);
      const held = await society.owner.query("select from member where national_id = $1", [
        one["idno"],
      ]);
      expect(held.rowCount).toBe(1);
    });

    it("is rejected by the database too, and may rejoin after leaving", async () => {
      const body = form();
      const memberNo = numberOf(await send(body));
      const copy = `insert into member (member_no, full_name, national_id, joined_on, registered_by)
      select 'COPY1', full_name, national_id, joined_on, registered_by from member
      where member_no = $1`;
      await expect(society.owner.query(copy, [memberNo])).rejects.toThrow("member_identity_once");
      await society.owner.query("update member set membership = 'left' where member_no = $1", [
        memberNo,
      ]);
      expect((await send(body)).status).toBe(201);
    });
  });

  describe("the number of a new member", () => {
    it("continues the register's numbering, after any imported numbers", async () => {
      const highest = numberOf(await send(form()));
      const after = (by: number) => `MS${Number(highest.slice(2)) + by}`;
      await enrol(society, after(1));
      await enrol(society, after(40));
      expect(numberOf(await send(form()))).toBe(after(41));
      expect(numberOf(await send(form()))).toBe(after(42));
      await society.owner.query("update member_number_series set last = null");
      await society.owner.query(
        `insert into member (member_no, full_name, joined_on)
        select 'UZ/' || lpad(n::text, 5, '0'), 'Member', '2020-01-01'
        from generate_series(1, 900) n`,
      );
      expect(numberOf(await send(form()))).toBe("UZ/00901");
    });
  });

  describe("the welcome message", () => {
    it.each(["en", "sw"] as const)("fits one SMS, in plain characters, in %s", (language) => {
      const params = {
        society: "Uzima Hospital Sacco",
        phone: "0709 000 210",
        memberNo: "MS100482",
        address: "https://uzimasacco.co.ke",
      };
      const text = registrationMessages[0]?.render(language, params).text ?? "";
      expect(text.length, text).toBeLessThanOrEqual(160);
      expect(text).toMatch(/^[\x20-\x7e]+$/);
      expect(text).not.toMatch(/[{}]/);
    });
  });

  describe("opening savings above the limit for one person", () => {
    const treasurer = { token: "" };
    beforeAll(async () => {
      await employ(society, "ST5", "treasurer");
      treasurer.token = await signIn(society, "ST5");
      await society.owner.query("delete from recorded_alone");
    });
    const registered = (reply: { body: unknown }) =>
      reply.body as { memberNo: string; approvalId?: string };
    const depositsOf = async (memberNo: string) => {
      const path = `/api/v1/savings/sumTotal/${encodeURIComponent(memberNo)}`;
      return (await society.send("GET", path, { token: clerk })).body;
    };

    it("wait for a second person, while the member is registered at once", async () => {
      const reply = await send(form({ savings: "10000.01", mobile: "0733000555" }));
      expect(reply.status, reply.text).toBe(201);
      const { memberNo, approvalId = "" } = registered(reply);
      expect(await rowOf(memberNo)).toMatchObject({ membership: "active" });
      expect((await society.messages())[0]?.to).toBe("+254733000555");
      expect(await depositsOf(memberNo)).toBe(0);
      const { body } = await society.send("GET", "/api/v1/approvals", treasurer);
      expect((body as { rows: { facts: unknown }[] }).rows.at(-1)?.facts).toEqual([
        { name: "name", value: "Achieng Otieno" },
        { name: "memberNo", value: memberNo },
        { name: "amount", value: "10000.01" },
        { name: "date", value: "2026-04-14" },
      ]);
      await approveRequest(society, treasurer.token, approvalId);
      expect(await depositsOf(memberNo)).toBe(10_000.01);
    });

    it("count from the day they were brought", async () => {
      const { memberNo, approvalId = "" } = registered(await send(form({ savings: 15_000 })));
      society.clock.advance(26 * 3600);
      clerk = await signIn(society, "ST1");
      treasurer.token = await signIn(society, "ST5");
      await approveRequest(society, treasurer.token, approvalId);
      const found = await society.owner.query(
        "select value_date::text from journal_entry where reference_no = $1",
        [memberNo],
      );
      expect(found.rows).toEqual([{ value_date: "2026-04-14" }]);
    });

    it("also wait once one person has recorded the day's limit in small amounts", async () => {
      await society.owner.query("delete from recorded_alone");
      const replies = [];
      for (let count = 0; count < 6; count += 1)
        replies.push(await send(form({ savings: 10_000 })));
      expect(replies.map((reply) => registered(reply).approvalId !== undefined)).toEqual([
        false,
        false,
        false,
        false,
        false,
        true,
      ]);
    });

    it("are not posted if the member confirms them", async () => {
      const { memberNo, approvalId = "" } = registered(await send(form({ savings: 20_000 })));
      const link = `update staff set member_id = (select id from member where member_no = $1)
      where staff_no = 'ST5'`;
      await society.owner.query(link, [memberNo]);
      const path = `/api/v1/approvals/${approvalId}/approval`;
      const reply = await society.send("POST", path, { ...treasurer, body: { digest: "any" } });
      expect(reply.body).toMatchObject({ reason: "own-account" });
      expect(await depositsOf(memberNo)).toBe(0);
    });
  });

  it("staff cannot register themselves", async () => {
    await society.owner.query(
      "update staff set mobile_number = '+254733000777' where staff_no = 'ST1'",
    );
    const reply = await send(form({ mobile: "0733000777" }));
    expect(reply.body).toMatchObject({ reason: "own-membership" });
  });
});
