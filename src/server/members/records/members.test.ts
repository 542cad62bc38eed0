import { beforeAll, describe, expect, it } from "vitest";
import { cents } from "#shared/money.ts";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { enrolWithLogin, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { post } from "#server/ledger/journal/post.ts";

const society = useServedSociety();
let token = "";
let bareToken = "";

beforeAll(async () => {
  await enrolWithLogin(society, "ME1", { fullName: "Wanjiru Njeri Kamau" });
  await society.owner.query(
    `insert into member (member_no, full_name, joined_on) values ('ME2', 'Asha', '2026-01-01')`,
  );
  await society.owner.query(
    `insert into login (login_no, member_id, password_phc)
      select 'ME2', (select id from member where member_no = 'ME2'), password_phc
      from login where login_no = 'ME1'`,
  );
  token = await signIn(society, "ME1");
  bareToken = await signIn(society, "ME2");
});

describe("a member's details", () => {
  it("have the contract's names, and all are text", async () => {
    const reply = await society.send("GET", "/api/v1/member/ME1", { token });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^\d+$/),
      accNo: "ME1",
      holdersName: "Wanjiru Njeri Kamau",
      tel1: "+254712000482",
      emailAdd: "me1@example.com",
      idNo: "28416903",
      postalAddress: "",
      nok1: "Peter Kamau Mwangi",
      nok2: "",
      nok3: "",
      nok1Details: "",
      nok2Details: "",
      nok3Details: "",
      payrollNo: "",
      kraPin: "",
    });
  });

  it("are empty text if the register holds nothing, never null", async () => {
    const reply = await society.send("GET", "/api/v1/member/me2", { token: bareToken });
    expect(reply.status).toBe(200);
    const values = Object.values(reply.body as Record<string, unknown>);
    for (const value of values) expect(typeof value).toBe("string");
  });
});

describe("a member's totals", () => {
  it.each(["savings", "dividendPayable", "shareCapital"])(
    "%s is one bare number, zero if there is nothing",
    async (name) => {
      for (const [memberNo, bearer] of [
        ["ME1", token],
        ["ME2", bareToken],
      ] as const) {
        const path = `/api/v1/${name}/sumTotal/${memberNo}`;
        const reply = await society.send("GET", path, { token: bearer });
        expect(reply.status).toBe(200);
        expect(reply.text).toBe("0");
        expect(reply.headers.get("content-type")).toContain("application/json");
      }
    },
  );

  it("follow the journal to the cent", async () => {
    const found = await society.owner.query<{ id: string }>(
      "select id from member where member_no = 'ME1'",
    );
    const memberId = BigInt(found.rows[0]?.id ?? 0);
    await society.database.unitOfWork("test", async (work) => {
      await post(work, {
        kind: "deposit-by-check-off",
        valueDate: "2026-03-31" as CalendarDate,
        narration: "Check-off",
        lines: [
          { account: societyAccount("check-off-clearing"), amount: cents(600_050n) },
          { account: memberAccount("member-deposits", memberId), amount: cents(-600_050n) },
        ],
      });
    });
    const reply = await society.send("GET", "/api/v1/savings/sumTotal/ME1", { token });
    expect(reply.text).toBe("6000.5");
  });
});
