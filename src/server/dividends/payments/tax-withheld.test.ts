import { beforeAll, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { cents } from "#shared/money.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { bookYear, postYear, takeStep } from "#test/dividend-year.ts";
import { approveRequest, employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const members = ["TX1", "TX2", "TX3"];
const year = "/api/v1/dividends/2025";
let administrator = "";
let treasurer = "";

beforeAll(async () => {
  await foundSociety(society);
  for (const [place, memberNo] of members.entries()) {
    await enrolWithLogin(society, memberNo);
    // Odd amounts, so that fractions of a cent must be assigned.
    await bookYear(society, memberNo, 2025, {
      shareCapital: cents(1_234_567n + BigInt(place)),
      deposits: [cents(7_654_321n * BigInt(place + 1))],
    });
  }
  await society.owner.query(
    "update member set mobile_confirmed_at = case when member_no <> 'TX3' then now() end",
  );
  await employ(society, "ADMINISTRATOR", "administrator");
  await employ(society, "TREASURER", "treasurer");
  const day = "2026-04-14" as CalendarDate;
  await postYear(society, {
    opensOn: day,
    closesOn: day,
    defaultMode: "mobile",
    tax: { "share-capital": 333 },
  });
  society.clock.set("2026-04-14T15:00:00Z");
  administrator = await signIn(society, "ADMINISTRATOR");
  for (const step of ["lock", "payment"]) {
    const reply = await takeStep(society, administrator, step);
    expect(reply.status, reply.text).toBe(201);
  }
});

/** The rows of the list as numbers by column, in whole cents, with the day of each. */
async function listed() {
  const reply = await society.send("GET", `${year}/lists/withholding-tax`, {
    token: administrator,
  });
  const [head = "", ...rows] = reply.text.replace("\uFEFF", "").trimEnd().split("\r\n");
  const names = head.split(",");
  return rows.map((row) => {
    const cells = row.split(",");
    const cell = (name: string) => cells[names.indexOf(name)] ?? "";
    return {
      memberNo: cell("Member No"),
      day: cell("Posted on"),
      gross: inCents(cell("Gross")),
      tax: inCents(cell("Tax withheld")),
      onShares: inCents(cell("Dividend on shares")),
      sharesTax: inCents(cell("Tax on it")),
      interest: inCents(cell("Interest on deposits")),
      interestTax: inCents(cell("Tax on interest")),
    };
  });
}

const inCents = (text: string) => BigInt(text.replace(".", ""));

/** The ledger's tax withheld by member and day, calculated again from its lines. */
async function withheld(): Promise<Map<string, bigint>> {
  const { rows } = await society.owner.query<{ key: string; cents: string }>(
    `select m.member_no || ' ' || e.value_date as key, -sum(tax.amount_cents) as cents
      from journal_entry e
        join journal_line tax on tax.entry_id = e.id
        join ledger_account t on t.id = tax.account_id and t.code = 'withholding-tax-payable'
        join journal_line theirs on theirs.entry_id = e.id and theirs.line_no <> tax.line_no
        join ledger_account a on a.id = theirs.account_id and a.code = 'dividend-payable'
        join member m on m.id = a.member_id
      group by 1 having sum(tax.amount_cents) <> 0`,
  );
  return new Map(rows.map(({ key, cents: sum }) => [key, BigInt(sum)]));
}

async function expectTie(): Promise<void> {
  const found = new Map<string, bigint>();
  for (const { memberNo, day, tax } of await listed()) {
    const key = `${memberNo} ${day}`;
    found.set(key, (found.get(key) ?? 0n) + tax);
  }
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(await withheld()));
  const { rows } = await society.owner.query<{ cents: string }>(
    "select -balance_cents as cents from ledger_account where code = 'withholding-tax-payable'",
  );
  const all = [...found.values()].reduce((sum, tax) => sum + tax, 0n);
  expect(all).toBe(BigInt(rows[0]?.cents ?? 0));
}

steps("the list of tax withheld", () => {
  it("equals the tax in the ledger by member and day, and excludes parts on hold", async () => {
    await expectTie();
    const rows = await listed();
    // Nothing is withheld from the part on hold; its cents are in share capital and taxed as such.
    expect(
      rows.filter(({ memberNo }) => memberNo === "TX3").every(({ gross }) => gross < 200n),
    ).toBe(true);
  });

  it("is split by kind of income, and the kinds sum to each part and its tax", async () => {
    for (const row of await listed()) {
      expect(row.onShares + row.interest).toBe(row.gross);
      expect(row.sharesTax + row.interestTax).toBe(row.tax);
      expect(row.tax).toBeLessThanOrEqual(row.gross);
      for (const part of [row.onShares, row.interest, row.sharesTax, row.interestTax]) {
        expect(part).toBeGreaterThanOrEqual(0n);
      }
    }
  });

  it("is listed on the day it is posted, for a part released later", async () => {
    society.clock.set("2026-05-04T06:00:00Z");
    administrator = await signIn(society, "ADMINISTRATOR");
    treasurer = await signIn(society, "TREASURER");
    const asked = await society.send("POST", `${year}/held/TX3/1/request`, {
      token: administrator,
      body: { destination: "deposits", reason: "They asked us to" },
    });
    await approveRequest(society, treasurer, (asked.body as { approvalId: string }).approvalId);
    const days = (await listed()).filter(({ memberNo }) => memberNo === "TX3");
    expect(days.map(({ day }) => day)).toContain("2026-05-04");
    await expectTie();
  });

  it("is due five working days later, and is waiting work until remitted", async () => {
    const { body } = await society.send("GET", `${year}/uptake`, { token: administrator });
    expect(body).toMatchObject({
      taxDue: [
        // Tuesday and Monday, five working days later each.
        { withheldOn: "2026-04-14", dueOn: "2026-04-21" },
        { withheldOn: "2026-05-04", dueOn: "2026-05-11" },
      ],
    });
    const waiting = async () => {
      const reply = await society.send("GET", "/api/v1/waiting-work", { token: administrator });
      return (reply.body as { taxToRemit: unknown }).taxToRemit;
    };
    expect(await waiting()).toEqual({ waiting: 2, late: 1, daysLeft: -13 });
    const [first = 0n] = await society.database.unitOfWork("test", async (work) => {
      const { rows } = await society.owner.query<{ cents: string }>(
        "select amount_cents as cents from tax_withheld_day order by withheld_on",
      );
      const sums = rows.map(({ cents: sum }) => BigInt(sum));
      const amount = cents(sums[0] ?? 0n);
      await post(work, {
        kind: "withholding-tax-remitted",
        narration: "Withholding tax remitted",
        lines: [
          debit(societyAccount("withholding-tax-payable"), amount),
          credit(societyAccount("bank"), amount),
        ],
      });
      return sums;
    });
    expect(first).toBeGreaterThan(0n);
    expect(await waiting()).toEqual({ waiting: 1, late: 0, daysLeft: 7 });
  });
});
