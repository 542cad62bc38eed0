import { beforeAll, describe, expect, it } from "vitest";
import { takeLoanStep } from "#test/loan-steps.ts";
import { deposit, employ, enrolWithLogin, foundSociety, PASSWORD, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { suspensionMessages } from "./messages.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["SU1", "SU2", "SU3", "SU4"]) {
    await enrolWithLogin(society, memberNo);
    await deposit(society, memberNo, 20_000);
  }
  await employ(society, "CLERK", "clerk");
  await employ(society, "TREASURER", "treasurer");
  await employ(society, "ADMIN", "administrator");
  await employ(society, "OFFICER", "loans-officer");
  for (const who of ["CLERK", "TREASURER", "ADMIN", "OFFICER", "SU1", "SU2", "SU3", "SU4"]) {
    tokens[who] = await signIn(society, who);
  }
});

const send = (who: string, to: string, body: unknown = {}) =>
  sendAsShown(society, { token: tokens[who] ?? "", path: to, body });
const suspension = (memberNo: string) => `/api/v1/members/${memberNo}/suspension`;
const resumption = (memberNo: string) => `/api/v1/members/${memberNo}/resumption`;
const because = { reason: "Asked for by phone: the phone was stolen" };
const authenticate = (memberNo: string, password = PASSWORD) =>
  society.send("POST", "/api/v1/auth/authenticate", { body: { memberNo, password } });
const application = { category: "Instant", amount: 6600, period: 2, total: 6897, repayment: 3449 };

