import { beforeAll, describe, expect, it } from "vitest";
import { checkOffOffice } from "#test/check-off.ts";
import { employ, enrol, enrolWithLogin, foundSociety, lend, signIn } from "#test/people.ts";
import { manyWrites, type Reply, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { take, read, variance } = checkOffOffice(society, tokens);

const send = (who: string, method: string, path: string, body?: unknown): Promise<Reply> =>
  society.send(method, `/api/v1${path}`, {
    token: tokens[who] ?? "",
    ...(body !== undefined && { body }),
  });
const change = (who: string, month: string, amount: number | string) =>
  send(who, "POST", "/monthly-contribution", { month, amount });
const changed = async (who: string, month: string, amount: number) => {
  const made = await change(who, month, amount);
  expect(made.status, made.text).toBe(201);
  return (made.body as { id: string }).id;
};
const cancel = (who: string, id: string) =>
  send(who, "POST", `/monthly-contribution/${id}/cancellation`, {});

interface Own {
  readonly blocked: string;
  readonly now?: number;
  readonly months: readonly string[];
  readonly changes: readonly { readonly id: string; readonly state: string }[];
}
const own = async (who: string) => (await send(who, "GET", "/monthly-contribution")).body as Own;

interface Advices {
  readonly rows: readonly { readonly month: string }[];
  readonly next?: { readonly month: string; readonly digest: string };
}
const advices = async () => (await send("clerk", "GET", "/check-off-advices")).body as Advices;
const make = (month: string, digest: string, who = "clerk") =>
  send(who, "POST", `/check-off-advices/${month}`, { digest });
async function advise(month: string): Promise<void> {
  const { next } = await advices();
  expect(next?.month).toBe(`${month}-01`);
  const made = await make(month, next?.digest ?? "");
  expect(made.status, made.text).toBe(201);
}

const problemOf = ({ body }: Reply): string => {
  const { reason, errors } = body as { reason: string; errors?: Record<string, string> };
  return reason === "invalid" ? JSON.stringify(errors ?? body) : reason;
};

let members = 0;
async function newMember(): Promise<string> {
  const memberNo = `CN${(members += 1)}`;
  await enrolWithLogin(society, memberNo, { mobile: `+2547140000${20 + members}` });
  tokens[memberNo] = await signIn(society, memberNo);
  return memberNo;
}

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "CN-B");
  await enrol(society, "CN-X");
  await lend(society, "CN-B", { loanNo: "CN-LN1" });
  await lend(society, "CN-X", { loanNo: "CN-LN2" });
  society.clock.set("2026-05-04T07:00:00Z");
  tokens["CN-B"] = await signIn(society, "CN-B");
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

