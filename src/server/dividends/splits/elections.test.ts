import { describe, beforeAll, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { shillings } from "#shared/money.ts";
import { bookYear, postYear } from "#test/dividend-year.ts";
import { enrolWithLogin, foundSociety, lend, PASSWORD, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: { ...manyWrites, signInFailuresPerIp: 10_000 },
});
const tokens: Record<string, string> = {};
const SHARES = "CAPITALIZE TO SHARES";
const MOBILE = "PAY THROUGH EFT(MOBILE)";

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["EL1", "EL2", "EL3", "EL4", "EL5", "EL6", "EL7"]) {
    await enrolWithLogin(society, memberNo);
    // 14 % of 10,000 and 11 % of 100,000: 12,400.
    const deposits = [shillings(100_000), ...Array.from({ length: 12 }, () => shillings(0))];
    await bookYear(society, memberNo, 2025, { shareCapital: shillings(10_000), deposits });
    tokens[memberNo] = await signIn(society, memberNo);
  }
  await enrolWithLogin(society, "EL9");
  tokens["EL9"] = await signIn(society, "EL9");
  await lend(society, "EL1", { loanNo: "LN-EL1", startDate: "2026-04-01" as CalendarDate });
  await lend(society, "EL2", { loanNo: "LN-EL2", startDate: "2026-04-01" as CalendarDate });
  await society.owner.query(
    "update member set mobile_confirmed_at = now() where member_no = 'EL1'",
  );
  await postYear(society, {
    opensOn: "2026-04-14" as CalendarDate,
    closesOn: "2026-04-30" as CalendarDate,
  });
});

const elect = (who: string, seen: number, rows: unknown[], headers: Record<string, string> = {}) =>
  society.send("POST", "/api/v1/dividends/2025/elections", {
    token: tokens[who] ?? "",
    body: { seen, rows },
    headers,
  });
const read = async (who: string) => {
  const to = `/api/v1/members/${who}/dividend-split`;
  const { body } = await society.send("GET", to, { token: tokens[who] ?? "" });
  return (body as { split?: Record<string, unknown> }).split;
};
const toShares = [{ mode: SHARES, amount: 12_400 }];

