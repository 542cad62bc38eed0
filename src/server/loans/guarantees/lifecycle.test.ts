import { describe, beforeAll, expect, it } from "vitest";
import { takeLoanStep } from "#test/loan-steps.ts";
import { deposit, employ, enrolWithLogin, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: {
    ...manyWrites,
    applicationsPerMinute: 1000,
    applicationsPerDay: 1000,
    guarantorsNamedPerDay: 40,
    otpSendsPerMemberPerDay: 1000,
    sessionIdleMinutes: 100_000,
    staffSessionIdleMinutes: 100_000,
    sessionHours: 1000,
  },
});
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await foundSociety(society);
  for (const [memberNo, amount] of Object.entries({ B1: 10_000, G1: 8000, G2: 8000, G3: 500 })) {
    await enrolWithLogin(society, memberNo, { mobile: `+25471200000${memberNo.length}` });
    await deposit(society, memberNo, amount);
    tokens[memberNo] = await signIn(society, memberNo);
  }
  for (const role of ["clerk", "loans-officer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const send = (who: string, method: string, path: string, body?: unknown, headers = {}) =>
  society.send(method, path, {
    token: tokens[who] ?? "",
    headers,
    ...(body !== undefined && { body }),
  });

type Named = readonly { memberNo: string; amount: number }[];

/** Applies for 15,000, of which deposits of 10,000 leave 5,000 uncovered. */
function apply(guarantors?: Named, headers = {}) {
  const figures = { amount: 15_000, period: 3, total: 15_675, repayment: 5225 };
  const body = { memNo: "B1", category: "Instant", ...figures, ...(guarantors && { guarantors }) };
  return send("B1", "POST", "/api/v1/instant/register", body, headers);
}

async function applied(guarantors: Named): Promise<string> {
  const reply = await apply(guarantors);
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { loanNo: string }).loanNo;
}

const step = (who: string, loanNo: string, noun: string, body: unknown = {}) =>
  takeLoanStep(society, tokens[who] ?? "", { loanNo, noun, body });

interface Told {
  needsGuarantees: number;
  guaranteed: number;
  guarantors: { id: string; memberNo: string; name: string; state: string; amount: number }[];
}

const application = async (who: string, loanNo: string) =>
  (await send(who, "GET", `/api/v1/instant-loans/${loanNo}`)).body as Told;

const guaranteesOf = async (memberNo: string) =>
  (await send(memberNo, "GET", `/api/v1/members/${memberNo}/guarantees`)).body as {
    free: number;
    requests: { id: string; loanNo: string }[];
    standing: { loanNo: string; servicing: string }[];
  };

async function requestId(memberNo: string): Promise<string> {
  return (await guaranteesOf(memberNo)).requests[0]?.id ?? "0";
}

async function codeFor(memberNo: string, id: string): Promise<string> {
  society.clock.advance(3600);
  const reply = await send(memberNo, "POST", `/api/v1/guarantees/${id}/code`, {});
  expect(reply.status, reply.text).toBe(200);
  return /\b\d{6}\b/.exec((await society.messages())[0]?.text ?? "")?.[0] ?? "";
}

const answerWith = (memberNo: string, id: string, noun: string, otp: string, headers = {}) =>
  send(memberNo, "POST", `/api/v1/guarantees/${id}/${noun}`, { otp }, headers);

async function answer(memberNo: string, noun: "acceptance" | "decline") {
  const id = await requestId(memberNo);
  return answerWith(memberNo, id, noun, await codeFor(memberNo, id));
}

const other = (otp: string) => (otp === "000000" ? "000001" : "000000");

const texts = async (pattern: RegExp) =>
  (await society.messages()).filter(({ text, to }) => pattern.test(text) && to.startsWith("+"));

steps("step by step", () => {
  describe("a loan above one's own deposits", () => {
    it("needs guarantors for the part that the deposits do not cover", async () => {
      const alone = await apply();
      expect(alone.body).toMatchObject({ reason: "not-eligible" });
      expect(alone.text).toContain("or name guarantors for 5,000.00.");
      const short = await apply([{ memberNo: "G1", amount: 4999 }]);
      expect(short.body).toMatchObject({ reason: "not-eligible" });
      // With guarantors named, what is missing is the rest and not the whole.
      expect(short.text).toContain("cover 4,999.00, so 1.00 is still missing");
      expect(short.text).toContain("or add 1.00 to your deposits");
      const path = "/api/v1/members/B1/instant-loans/eligibility?amount=15000";
      expect((await send("B1", "GET", path)).body).toMatchObject({
        eligible: false,
        most: 10_000,
        mostWithGuarantors: 100_000,
        needsGuarantees: 5000,
      });
      const tried = await send("B1", "GET", `${path}&guaranteed=4999`);
      expect(tried.body).toMatchObject({ eligible: false });
      expect(tried.text).toContain("cover 4,999.00, so 1.00 is still missing");
      const enough = await send("B1", "GET", `${path}&guaranteed=2000,3000`);
      expect(enough.body).toMatchObject({ eligible: true, needsGuarantees: 5000 });
      // Nobody can be asked for less than 100.
      const tiny = await send("B1", "GET", `${path}&guaranteed=4999,99`);
      expect(tiny.text).toContain("cover 4,999.00, so 1.00 is still missing");
    });

    let covered = "";

    it("asks each guarantor by SMS and e-mail, and shows them its terms", async () => {
      const loanNo = await applied([
        { memberNo: "g1", amount: 3000 },
        { memberNo: "G2", amount: 2000 },
      ]);
      covered = loanNo;
      expect(await texts(/Member B1 asks you to guarantee Ksh 3,000.00/)).toHaveLength(1);
      const mailed =
        "select template, params from outbox_message where channel = 'email' and recipient = $1";
      expect((await society.owner.query(mailed, ["g1@example.com"])).rows).toMatchObject([
        { template: "guarantee-asked-email", params: { name: "Member G1", loanNo } },
      ]);
      expect(await application("B1", loanNo)).toMatchObject({
        needsGuarantees: 5000,
        guaranteed: 0,
        guarantors: [
          { memberNo: "G1", name: "", state: "asked", amount: 3000 },
          { memberNo: "G2", name: "", state: "asked", amount: 2000 },
        ],
      });
      expect((await guaranteesOf("G1")).requests).toMatchObject([
        {
          loanNo,
          memberName: "Member B1",
          amount: 15_000,
          fee: 675,
          total: 15_675,
          period: 3,
          repayment: 5225,
          amountGuaranteed: 3000,
        },
      ]);
    });

    it("is approved after all of them accept, each notified in turn", async () => {
      expect((await answer("G1", "acceptance")).body).toMatchObject({ state: "accepted" });
      expect((await guaranteesOf("G1")).free).toBe(5000);
      const early = await step("loans-officer", covered, "approval");
      expect(early.body).toMatchObject({ reason: "not-covered" });
      expect(early.text).toContain("2,000.00");
      expect(await texts(/now cover/)).toHaveLength(0);
      await answer("G2", "acceptance");
      expect(await texts(/Member G1 has agreed/)).toHaveLength(1);
      expect(await texts(/now cover/)).toHaveLength(1);
      const told = await application("B1", covered);
      expect(told.guaranteed).toBe(5000);
      expect(told.guarantors.map(({ name }) => name)).toEqual(["Member G1", "Member G2"]);
      expect((await step("loans-officer", covered, "approval")).status).toBe(201);
    });

    it("releases them once it is settled", async () => {
      expect((await step("administrator", covered, "disbursement")).status).toBe(201);
      const paid = { amount: 15_675, receipt: "GL41AAAAAA" };
      expect((await step("clerk", covered, "repayments", paid)).body).toMatchObject({
        state: "settled",
      });
      expect((await guaranteesOf("G1")).free).toBe(8000);
      expect(await texts(/no longer guarantee loan .* of Member B1/)).toHaveLength(2);
      const listed = await send("G1", "GET", "/api/v1/guarantor/G1");
      expect(listed.body).toMatchObject({ data: [] });
    });

    it("replaces one who declines or does not answer, and is cancelled with it", async () => {
      const loanNo = await applied([{ memberNo: "G1", amount: 5000 }]);
      await answer("G1", "decline");
      expect(await texts(/member G1 declined/)).toHaveLength(1);
      const [declined] = (await application("B1", loanNo)).guarantors;
      expect(declined).toMatchObject({ state: "declined", name: "" });
      const name = (body: object) => step("B1", loanNo, "guarantees", body);
      const inPlace = { memberNo: "G3", amount: 2000, replaces: declined?.id };
      expect((await name(inPlace)).body).toMatchObject({ loanNo, state: "asked" });
      expect((await name({ ...inPlace, memberNo: "G2" })).body).toMatchObject({
        reason: "no-such-guarantee",
      });
      expect((await name({ memberNo: "G1", amount: 2000 })).body).toMatchObject({
        errors: [{ field: "memberNo" }],
      });
      const [silent] = (await application("B1", loanNo)).guarantors;
      await name({ memberNo: "G2", amount: 5000, replaces: silent?.id });
      expect((await guaranteesOf("G3")).requests).toEqual([]);
      expect((await application("B1", loanNo)).guarantors).toMatchObject([
        { memberNo: "G2", state: "asked" },
      ]);
      await answer("G2", "acceptance");
      const [accepted] = (await application("B1", loanNo)).guarantors;
      expect((await name({ ...inPlace, replaces: accepted?.id })).body).toMatchObject({
        reason: "guarantee-state",
      });
      await step("B1", loanNo, "withdrawal");
      expect((await guaranteesOf("G2")).free).toBe(8000);
      expect((await application("B1", loanNo)).guarantors).toEqual([]);
    });

    it("asks again when its amount is amended, and ignores answers to the old terms", async () => {
      const loanNo = await applied([{ memberNo: "G1", amount: 5000 }]);
      const id = await requestId("G1");
      const otp = await codeFor("G1", id);
      await answerWith("G1", id, "acceptance", otp);
      const [own] = (await send("B1", "GET", "/api/v1/loan?page=1")).body as { id: string }[];
      const loans = (await send("clerk", "GET", "/api/v1/instant-loans")).body as {
        rows: { id: string }[];
      };
      expect(own).toBeDefined();
      const path = `/api/v1/loandetails/${loans.rows[0]?.id}`;
      const amend = (amount: number) => send("clerk", "PATCH", path, { item: { amount } });
      expect((await amend(15_001)).body).toMatchObject({ reason: "not-eligible" });
      expect((await amend(14_000)).status).toBe(200);
      expect((await guaranteesOf("G1")).free).toBe(8000);
      expect(await texts(/was changed. Log in to answer again for Ksh 4,000.00/)).toHaveLength(1);
      expect((await step("loans-officer", loanNo, "approval")).body).toMatchObject({
        reason: "not-covered",
      });
      expect((await answerWith("G1", id, "acceptance", otp)).body).toMatchObject({
        reason: "guarantee-state",
      });
      await answer("G1", "acceptance");
      expect((await amend(10_000)).status).toBe(200);
      expect(await application("B1", loanNo)).toMatchObject({ needsGuarantees: 0, guarantors: [] });
      expect((await step("loans-officer", loanNo, "approval")).status).toBe(201);
      await step("administrator", loanNo, "disbursement");
      await step("clerk", loanNo, "repayments", { amount: 10_450, receipt: "GL41BBBBBB" });
    });
  });

  describe("naming a guarantor", () => {
    it("is rejected beside its field, before anything is stored", async () => {
      const member = await memberIdOf(society, "G3");
      const link = "update staff set member_id = $1 where staff_no = 'CLERK'";
      await society.owner.query(link, [member]);
      const reply = await apply([
        { memberNo: "NOBODY", amount: 5000 },
        { memberNo: "B1", amount: 5000 },
        { memberNo: "G1", amount: 99 },
        { memberNo: "G1", amount: 15_001 },
        { memberNo: "LOANS-OFFICER", amount: 1000 },
        { memberNo: "G3", amount: 1000 },
      ]);
      await society.owner.query(link, [null]);
      const { errors } = reply.body as { errors: { field: string; message: string }[] };
      const fields = errors.map(({ field }) => field.replace("guarantors.", "")).toSorted();
      expect(fields).toEqual([
        "0.memberNo",
        "1.memberNo",
        "2.amount",
        "3.amount",
        "3.memberNo",
        "4.memberNo",
        "5.memberNo",
      ]);
      expect((await send("B1", "GET", "/api/v1/instant-loans/INS-2026-9999")).status).toBe(404);
      expect((await society.owner.query("select from loan where state = 'applied'")).rowCount).toBe(
        0,
      );
    });

    it("reveals no figures of a member, and limits guesses of numbers", async () => {
      const poor = await apply([{ memberNo: "G3", amount: 5000 }]);
      expect(poor.status).toBe(201);
      const { loanNo } = poor.body as { loanNo: string };
      const withoutRole = (memberNo: string) =>
        step("B1", loanNo, "guarantees", { memberNo, amount: 1000, replaces: "999999" });
      expect((await withoutRole("G1")).text).toBe((await withoutRole("NOBODY")).text);
      const seen = [];
      for (let index = 0; index < 40; index += 1) {
        const body = { memberNo: `NOBODY${index}`, amount: 5000 };
        seen.push((await step("B1", loanNo, "guarantees", body)).status);
        if (seen.at(-1) === 429) break;
      }
      expect(seen.at(-1)).toBe(429);
      expect(seen.filter((status) => status === 422).length).toBeLessThan(40);
      society.clock.advance(86_400);
      await step("B1", loanNo, "withdrawal");
    });
  });

  describe("an answer", () => {
    it("belongs to the guarantor, with only the code that was sent for it", async () => {
      const loanNo = await applied([
        { memberNo: "G1", amount: 3000 },
        { memberNo: "G2", amount: 2000 },
      ]);
      const id = await requestId("G1");
      const anothers = await requestId("G2");
      for (const path of [`${anothers}/code`, `${anothers}/acceptance`, `${anothers}/decline`]) {
        const body = path.endsWith("code") ? {} : { otp: "123456" };
        const hostile = await send("G1", "POST", `/api/v1/guarantees/${path}`, body);
        expect(hostile.status).toBe(404);
        const none = path.replace(anothers, "999999");
        expect((await send("G1", "POST", `/api/v1/guarantees/${none}`, body)).text).toBe(
          hostile.text,
        );
      }
      const otp = await codeFor("G1", id);
      const wrong = await answerWith("G1", id, "acceptance", other(otp));
      expect(wrong.body).toMatchObject({ reason: "otp-refused", errors: [{ field: "otp" }] });
      const headers = { "idempotency-key": "answer-1" };
      const first = await answerWith("G1", id, "acceptance", otp, headers);
      expect(first.status, first.text).toBe(201);
      const lost = await answerWith("G1", id, "acceptance", otp, headers);
      expect(lost.text).toBe(first.text);
      expect(lost.headers.get("idempotency-replayed")).toBe("true");
      expect((await answerWith("G1", id, "decline", otp)).body).toMatchObject({
        reason: "guarantee-state",
      });
      await step("B1", loanNo, "withdrawal");
    });

    it("rejects codes of another request, and of a password reset", async () => {
      const loanNo = await applied([{ memberNo: "G1", amount: 5000 }]);
      const stale = await codeFor("G1", await requestId("G1"));
      const [asked] = (await application("B1", loanNo)).guarantors;
      await step("B1", loanNo, "guarantees", { memberNo: "G2", amount: 5000, replaces: asked?.id });
      const [second] = (await application("B1", loanNo)).guarantors;
      await step("B1", loanNo, "guarantees", {
        memberNo: "G1",
        amount: 5000,
        replaces: second?.id,
      });
      const id = await requestId("G1");
      expect((await answerWith("G1", id, "acceptance", stale)).body).toMatchObject({
        reason: "otp-refused",
      });
      society.clock.advance(3600);
      await society.send("POST", "/api/v1/auth/registerOtp", { body: { memberNo: "G1" } });
      const reset = /\b\d{6}\b/.exec((await society.messages())[0]?.text ?? "")?.[0] ?? "";
      expect((await answerWith("G1", id, "acceptance", reset)).body).toMatchObject({
        reason: "otp-refused",
      });
      const otp = await codeFor("G1", id);
      for (let tries = 0; tries < 5; tries += 1) {
        await answerWith("G1", id, "acceptance", other(otp));
      }
      expect((await answerWith("G1", id, "acceptance", otp)).body).toMatchObject({
        reason: "otp-refused",
      });
      await step("B1", loanNo, "withdrawal");
    });

    it("pledges no more than is free, and the code stays valid for declining", async () => {
      const loanNo = await applied([{ memberNo: "G3", amount: 5000 }]);
      const id = await requestId("G3");
      const otp = await codeFor("G3", id);
      const much = await answerWith("G3", id, "acceptance", otp);
      expect(much.body).toMatchObject({ reason: "over-capacity" });
      expect(much.text).toContain("500.00");
      expect((await answerWith("G3", id, "decline", otp)).status).toBe(201);
      await step("loans-officer", loanNo, "decline", { reason: "Nobody stands for it" });
    });

    it("pledges deposits, which then secure no loan of the guarantor's own", async () => {
      const loanNo = await applied([{ memberNo: "G1", amount: 5000 }]);
      const most = async () => {
        const { body } = await send("G1", "GET", "/api/v1/members/G1/instant-loans/eligibility");
        return (body as { most: number }).most;
      };
      expect(await most()).toBe(8000);
      await answer("G1", "acceptance");
      expect(await most()).toBe(3000);
      await step("B1", loanNo, "withdrawal");
      expect(await most()).toBe(8000);
    });
  });
});
