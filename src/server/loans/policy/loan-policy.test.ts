import { describe, beforeAll, expect, it } from "vitest";
import { policyInForce } from "#server/loans/lending/loan-policy.ts";
import { specifiedPrice } from "#test/loan-price.ts";
import { deposit, employ, enrolWithLogin, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { policyMessages } from "./messages.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: {
    ...manyWrites,
    sessionIdleMinutes: 1_000_000,
    staffSessionIdleMinutes: 1_000_000,
    sessionHours: 10_000,
  },
});
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["LP1", "LP2"]) {
    await enrolWithLogin(society, memberNo);
    await deposit(society, memberNo, 50_000);
    tokens[memberNo] = await signIn(society, memberNo);
  }
  for (const staffNo of ["CLERK", "ADMINISTRATOR"]) {
    await employ(society, staffNo, staffNo.toLowerCase());
    tokens[staffNo.toLowerCase()] = await signIn(society, staffNo);
  }
});

const send = (who: string, method: string, path: string, body?: unknown) =>
  society.send(method, path, { token: tokens[who] ?? "", ...(body !== undefined && { body }) });

const PATH = "/api/v1/instant-loans";

const policy = {
  feeTiers: [
    { upTo: 5000, flatFee: 500, rateBasisPoints: 0 },
    { flatFee: 0, rateBasisPoints: 450 },
  ],
  minimum: 500,
  maximum: 100_000,
  minMonths: 1,
  maxMonths: 6,
  depositsPercent: 100,
  membershipMonths: 0,
  shareCapital: 0,
  openApplications: 1,
  rejectUnpaid: false,
  rejectBlacklisted: true,
};

const set = (effectiveFrom: string, others: Record<string, unknown> = {}) =>
  send("administrator", "POST", `${PATH}/policy`, { ...policy, effectiveFrom, ...others });

interface Listed {
  readonly newest: string;
  readonly rows: readonly {
    readonly id: string;
    readonly state: string;
    readonly policy: { readonly effectiveFrom: string; readonly maximum: number };
    readonly set: Record<string, string>;
    readonly cancelled?: Record<string, string>;
  }[];
}

