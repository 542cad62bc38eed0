import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Cents, cents, shillings } from "#shared/money.ts";
import { runningStatementKinds } from "#shared/statement-columns.ts";
import {
  accountsOfEveryMember,
  memberAccount,
  societyAccount,
} from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { postAll, reverse } from "#server/ledger/journal/post.ts";
import {
  openWithdrawableAccount,
  withdrawableAccount,
} from "#server/loans/lending/withdrawable-accounts.ts";
import { employ, enrolWithLogin, memberIdOf, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { payIn, chargeFee } from "#test/withdrawable-accounts.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: { readsPerMinute: 60_000, readBurst: 60_000 } });
const tokens: Record<string, string> = {};
const ids: Record<string, bigint> = {};

const day = (text: string) => text as CalendarDate;

/** Returns the answer to a member about their own record. */
async function ask(memberNo: string, path: string, as = memberNo) {
  return society.send("GET", `/api/v1/${path}`, { token: tokens[as] ?? "" });
}

function posting(
  kind: Entry["kind"],
  memberNo: string,
  amount: Cents,
  more: Partial<Entry> = {},
): Entry {
  const own = (code: "member-deposits" | "share-capital" | "dividend-payable") =>
    memberAccount(code, ids[memberNo] ?? 0n);
  const lines = {
    "deposit-by-check-off": [societyAccount("check-off-clearing"), own("member-deposits")],
    "share-capital-by-mpesa": [societyAccount("mobile-money"), own("share-capital")],
    "dividend-declared": [societyAccount("dividend-appropriation"), own("dividend-payable")],
    "withholding-tax": [own("dividend-payable"), societyAccount("withholding-tax-payable")],
    "dividend-to-share-capital": [own("dividend-payable"), own("share-capital")],
  } as const;
  const [from, to] = lines[kind as keyof typeof lines];
  const dividendYear = kind === "dividend-declared" ? 2025 : undefined;
  const sides = [debit(from, amount), credit(to, amount)];
  return { kind, narration: kind, dividendYear, lines: sides, ...more };
}

const book = (...entries: Entry[]) =>
  society.database.unitOfWork("test", (work) => postAll(work, entries));

beforeAll(async () => {
  for (const memberNo of ["SA1", "SA2", "SA3"]) {
    await enrolWithLogin(society, memberNo, { fullName: `Member ${memberNo}` });
    ids[memberNo] = await memberIdOf(society, memberNo);
    tokens[memberNo] = await signIn(society, memberNo);
  }
  await employ(society, "ST1", "clerk");
  tokens["ST1"] = await signIn(society, "ST1");
});

steps("step by step", () => {
  describe("a member with nothing", () => {
    it.each(["dividend", "shareCapital", "savings"])("%s is a bare empty array", async (name) => {
      const reply = await ask("SA2", `${name}/SA2`);
      expect([reply.status, reply.text]).toEqual([200, "[]"]);
    });

    it.each(["instant", "guarantor", "withDrawable"])(
      "%s is the wrapper with an empty array and today's date",
      async (name) => {
        const reply = await ask("SA2", `${name}/SA2`);
        expect(reply.body).toEqual({
          status: 200,
          message: expect.any(String),
          curDate: "2026-04-14",
          data: [],
        });
      },
    );

    it("has a zero balance brought forward, as one bare number", async () => {
      expect((await ask("SA2", "savings/sum/SA2")).text).toBe("0");
    });

    it("has the same answers as an unknown number; for that our own calls return 404", async () => {
      for (const name of ["dividend", "shareCapital", "savings"]) {
        expect((await ask("NONE", `${name}/NONE`, "ST1")).text).toBe("[]");
      }
      for (const name of ["instant", "guarantor", "withDrawable"]) {
        expect((await ask("NONE", `${name}/NONE`, "ST1")).body).toMatchObject({ data: [] });
      }
      for (const name of ["savings/sum", "savings/sumTotal", "shareCapital/sumTotal"]) {
        expect((await ask("NONE", `${name}/NONE`, "ST1")).text).toBe("0");
      }
      for (const path of ["members/NONE/statements/savings", "members/NONE/overview"]) {
        const reply = await ask("NONE", path, "ST1");
        expect([reply.status, reply.body]).toMatchObject([404, { reason: "no-such-member" }]);
      }
    });

    it("has a running statement and an overview of zeros", async () => {
      expect((await ask("SA2", "members/SA2/statements/dividend")).body).toEqual({
        asAt: "2026-04-14",
        from: "",
        to: "2026-04-14",
        broughtForward: 0,
        movements: [],
        totalIn: 0,
        totalOut: 0,
        closing: 0,
      });
      const { body } = await ask("SA2", "members/SA2/overview");
      const overview = body as { savingsByMonth: { month: string; balance: number }[] };
      expect(overview).toMatchObject({
        asAt: "2026-04-14",
        mobileConfirmed: false,
        lastSaving: { date: "", narration: "", amount: 0 },
        loans: [],
        guaranteed: 0,
      });
      expect(overview.savingsByMonth).toHaveLength(25);
      expect(overview.savingsByMonth[0]).toEqual({ month: "2024-04", change: 0, balance: 0 });
      expect(overview.savingsByMonth.at(-1)?.month).toBe("2026-04");
    });
  });

  describe("the dividend statement", () => {
    it("matches the contract's own example: 1400 declared, 70 of tax, 1330 to shares", async () => {
      const words = { referenceNo: "DIV-2025" };
      const dated = (text: string) => ({ ...words, valueDate: day(text) });
      await book(
        posting("dividend-declared", "SA1", shillings(1400), dated("2026-03-28")),
        posting("withholding-tax", "SA1", shillings(70), dated("2026-04-01")),
        posting("dividend-to-share-capital", "SA1", shillings(1330), dated("2026-04-01")),
      );
      const row = (inputDate: string, narration: string, figures: number[]) => {
        const [dividend, paid, runningTotal] = figures;
        return { inputDate, narration, refNo: "DIV-2025", dividend, paid, runningTotal };
      };
      expect((await ask("SA1", "dividend/SA1")).body).toEqual([
        row("2026-03-28", "dividend-declared", [1400, 0, 1400]),
        row("2026-04-01", "withholding-tax", [0, 70, 1330]),
        row("2026-04-01", "dividend-to-share-capital", [0, 1330, 0]),
      ]);
    });

    it("shows a correction on the side that keeps the running total the difference", async () => {
      const [id = 0n] = await book(posting("dividend-declared", "SA1", shillings(55)));
      await society.database.unitOfWork("test", (work) => reverse(work, id));
      const rows = (await ask("SA1", "dividend/SA1")).body as { dividend: number; paid: number }[];
      expect(rows.slice(-2)).toMatchObject([
        { dividend: 55, paid: 0, runningTotal: 55 },
        { narration: "Reversed: dividend-declared", dividend: 0, paid: 55, runningTotal: 0 },
      ]);
      expect(rows.every(({ dividend, paid }) => dividend >= 0 && paid >= 0)).toBe(true);
    });
  });

  describe("the share capital statement", () => {
    it("is a bare array with deposits as credit", async () => {
      const more = { valueDate: day("2026-02-28"), receiptNo: "UBS7K2M4QX", referenceNo: "R-1" };
      await book(posting("share-capital-by-mpesa", "SA1", cents(50_050n), more));
      expect((await ask("SA1", "shareCapital/SA1")).body).toEqual([
        {
          id: expect.stringMatching(/^\d+-2$/),
          date: "2026-02-28",
          item: "share-capital-by-mpesa",
          referenceNo: "R-1",
          receiptNo: "UBS7K2M4QX",
          debit: 0,
          credit: 500.5,
        },
        expect.objectContaining({ date: "2026-04-01", debit: 0, credit: 1330, receiptNo: "" }),
      ]);
    });
  });

  describe("the savings statement", () => {
    it("begins six months back to the day, and its last running total is the total", async () => {
      const saved = (text: string, amount: number) =>
        posting("deposit-by-check-off", "SA1", shillings(amount), { valueDate: day(text) });
      await book(saved("2025-10-13", 1000), saved("2025-10-14", 200), saved("2026-04-14", 30));
      const row = { narration: "deposit-by-check-off", refNo: "" };
      expect((await ask("SA1", "savings/SA1")).body).toEqual([
        { ...row, inputDate: "2025-10-14", savings: 200, runningTotal: 1200 },
        { ...row, inputDate: "2026-04-14", savings: 30, runningTotal: 1230 },
      ]);
      expect((await ask("SA1", "savings/sum/SA1")).text).toBe("1000");
      expect((await ask("SA1", "savings/sumTotal/SA1")).text).toBe("1230");
    });
  });

  describe("a running statement", () => {
    it("shows each account that every member has", () => {
      const shown = Object.values(runningStatementKinds).map(({ account }) => account);
      expect(new Set<string>(shown)).toEqual(new Set(accountsOfEveryMember));
    });

    it("includes both ends of its period, with the balances before and after", async () => {
      const period = "?from=2025-10-13&to=2025-10-14";
      const { body } = await ask("SA1", `members/SA1/statements/savings${period}`);
      expect(body).toMatchObject({
        from: "2025-10-13",
        to: "2025-10-14",
        broughtForward: 0,
        movements: [{ balance: 1000 }, { balance: 1200, amount: 200, receipt: "" }],
        totalIn: 1200,
        totalOut: 0,
        closing: 1200,
      });
      const later = await ask("SA1", "members/SA1/statements/savings?from=2025-10-14");
      expect(later.body).toMatchObject({ to: "2026-04-14", broughtForward: 1000, closing: 1230 });
    });

    it.each([
      ["from=2026-02-01&to=2026-01-31", "to", "date.order"],
      ["from=2026-02-29", "from", "date.form"],
      ["form=2026-02-01", "form", "field.invalid"],
    ])("rejects %s at the field that is wrong", async (query, field) => {
      const reply = await ask("SA1", `members/SA1/statements/savings?${query}`);
      expect(reply.status).toBe(422);
      expect(reply.body).toMatchObject({ errors: [{ field }] });
    });

    it("exists under no other name", async () => {
      expect((await ask("SA1", "members/SA1/statements/loans")).status).toBe(422);
    });

    it("is compressed when it is long and the client accepts that, with its header", async () => {
      const many = Array.from({ length: 40 }, (_, index) =>
        posting("deposit-by-check-off", "SA3", shillings(index + 1)),
      );
      await book(...many);
      const path = "/api/v1/members/SA3/statements/savings";
      const raw = await fetch(society.address + path, {
        headers: { authorization: `Bearer ${tokens["SA3"]}`, "accept-encoding": "identity" },
      });
      expect(raw.headers.get("vary")).toBe("accept-encoding");
      expect(raw.headers.get("content-encoding")).toBeNull();
      const plain = await raw.text();
      for (const [accepted, encoding] of [
        ["gzip, br;q=0", "gzip"],
        ["gzip, deflate, br", "br"],
      ] as const) {
        const token = tokens["SA3"] ?? "";
        const reply = await society.send("GET", path, {
          token,
          headers: { "accept-encoding": accepted },
        });
        expect(reply.headers.get("content-encoding")).toBe(encoding);
        expect(reply.text).toBe(plain);
      }
    });
  });

  describe("withdrawable accounts", () => {
    it("are one row each, with the holder's name and the balance", async () => {
      const account = withdrawableAccount(ids["SA1"] ?? 0n, "SA1-W1");
      await society.database.unitOfWork("test", async (work) => {
        await openWithdrawableAccount(work, account, day("2025-12-31"));
        await payIn(work, account, shillings(2000), { narration: "M-Pesa deposit" });
        await chargeFee(work, account, cents(50_050n), { narration: "Fee" });
      });
      expect((await ask("SA1", "withDrawable/SA1")).body).toEqual({
        status: 200,
        message: expect.any(String),
        curDate: "2026-04-14",
        data: [
          {
            accNo: "SA1-W1",
            holdersName: "Member SA1",
            regDate: "2025-12-31",
            curDate: "2026-04-14",
            outStanding: 1499.5,
          },
        ],
      });
    });
  });
});