steps("month by month", () => {
  describe("a monthly contribution", () => {
    it("is changed by its member from a month on, within the policy, with an SMS", async () => {
      const memberNo = await newMember();
      expect(await own(memberNo)).toMatchObject({ blocked: "", changes: [] });
      expect(await own(memberNo)).not.toHaveProperty("now");
      await changed(memberNo, "2026-05", 2500);
      expect(await own(memberNo)).toMatchObject({ now: 2500 });
      const [sms] = await society.messages();
      expect(sms?.text).toMatch(/from May 2026 you save Ksh 2,500\.00 a month/);
      for (const amount of [499, 100_001, "700.50"]) {
        const reply = await change(memberNo, "2026-06", amount);
        expect(reply.status).toBe(422);
        expect(reply.text).toContain("500.00 to 100,000.00");
      }
    });

    it("is changed once for a month, however often it is sent at once", async () => {
      const memberNo = await newMember();
      const replies = await Promise.all(
        [1000, 1500, 2000].map((one) => change(memberNo, "2026-07", one)),
      );
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 422)).toHaveLength(2);
      const { changes, months } = await own(memberNo);
      expect(changes).toHaveLength(1);
      expect(months).not.toContain("2026-07-01");
      expect((await cancel(memberNo, changes[0]?.id ?? "")).status).toBe(201);
      await changed(memberNo, "2026-07", 2000);
    });

    it("is neither of the past nor more than a year ahead", async () => {
      const memberNo = await newMember();
      for (const month of ["2026-04", "2027-06"]) {
        expect(problemOf(await change(memberNo, month, 900))).toContain("one of the next 12");
      }
      await changed(memberNo, "2027-05", 900);
    });

    it("is previewed by its member without storing anything", async () => {
      const memberNo = await newMember();
      const outlook = (who: string, month: string, amount: number) =>
        send(who, "GET", `/monthly-contribution/outlook?month=${month}&amount=${amount}`);
      expect((await outlook(memberNo, "2026-06", 1000)).body).toEqual({
        // Seven months of this year, and twelve more. No dividend was declared.
        years: [
          { year: 2026, deposits: 7000, gross: 0, tax: 0, net: 0, moreDeposits: 7000 },
          { year: 2027, deposits: 19_000, gross: 0, tax: 0, net: 0, moreDeposits: 19_000 },
        ],
      });
      expect((await own(memberNo)).changes).toEqual([]);
      expect((await outlook(memberNo, "2026-06", 499)).text).toContain("500.00 to 100,000.00");
      expect(problemOf(await outlook(memberNo, "2026-04", 900))).toContain("one of the next 12");
      expect((await outlook("administrator", "2026-06", 900)).status).toBe(403);
    });

    it("is cancelled only by its own member", async () => {
      const [one, two] = [await newMember(), await newMember()];
      const id = await changed(one, "2026-08", 900);
      expect(problemOf(await cancel(two, id))).toBe("no-such-contribution");
      expect((await cancel(one, id)).status).toBe(201);
      expect(problemOf(await cancel(one, id))).toBe("no-such-contribution");
    });

    it("is what the file of its month is compared with", async () => {
      const [memberNo, saver] = [await newMember(), await newMember()];
      await changed(memberNo, "2026-05", 1000);
      const lines = [`${memberNo},800,deposits`, `${saver},500,deposits`];
      const { id } = await take(["member_no,amount,note", ...lines, ""].join("\n"), "1300");
      const report = await variance(id, "short");
      expect(report.rows).toContainEqual(
        expect.objectContaining({ memberNo, expected: 1000, received: 800, difference: -200 }),
      );
      expect(report.toDeposits).toBe(500);
      const compared = Object.values(report.totals).reduce(
        (sum, { received }) => sum + received,
        0,
      );
      expect(compared + report.toDeposits).toBe((await read(id)).amount);
    });

    it("cannot be set by staff or for a suspended member", async () => {
      const memberNo = await newMember();
      expect((await change("administrator", "2026-06", 900)).status).toBe(403);
      const plant = (by: string) =>
        society.owner.query(
          `insert into monthly_contribution (member_id, month, amount_cents, decided_by)
          select id, '2026-06-01', 90000, $2 from member where member_no = $1`,
          [memberNo, by],
        );
      const own = { constraint: "monthly_contribution_own" };
      await expect(plant("staff:CLERK")).rejects.toMatchObject(own);
      await expect(plant("member:CN1")).rejects.toMatchObject(own);
      await society.owner.query("update member set membership = 'suspended' where member_no = $1", [
        memberNo,
      ]);
      await expect(plant(`member:${memberNo}`)).rejects.toMatchObject({
        constraint: "monthly_contribution_member",
      });
    });
  });

  describe("the advice to the employer", () => {
    it("carries the instalments and contributions of its month, and closes it", async () => {
      const [memberNo, stranger] = ["CN-B", "CN-X"];
      const before = await changed(memberNo, "2026-05", 1200);
      await changed(memberNo, "2026-06", 1700);
      await advise("2026-05");
      const file = await send("treasurer", "GET", "/check-off-advices/2026-05/file");
      expect(file.text).toContain(`${memberNo},,Member ${memberNo},3449.00,1200.00,4649.00`);
      expect(file.text).toContain(`${stranger},,Member ${stranger},3449.00,,3449.00`);
      expect(problemOf(await change(memberNo, "2026-05", 3000))).toContain(
        "already has the figure",
      );
      expect(problemOf(await cancel(memberNo, before))).toBe("contribution-advised");
      const { changes } = await own(memberNo);
      expect(changes.map(({ state }) => state)).toEqual(["to-come", "advised"]);
    });

    it("is made once, as it was shown, and by nobody without the permission", async () => {
      const { next } = await advices();
      expect(next?.month).toBe("2026-06-01");
      const memberNo = await newMember();
      await changed(memberNo, "2026-06", 600);
      expect(problemOf(await make("2026-06", next?.digest ?? ""))).toBe("shown-changed");
      expect((await make("2026-06", next?.digest ?? "", "treasurer")).status).toBe(403);
      const digest = (await advices()).next?.digest ?? "";
      const replies = await Promise.all([make("2026-06", digest), make("2026-06", digest)]);
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(1);
      expect(problemOf(await make("2026-05", digest))).toBe("advice-made");
      expect(problemOf(await make("2026-09", digest))).toBe("advice-month");
    });

    it("holds every change of its month that was accepted, even at the same moment", async () => {
      const savers = [];
      for (let at = 0; at < 6; at += 1) savers.push(await newMember());
      const digest = (await advices()).next?.digest ?? "";
      const [made, ...replies] = await Promise.all([
        make("2026-07", digest),
        ...savers.map((memberNo) => change(memberNo, "2026-07", 700)),
      ]);
      if (made?.status !== 201) await advise("2026-07");
      const { text } = await send("clerk", "GET", "/check-off-advices/2026-07/file");
      for (const [at, memberNo] of savers.entries()) {
        const isAccepted = replies[at]?.status === 201;
        expect(text.includes(`${memberNo},,Member ${memberNo},0.00,700.00`)).toBe(isAccepted);
      }
    });

    it("does not change afterwards, not even in the database", async () => {
      await expect(
        society.owner.query("update check_off_advice_line set loans_cents = 1"),
      ).rejects.toThrow();
      await expect(
        society.owner.query(
          `insert into check_off_advice_line (month, member_id, loans_cents)
          select '2026-05-01', id, 100 from member limit 1`,
        ),
      ).rejects.toMatchObject({ constraint: "check_off_advice_line_at_once" });
      await expect(
        society.owner.query("update check_off_advice_latest set month = '2026-01-01'"),
      ).rejects.toMatchObject({ constraint: "check_off_advice_in_order" });
    });
  });

  describe("the bounds of contributions", () => {
    it("are set by the administrator from a later day on; agreed amounts stay", async () => {
      const memberNo = await newMember();
      await changed(memberNo, "2026-08", 600);
      const path = "/settings/contributions";
      const body = { effectiveFrom: "2026-05-10", least: 1000, most: "20000" };
      expect((await send("treasurer", "POST", path, body)).status).toBe(403);
      const upsideDown = await send("administrator", "POST", path, { ...body, most: 900 });
      expect(upsideDown.text).toContain("The maximum is less");
      const early = await send("administrator", "POST", path, {
        ...body,
        effectiveFrom: "2026-05-04",
      });
      expect(early.status).toBe(422);
      const set = await send("administrator", "POST", path, body);
      expect(set.status, set.text).toBe(201);
      society.clock.set("2026-05-10T07:00:00Z");
      tokens[memberNo] = await signIn(society, memberNo);
      expect(problemOf(await change(memberNo, "2026-09", 600))).toContain("1,000.00");
      expect((await own(memberNo)).changes).toHaveLength(1);
    });

    it("are read with the changes of members by the office", async () => {
      tokens["clerk"] = await signIn(society, "CLERK");
      const { rows } = (await send("clerk", "GET", "/check-off-contributions")).body as {
        rows: readonly object[];
      };
      expect(rows).toContainEqual(
        expect.objectContaining({
          month: "2026-06-01",
          before: 1200,
          amount: 1700,
          state: "advised",
        }),
      );
    });
  });
});