async function listed(): Promise<Listed> {
  const reply = await send("clerk", "GET", `${PATH}/policies`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Listed;
}

const states = ({ rows }: Listed) =>
  rows.map(({ state, policy: { effectiveFrom, maximum } }) => [effectiveFrom, maximum, state]);

const cancel = (id: string | undefined) =>
  send("administrator", "POST", `${PATH}/policies/${id}/cancellation`, {});

const inForce = async () =>
  (await send("LP1", "GET", `${PATH}/policy`)).body as { maximum: number; effectiveFrom: string };

steps("step by step", () => {
  describe("the policies of instant loans", () => {
    it("begin with the price of the specification", async () => {
      const begun = await society.database.snapshot(policyInForce);
      expect(begun.price).toEqual(specifiedPrice);
    });

    it("are listed, past, in force and future, each with its author and date", async () => {
      expect((await set("2026-04-14", { maximum: 90_000 })).status).toBe(201);
      expect((await set("2026-05-01", { maximum: 80_000 })).status).toBe(201);
      const found = await listed();
      expect(states(found)).toEqual([
        ["2026-05-01", 80_000, "to-come"],
        ["2026-04-14", 90_000, "in-force"],
        ["2000-01-01", 100_000, "past"],
      ]);
      expect(found.newest).toBe(found.rows[0]?.id);
      expect(found.rows[0]?.set).toEqual({
        by: "Staff ADMINISTRATOR",
        date: "2026-04-14",
        time: "09:12",
      });
      expect(found.rows[2]?.set["by"]).toBe("");
    });

    it("are replaced permanently by a later one for the same day", async () => {
      expect((await set("2026-05-01", { maximum: 70_000 })).status).toBe(201);
      const [first, second] = (await listed()).rows;
      expect([first?.state, second?.state]).toEqual(["to-come", "replaced"]);
      expect((await cancel(first?.id)).body).toEqual({ id: first?.id, state: "cancelled" });
      const found = await listed();
      expect(states(found).slice(0, 2)).toEqual([
        ["2026-05-01", 70_000, "cancelled"],
        ["2026-05-01", 80_000, "cancelled"],
      ]);
      expect(found.rows[0]?.cancelled).toMatchObject({ by: "Staff ADMINISTRATOR" });
      society.clock.advance(86_400 * 30);
      expect(await inForce()).toMatchObject({ effectiveFrom: "2026-04-14", maximum: 90_000 });
      expect(states(await listed())[2]).toEqual(["2026-04-14", 90_000, "in-force"]);
    });

    it("are withdrawn only once and before they begin, by the database too", async () => {
      const rows = (await listed()).rows;
      for (const { id } of [...rows, { id: "999" }]) {
        expect((await cancel(id)).body, id).toMatchObject({ code: 409, reason: "policy-begun" });
      }
      const begun = rows.find(({ state }) => state === "in-force")?.id;
      const write =
        "insert into loan_policy_cancellation (policy_id, cancelled_by) values ($1, 'x')";
      await expect(society.owner.query(write, [begun])).rejects.toMatchObject({
        constraint: "loan_policy_not_begun",
      });
      await expect(
        society.owner.query("update loan_policy_cancellation set cancelled_by = 'x'"),
      ).rejects.toMatchObject({ code: "23001" });
    });

    it("warn the second of two administrators that another one was first", async () => {
      const { newest } = await listed();
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          set("2026-06-01", { maximum: 60_000 + at * 1000, follows: newest }),
        ),
      );
      const statuses = replies.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(new Set(statuses)).toEqual(new Set([201, 409]));
      expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
        reason: "policy-changed",
      });
      expect((await set("2026-06-01", { follows: newest })).status).toBe(409);
      const to = (await listed()).rows.filter(({ state }) => state === "to-come");
      expect(to).toHaveLength(1);
      expect((await cancel(to[0]?.id)).status).toBe(201);
    });

    it("are notified to the whole office, in one SMS each, with the author's name", async () => {
      const [taken, told] = (await society.messages()).filter(({ text }) => text.includes("rules"));
      expect(told?.text).toBeDefined();
      expect(taken?.text).toBe(
        "Uzima Sacco: Staff ADMINISTRATOR withdrew the rules for instant loans from 1 Jun 2026. " +
          "Not expected? Call 0709 000 210.",
      );
      const who = "Jacinta Wanjiru Nyambura-Otieno";
      const params = { society: "Uzima Sacco", who, day: "2026-06-01", phone: "0709 000 210" };
      for (const { render } of policyMessages) {
        expect(render("en", params).text.length).toBeLessThanOrEqual(160);
      }
      const kept =
        "select count(*)::int as n from outbox_message where template like 'loan-policy-%'";
      const { rows } = await society.owner.query<{ n: number }>(kept);
      const changes = "select from audit_record where action like 'loan-policy-%'";
      const changed = await society.owner.query(changes);
      expect(rows[0]?.n).toBe(2 * (changed.rowCount ?? 0));
    });

    it("leave earlier applications as they were quoted", async () => {
      const figures = { amount: 6600, period: 2, total: 6897, repayment: 3449 };
      const body = { memNo: "LP1", category: "Instant", ...figures };
      const reply = await send("LP1", "POST", "/api/v1/instant/register", body);
      expect(reply.status, reply.text).toBe(201);
      const { loanNo } = reply.body as { loanNo: string };
      const dearer = [{ flatFee: 0, rateBasisPoints: 1000 }];
      expect((await set("2026-05-14", { feeTiers: dearer })).status).toBe(201);
      const kept = await send("LP1", "GET", `${PATH}/${loanNo}`);
      expect(kept.body).toMatchObject({ fee: 297, total: 6897, repayment: 3449 });
      const other = { ...body, total: 6897, amount: 6600, memNo: "LP2" };
      expect((await send("LP2", "POST", "/api/v1/instant/register", other)).body).toMatchObject({
        errors: [{ field: "total" }, { field: "repayment" }],
      });
    });

    it("set how many applications may wait, and show how many a member has", async () => {
      const rule = async (who = "LP1") => {
        const reply = await send(who, "GET", `/api/v1/members/${who}/instant-loans/eligibility`);
        const { rules } = reply.body as { rules: { code: string; state: string; words: string }[] };
        return rules.find(({ code }) => code === "openApplication");
      };
      expect(await rule()).toMatchObject({
        state: "unmet",
        words:
          "Applications waiting: 1. You can have 1 at a time. " +
          "Withdraw one that the office has not decided on, or wait until it is paid out or " +
          "declined.",
      });
      expect(await rule("LP2")).toMatchObject({
        state: "met",
        words: "You have no application waiting.",
      });
      expect((await set("2026-05-14", { openApplications: 2 })).status).toBe(201);
      expect(await rule()).toMatchObject({ state: "met" });
      expect((await set("2026-05-14", { openApplications: 0 })).status).toBe(201);
      expect(await rule()).toMatchObject({ state: "off", words: "" });
      expect((await set("2026-05-14", { openApplications: 4 })).body).toMatchObject({
        errors: [{ field: "openApplications" }],
      });
    });
  });

  describe("the list of members barred from borrowing", () => {
    const reason = "Two loans in arrears";
    const list = (memberNo: string) =>
      send("administrator", "POST", `${PATH}/blacklist`, { memberNo, reason });
    const remove = (memberNo: string, why = "Paid up") =>
      send("administrator", "POST", `${PATH}/blacklist/${memberNo}/removal`, { reason: why });

    it("keeps the person and the reason, neither of which the member sees", async () => {
      const reply = await list("lp2");
      expect(reply.status, reply.text).toBe(201);
      expect(reply.body).toMatchObject({ memberNo: "LP2", member: "Member LP2", reason });
      const path = "/api/v1/members/LP2/instant-loans/eligibility";
      const { text } = await send("LP2", "GET", path);
      expect(text).toContain("The Sacco cannot lend to you at the moment.");
      expect(text).not.toContain(reason);
      expect((await list("LP9")).body).toMatchObject({ reason: "no-such-member" });
      expect((await send("clerk", "GET", `${PATH}/blacklist`)).status).toBe(403);
    });

    it("bars a member once and lifts the bar once, however many do so at once", async () => {
      const at = { date: "2026-05-14", by: "Staff ADMINISTRATOR" };
      const again = await Promise.all(Array.from({ length: 8 }, () => list("LP2")));
      expect(new Set(again.map(({ status }) => status))).toEqual(new Set([409]));
      const removed = await Promise.all(Array.from({ length: 8 }, () => remove("LP2")));
      expect(removed.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(removed.find(({ status }) => status === 409)?.body).toMatchObject({
        reason: "not-listed",
      });
      const { body } = await send("administrator", "GET", `${PATH}/blacklist`);
      expect(body).toMatchObject({
        rows: [],
        next: "",
        removed: [{ memberNo: "LP2", reason, listed: at, removed: { ...at, reason: "Paid up" } }],
      });
      const path = "/api/v1/members/LP2/instant-loans/eligibility";
      expect((await send("LP2", "GET", path)).text).toContain("You can borrow from the Sacco.");
      const trail = await society.owner.query(
        "select from audit_record where action like 'loan-blacklist%' and subject = 'member:LP2'",
      );
      expect(trail.rowCount).toBe(2);
    });

    it("does not let staff bar themselves or lift their own bar", async () => {
      const link = "update staff set member_id = $1 where staff_no = 'ADMINISTRATOR'";
      await society.owner.query(link, [await memberIdOf(society, "LP2")]);
      for (const reply of [await list("LP2"), await remove("LP2")]) {
        expect(reply.body).toMatchObject({ code: 403, reason: "own-listing" });
      }
      await society.owner.query(link, [null]);
    });
  });
});