steps("step by step", () => {
  describe("a member's choice", () => {
    it("begins with the terms, and without a choice", async () => {
      expect(await read("EL1")).toMatchObject({
        year: 2025,
        gross: 12_400,
        toSplit: 12_400,
        isOpen: true,
        closesOn: "2026-04-30",
        closesAt: "17:00",
        defaultMode: SHARES,
        mobile: { number: "+254712000482", isConfirmed: true, maximum: 250_000 },
        loans: [{ loanNo: "LN-EL1", balance: 6897 }],
        version: 0,
        rows: [],
      });
      expect(await read("EL9")).toBeUndefined();
    });

    it("covers all four modes, with a receipt on the page and by SMS", async () => {
      const rows = [
        { mode: SHARES, amount: "2400.00" },
        { mode: "OFFSET A LOAN", amount: 6897, loanNo: "ln-el1" },
        { mode: MOBILE, amount: 2000 },
        { mode: "OFFSET HOSPITAL BILL", amount: 1103, bill: " uh-2026-88213 " },
      ];
      const reply = await elect("EL1", 0, rows);
      expect(reply.status, reply.text).toBe(201);
      expect(reply.body).toMatchObject({
        year: 2025,
        toSplit: 12_400,
        tax: 100,
        net: 12_300,
        version: 1,
        submittedOn: "2026-04-14",
        submittedTime: "09:12",
        rows: [
          { mode: SHARES, amount: 2400, tax: 0, net: 2400, loanNo: "", bill: "" },
          { loanNo: "LN-EL1", amount: 6897 },
          { mode: MOBILE, tax: 100, net: 1900 },
          { bill: "UH-2026-88213" },
        ],
      });
      expect(await read("EL1")).toMatchObject({ version: 1, rows: [{}, {}, {}, {}] });
      const [latest] = await society.messages();
      expect(latest?.text).toContain("we have your 2025 dividend choice no. 1, Ksh 12,400.00");
    });

    it("may be changed, the last one wins, and a stale one gets the latest in return", async () => {
      expect((await elect("EL3", 0, toShares)).body).toMatchObject({ version: 1 });
      const other = [
        { mode: SHARES, amount: 12_000 },
        { mode: "OFFSET HOSPITAL BILL", amount: 400, bill: "UH-1" },
      ];
      expect((await elect("EL3", 1, other)).body).toMatchObject({ version: 2 });
      const late = await elect("EL3", 1, toShares);
      expect(late.status).toBe(409);
      expect(late.body).toMatchObject({ reason: "election-newer" });
      expect(late.text).toContain("CAPITALIZE TO SHARES 12,000.00, OFFSET HOSPITAL BILL 400.00");
      expect((await elect("EL3", 7, toShares)).status).toBe(409);
      expect((await elect("EL3", 2, toShares)).body).toMatchObject({ version: 3 });
    });

    it("sent twice is one, with a key or without", async () => {
      const key = { "idempotency-key": "elect-el4" };
      const first = await elect("EL4", 0, toShares, key);
      const second = await elect("EL4", 0, toShares, key);
      const third = await elect("EL4", 0, toShares);
      expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
      expect(second.headers.get("idempotency-replayed")).toBe("true");
      expect([second.text, third.text]).toEqual([first.text, first.text]);
    });

    it.each([
      ["rows.0.mode", [{ mode: MOBILE, amount: 12_400 }]],
      ["rows.0.mode", [{ mode: "CASH", amount: 12_400 }]],
      ["rows.0.amount", [{ mode: SHARES, amount: 0 }]],
      ["rows.0.amount", [{ mode: SHARES, amount: 12_400.001 }]],
      ["rows.0.amount", [{ mode: "OFFSET A LOAN", amount: 6897.01, loanNo: "LN-EL2" }]],
      ["rows.0.loanNo", [{ mode: "OFFSET A LOAN", amount: 5, loanNo: "LN-EL1" }]],
      ["rows.0.loanNo", [{ mode: "OFFSET A LOAN", amount: 5 }]],
      ["rows.0.bill", [{ mode: "OFFSET HOSPITAL BILL", amount: 5, bill: "=1+1" }]],
      ["rows.0.bill", [{ mode: "OFFSET HOSPITAL BILL", amount: 5 }]],
      ["rows.0.tax", [{ mode: SHARES, amount: 12_400, tax: 0 }]],
      ["rows", []],
      ["rows", Array.from({ length: 21 }, () => ({ mode: SHARES, amount: 1 }))],
    ])("is rejected at %s for an impossible value", async (field, rows) => {
      const reply = await elect("EL2", 0, rows);
      expect(reply.status, reply.text).toBe(422);
      expect(reply.body).toMatchObject({ errors: [{ field }] });
    });

    it("assigns every shilling, and pays a phone whole ones", async () => {
      const less = await elect("EL2", 0, [{ mode: SHARES, amount: 12_399.99 }]);
      expect(less.body).toMatchObject({ reason: "split-incomplete" });
      expect(less.text).toContain("Ksh 0.01");
      const broken = [
        { mode: MOBILE, amount: 10_001 },
        { mode: SHARES, amount: 2399 },
      ];
      expect((await elect("EL1", 1, broken)).body).toMatchObject({
        errors: [{ field: "rows.0.amount" }],
      });
    });

    it("belongs to one member: without a dividend there is none", async () => {
      expect((await elect("EL9", 0, toShares)).body).toMatchObject({ reason: "no-such-dividend" });
    });
  });

  describe("changing one's mind", () => {
    const billed = (amount: number) => [
      { mode: SHARES, amount: 12_400 - amount },
      { mode: "OFFSET HOSPITAL BILL", amount, bill: "UH-6" },
    ];
    const confirmations = async (who: string) =>
      (
        await society.owner.query<{ version: string; due: string; state: string }>(
          `select o.params ->> 'version' as version, o.state,
            extract(epoch from o.next_attempt_at - $2::timestamptz)::int as due
          from outbox_message o join member m on m.member_no = $1
          where o.template = 'dividend-elected' and o.replaced_by_key like '% ' || m.id
          order by o.id`,
          [who, society.clock.stillAt()],
        )
      ).rows;

    it("is confirmed by one SMS for the last choice of ten minutes", async () => {
      for (let seen = 0; seen < 4; seen += 1) {
        expect((await elect("EL6", seen, billed(seen + 1))).status).toBe(201);
        society.clock.advance(60);
      }
      // It is sent ten minutes after the first choice, so that later ones do not delay it.
      expect(await confirmations("EL6")).toEqual([{ version: "4", due: 360, state: "waiting" }]);
      await society.owner.query(
        `update outbox_message set state = 'delivered', attempts = 1
        where template = 'dividend-elected' and state = 'waiting'`,
      );
      expect((await elect("EL6", 4, billed(5))).status).toBe(201);
      expect(await confirmations("EL6")).toMatchObject([
        { version: "4", state: "delivered" },
        { version: "5", due: 600, state: "waiting" },
      ]);
      society.clock.advance(-240);
    });

    it("is possible ten times a day, and the eleventh gets advice on what to do", async () => {
      for (let seen = 0; seen < 10; seen += 1) {
        expect((await elect("EL7", seen, billed(seen + 1))).status).toBe(201);
      }
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, index) => elect("EL7", 10, billed(20 + index))),
      );
      for (const reply of replies) {
        expect(reply.status).toBe(429);
        expect(reply.body).toMatchObject({ reason: "elections-day-cap" });
        expect(reply.text).toContain("10 times today. Your last choice counts.");
      }
      expect(await read("EL7")).toMatchObject({ version: 10 });
      society.clock.advance(86_400);
      tokens["EL7"] = await signIn(society, "EL7");
      expect((await elect("EL7", 10, billed(20))).status).toBe(201);
      society.clock.advance(-86_400);
    });
  });

  describe("the mobile number", () => {
    const confirm = (who: string, otp: string) =>
      society.send("POST", "/api/v1/mobile-confirmation", {
        token: tokens[who] ?? "",
        body: { otp },
      });
    const ask = (who: string) =>
      society.send("POST", "/api/v1/mobile-confirmation/code", {
        token: tokens[who] ?? "",
        body: {},
      });
    const code = async () => /\b\d{6}\b/.exec((await society.messages())[0]?.text ?? "")?.[0] ?? "";
    const phone = [{ mode: MOBILE, amount: 12_400 }];

    it("is confirmed by the code that is sent to it, before money goes there", async () => {
      expect((await elect("EL5", 0, phone)).body).toMatchObject({
        errors: [{ field: "rows.0.mode" }],
      });
      expect((await ask("EL5")).body).toEqual({
        mobileNo: "+254712000482",
        validSeconds: 300,
        againSeconds: 60,
      });
      const right = await code();
      const wrong = right === "000000" ? "000001" : "000000";
      expect((await confirm("EL5", wrong)).body).toMatchObject({ reason: "otp-refused" });
      expect((await confirm("EL4", right)).body).toMatchObject({ reason: "otp-refused" });
      expect((await confirm("EL5", right)).body).toEqual({
        mobileNo: "+254712000482",
        confirmedOn: "2026-04-14",
      });
      expect((await confirm("EL5", right)).body).toMatchObject({ reason: "otp-refused" });
      expect((await elect("EL5", 0, phone)).body).toMatchObject({ version: 1, net: 11_780 });
    });

    it("gets no money for a day after a reset, and cannot be confirmed meanwhile", async () => {
      society.clock.advance(3600);
      const sent = await society.send("POST", "/api/v1/auth/registerOtp", {
        body: { memberNo: "EL4" },
      });
      expect(sent.status, sent.text).toBe(200);
      const body = {
        memberNo: "EL4",
        otp: await code(),
        password: PASSWORD,
        password_confirmation: PASSWORD,
      };
      expect((await society.send("PUT", "/api/v1/auth/changePassword", { body })).status).toBe(200);
      tokens["EL4"] = await signIn(society, "EL4");
      expect((await ask("EL4")).body).toMatchObject({ reason: "payout-held" });
      expect((await ask("EL4")).text).toContain("until 15 Apr 2026 at 10:12");
      await society.owner.query(
        "update member set mobile_confirmed_at = now() where member_no = 'EL4'",
      );
      expect((await elect("EL4", 1, phone)).body).toMatchObject({ reason: "payout-held" });
      const elsewhere = [{ mode: "OFFSET HOSPITAL BILL", amount: 12_400, bill: "UH-2" }];
      expect((await elect("EL4", 1, elsewhere)).status).toBe(201);
      society.clock.advance(86_400);
      tokens["EL4"] = await signIn(society, "EL4");
      expect((await elect("EL4", 2, phone)).status).toBe(201);
    });
  });

  describe("the window", () => {
    it("accepts one of fifty different choices sent at once", async () => {
      tokens["EL3"] = await signIn(society, "EL3");
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          elect("EL3", 3, [
            { mode: SHARES, amount: 12_000 - index },
            { mode: "OFFSET HOSPITAL BILL", amount: 400 + index, bill: "UH-3" },
          ]),
        ),
      );
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
      const found = await society.owner.query(
        `select from dividend_election_row r join member m on m.id = r.member_id
        where m.member_no = 'EL3' and version = 4`,
      );
      expect(found.rowCount).toBe(2);
    });

    it("closes by the database's clock, and keeps the last choice", async () => {
      society.clock.set("2026-04-30T13:59:59Z");
      tokens["EL3"] = await signIn(society, "EL3");
      expect((await elect("EL3", 4, toShares)).status).toBe(201);
      society.clock.set("2026-04-30T14:00:00Z");
      expect((await elect("EL3", 5, toShares)).body).toMatchObject({ reason: "window-closed" });
      expect(await read("EL3")).toMatchObject({ isOpen: false, version: 5 });
    });

    it("keeps every choice: the database rejects updates and deletions", async () => {
      for (const change of ["update", "delete from"]) {
        const sql =
          change === "update"
            ? "update dividend_election_row set amount_cents = 1"
            : "delete from dividend_election_row";
        await expect(society.owner.query(sql)).rejects.toMatchObject({ code: "23001" });
      }
    });
  });
});