steps("step by step", () => {
  describe("a suspension", () => {
    it("ends every session at once, and gives the reason only to the right password", async () => {
      const second = await signIn(society, "SU1");
      expect((await send("CLERK", suspension("SU1"), because)).body).toEqual({
        memberNo: "SU1",
        state: "suspended",
      });
      for (const token of [tokens["SU1"] ?? "", second]) {
        expect((await society.send("GET", "/api/v1/session", { token })).status).toBe(401);
      }
      const wrong = await authenticate("SU1", "not the password");
      const nobody = await authenticate("SU999", "not the password");
      expect(wrong.text).toBe(nobody.text);
      const right = await authenticate("SU1");
      expect(right.status).toBe(401);
      expect(right.body).toMatchObject({ status: 1, token: null });
      expect((right.body as { message: string }).message).toContain("suspended");
      const [sms] = await society.messages();
      expect(sms?.text).toContain("is suspended");
    });

    it("keeps what the member owns, and shows the office who suspended and why", async () => {
      const record = await society.send("GET", "/api/v1/members/SU1/record", {
        token: tokens["TREASURER"] ?? "",
      });
      expect(record.body).toMatchObject({
        state: "suspended",
        suspension: { by: "staff:CLERK", date: "2026-04-14", reason: because.reason },
        totals: { savings: 20_000 },
      });
    });

    it("is lifted by another person than its maker, which the database enforces too", async () => {
      expect((await send("CLERK", resumption("SU1"), because)).status).toBe(403);
      await send("ADMIN", suspension("SU2"), because);
      const own = await send("ADMIN", resumption("SU2"), because);
      expect(own.body).toMatchObject({ reason: "suspension-two-people" });
      await expect(
        society.owner.query(
          `update member_suspension set resumed_by = suspended_by, resumed_at = akiba_now(),
            resumed_because = 'myself' where resumed_by is null`,
        ),
      ).rejects.toThrow("member_suspension_two_people");
      expect((await send("TREASURER", resumption("SU2"), because)).body).toMatchObject({
        state: "active",
      });
      tokens["SU2"] = await signIn(society, "SU2");
    });

    it("is not lifted by a page that showed an earlier one", async () => {
      await send("CLERK", suspension("SU2"), because);
      const read = await society.send("GET", "/api/v1/members/SU2/record", {
        token: tokens["TREASURER"] ?? "",
      });
      const { shownDigest } = (read.body as { suspension: { shownDigest: string } }).suspension;
      expect((await send("ADMIN", resumption("SU2"), because)).status).toBe(201);
      const fraud = { reason: "Suspected fraud" };
      expect((await send("CLERK", suspension("SU2"), fraud)).status).toBe(201);
      const late = await send("TREASURER", resumption("SU2"), { ...because, shownDigest });
      expect(late.body).toMatchObject({ code: 409, reason: "shown-changed" });
      const { changes } = late.body as { changes: { name: string; value: string }[] };
      expect(changes).toContainEqual({ name: "reason", value: fraud.reason });
      expect((await send("TREASURER", resumption("SU2"), because)).status).toBe(201);
      tokens["SU2"] = await signIn(society, "SU2");
    });

    it("begins once and is lifted once, even if many try at once", async () => {
      const tries = (to: string, who: string) =>
        Promise.all(Array.from({ length: 5 }, () => send(who, to, because)));
      const count = async (to: string, who: string) =>
        (await tries(to, who)).filter(({ status }) => status === 201).length;
      expect(await count(suspension("SU2"), "CLERK")).toBe(1);
      expect(await count(resumption("SU2"), "TREASURER")).toBe(1);
      tokens["SU2"] = await signIn(society, "SU2");
    });

    it("prevents loans: applying, approving and paying out", async () => {
      const applied = await send("SU3", "/api/v1/instant/register", {
        memNo: "SU3",
        ...application,
      });
      expect(applied.status, applied.text).toBe(201);
      const { loanNo } = applied.body as { loanNo: string };
      await send("CLERK", suspension("SU3"), because);
      const step = (who: string, noun: string) =>
        takeLoanStep(society, tokens[who] ?? "", { loanNo, noun });
      expect((await step("OFFICER", "approval")).body).toMatchObject({ reason: "not-active" });
      await send("TREASURER", resumption("SU3"), because);
      expect((await step("OFFICER", "approval")).status).toBe(201);
      await send("CLERK", suspension("SU3"), because);
      const refused = await step("TREASURER", "disbursement");
      expect(refused.body).toMatchObject({ reason: "not-active" });
    });

    it("prevents being named as a guarantor", async () => {
      const more = { ...application, amount: 25_000, total: 26_125, repayment: 13_063 };
      const named = (memberNo: string) =>
        send("SU2", "/api/v1/instant/register", {
          memNo: "SU2",
          ...more,
          guarantors: [{ memberNo, amount: 5000 }],
        });
      expect((await named("SU3")).body).toMatchObject({
        errors: [{ field: "guarantors.0.memberNo" }],
      });
      const reply = await named("SU4");
      expect(reply.status, reply.text).toBe(201);
    });

    it("of one's own membership is rejected", async () => {
      await society.owner.query(
        `update staff set member_id = (select id from member where member_no = 'SU4')
        where staff_no = 'ADMIN'`,
      );
      const own = await send("ADMIN", suspension("SU4"), because);
      expect(own.body).toMatchObject({ reason: "own-membership" });
    });

    it("is in the audit log with its reason", async () => {
      const trail = await society.owner.query(
        `select actor, action, detail ->> 'reason' as reason from audit_record
        where subject = 'member:SU1' and action = 'member-suspended'`,
      );
      expect(trail.rows).toEqual([
        { actor: "staff:CLERK", action: "member-suspended", ...because },
      ]);
    });
  });

  describe("the messages to a suspended member", () => {
    it.each(suspensionMessages.map((template) => [template.name, template] as const))(
      "%s fits one SMS in both languages",
      (_, { render }) => {
        for (const language of ["en", "sw"] as const) {
          const name = "Uzima Hospital Sacco";
          const { text } = render(language, { society: name, phone: "0709 000 210" });
          expect(text.length, text).toBeLessThanOrEqual(160);
          expect(text).toMatch(/^[\x20-\x7e]+$/);
          expect(text).not.toMatch(/[{}]/);
        }
      },
    );
  });
});
