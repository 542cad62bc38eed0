import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BankRow, bankFile, reconciliationOffice } from "#test/bank-statements.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { reasonOf, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  limits: { writesPerMinute: 6000, writeBurst: 6000, readsPerMinute: 6000, readBurst: 6000 },
});
const tokens: Record<string, string> = {};
const office = reconciliationOffice(society, tokens);

const march: readonly BankRow[] = [
  { day: "2026-03-02", amount: 50_00n, receipt: "S1" },
  { day: "2026-03-09", amount: 50_00n, receipt: "S2" },
  { day: "2026-03-16", amount: -20_50n, details: "Ledger fee" },
];
const file = bankFile(100_00n, march);
/** The same file below a bank's heading, as most portals export it. */
const headed = (label: string, table = file) => `EXAMPLE BANK\n${label}\n\n${table}`;

const errorsOf = ({ body }: { body: unknown }) =>
  (body as { errors?: { field: string; message: string }[] }).errors?.map(
    ({ field, message }) => `${field} ${message}`,
  ) ?? [];
const beforeIts = "This row continues the balance of a row with a later date.";

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "CLERK", "clerk");
  tokens["clerk"] = await signIn(society, "CLERK");
});

beforeEach(async () => {
  await society.owner.query(`set session_replication_role = replica;
    delete from bank_statement_line; delete from bank_statement;
    update reconciled_account set starts_on = null, opening_cents = null, covers_to = null;
    set session_replication_role = origin`);
});

describe("a statement of another account is rejected where the file says so", () => {
  it.each(["Account Number:,0110 2345 678", "A/C No. 01102345678", '"Account: 0110-2345-678 KES"'])(
    "%s",
    async (label) => {
      await office.take(headed(label));
      const april = bankFile(179_50n, [{ day: "2026-03-17", amount: 1_00n }]);
      const other = await office.load(headed("Account Number:,01102345679", april));
      expect([other.status, reasonOf(other)]).toEqual([409, "statement-account"]);
      expect(other.text).toContain("01102345679");
      expect(await office.open("statement")).toHaveLength(3);
      expect((await office.take(headed("Account No: 01102345678", april))).added).toBe(1);
    },
  );

  it("of the account that M-Pesa's statements are of, or the bank's", async () => {
    await office.take(headed("Short Code,400200"), { account: "mobile-money" });
    expect(reasonOf(await office.load(headed("Short Code,400200")))).toBe("statement-account");
    await office.take(headed("Account Number,01102345678"));
    const sent = { account: "mobile-money" };
    const reply = await office.load(headed("Account Number,01102345678"), sent);
    expect(reasonOf(reply)).toBe("statement-account");
    expect(await office.open("statement", "mobile-money")).toHaveLength(3);
  });

  it("but not for a balance, a name or a number of which digits are hidden", async () => {
    const labels = ["Account Holder,AKIBA SACCO", "Account Balance,2000", "Account,0110****678"];
    await office.take(headed("Account No,01102345678"));
    for (const label of labels) expect((await office.take(headed(label))).added).toBe(0);
  });
});

describe("a day whose day and month are swapped is rejected at its row", () => {
  it.each([
    ["which comes before the line above", "2026-01-09", "row:3:day"],
    ["which comes after the line below", "2026-04-09", "row:4:day"],
  ])("%s", async (_, wrong, place) => {
    const reply = await office.load(file.replace("2026-03-09", wrong));
    expect(reply.status, reply.text).toBe(422);
    expect(errorsOf(reply)).toEqual([expect.stringContaining(`${place} ${beforeIts}`)]);
    expect(await office.open("statement")).toEqual([]);
  });

  it("in a file that begins with the newest line too", async () => {
    const [head = "", one = "", two = "", three = ""] = file.split("\r\n");
    const newest = [head, three, two.replace("2026-03-09", "2026-01-09"), one].join("\n");
    expect(errorsOf(await office.load(newest))).toEqual([
      expect.stringContaining(`row:3:day ${beforeIts}`),
    ]);
  });

  it("in the future", async () => {
    const last = file.replace("2026-03-16", "2031-03-16");
    expect(errorsOf(await office.load(last))).toEqual(["row:4:day This date is in the future."]);
  });
});

describe("the same file with one row changed adds nothing, whatever was changed", () => {
  const changes: readonly (readonly [string, Partial<BankRow>])[] = [
    ["its day", { day: "2026-03-10" }],
    ["its receipt", { receipt: "S9" }],
    ["its text", { details: "Transfer of Amina" }],
    ["its amount and all balances after it", { amount: 50_01n }],
    ["its sign and all balances after it", { amount: -50_00n }],
  ];

  it.each(changes)("%s", async (_, change) => {
    await office.take(file);
    const rows = march.map((row, at) => (at === 1 ? { ...row, ...change } : row));
    const reply = await office.load(bankFile(100_00n, rows));
    expect([reply.status, reasonOf(reply)]).toEqual([409, "statement-lines"]);
    const known = (await office.open("statement")).map(({ day, amount }) => [day, amount]);
    expect(known).toEqual(march.map(({ day, amount }) => [day, Number(amount) / 100]));
  });

  it("its amount alone, at that row", async () => {
    await office.take(file);
    const changed = file.replace("2026-03-09,S2,Transfer,,50.00", "2026-03-09,S2,Transfer,,50.01");
    expect(errorsOf(await office.load(changed))).toEqual([
      expect.stringMatching(/^row:3:balance .* missing, repeated or changed/),
    ]);
  });
});

describe("what is no amount is rejected at its row", () => {
  const given = [
    "1e3",
    "0x10",
    "NaN",
    "Infinity",
    "10.5.0",
    '"10,5,0"',
    "--10",
    "+-10",
    "١٠",
    "10 000 KES x",
    "=10",
    "@SUM(1)",
    '"=HYPERLINK(""x"")"',
    "10.001",
    "-10",
    "(10.00)",
  ];

  it.each(given)("%s", async (amount) => {
    const row = `2026-03-02,,x,,${amount},10`;
    const reply = await office.load(`Date,Reference,Description,Debit,Credit,Balance\n${row}\n`);
    expect(reply.status, reply.text).toBe(422);
    expect(errorsOf(reply)[0]).toMatch(/^row:2:paid_in /);
    expect(await office.open("statement")).toEqual([]);
  });
});
