import { beforeAll, expect, it } from "vitest";
import { checkOffOffice } from "#test/check-off.ts";
import { employ, enrol, foundSociety, giveLogin, lend, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const office = checkOffOffice(society, tokens);
const { ask, take, post, place, read, lines, variance, standing, reverseAs } = office;

const decide = (batch: string, row: number, body: unknown) =>
  ask("clerk", "POST", `/${batch}/lines/${row}/decision`, body);

beforeAll(async () => {
  await foundSociety(society);
  for (let number = 1; number <= 3; number += 1) await enrol(society, `MS${number}`);
  await lend(society, "MS1", { loanNo: "LN-1" });
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const accounts = [
  "share-capital",
  "membership-fees",
  "welfare-fund",
  "insurance-premiums",
  "check-off-suspense",
  "check-off-clearing",
] as const;

const allStanding = () => Promise.all(accounts.map((code) => standing(code)));

steps("a check-off file with share capital and fees", () => {
  const csv = `member_no,amount
MS2,1000
MS2,200
MS2,150
MS3,75
MS3,60
MS3,40
`;
  const wanted = ["share-capital", "fees", "welfare", "insurance", "suspense", "suspense"];
  let id = "";

  it("shows what goes to each destination, and the sums are the whole file", async () => {
    ({ id } = await take(csv, "1525"));
    for (const [at, to] of wanted.entries()) {
      const decided = await decide(id, at + 2, { to });
      expect(decided.status, decided.text).toBe(201);
    }
    const batch = await read(id);
    expect(batch).toMatchObject({ toShareCapital: 1000, toFees: 425, toSuspense: 100 });
    const { toLoans, toDeposits, toShareCapital, toFees, toSuspense } = batch;
    expect(toLoans + toDeposits + toShareCapital + toFees + toSuspense).toBe(batch.amount);
    const report = await variance(id, "missing");
    expect(report).toMatchObject({ toShareCapital: 1000, toFees: 425, toSuspense: 100 });
  });

  it("is posted to their accounts, and each entry names the payer of a fee", async () => {
    await post(id);
    expect(await allStanding()).toEqual([1000, 200, 150, 75, 100, 1525]);
    const entries = await society.owner.query<{ kind: string; narration: string }>(
      "select kind, narration from journal_entry where reference_no = $1 order by id",
      [`CO-${id}`],
    );
    expect(entries.rows.map(({ kind, narration }) => `${kind}: ${narration}`)).toEqual([
      "share-capital-by-check-off: Check-off, May 2026 to share capital",
      "fee-by-check-off: Check-off, May 2026, fee of member MS2",
      "fee-by-check-off: Check-off, May 2026, welfare contribution of member MS2",
      "fee-by-check-off: Check-off, May 2026, insurance premium of member MS3",
      "check-off-unplaced: Check-off, May 2026, row 6, not placed yet",
      "check-off-unplaced: Check-off, May 2026, row 7, not placed yet",
    ]);
  });

  it("informs the member how much became share capital and fees", async () => {
    const texts = (await society.messages()).filter(({ to }) => to.startsWith("+"));
    expect(texts.find(({ text }) => text.includes("1,350.00"))?.text).toBe(
      "Uzima Sacco: we received Ksh 1,350.00 of your May 2026 check-off. To loans 0.00, " +
        "to deposits 0.00, shares 1,000.00, fees 350.00. Loan balance: 0.00.",
    );
  });

  it("shows its share capital on the member's statement", async () => {
    await giveLogin(society, "MS2");
    const token = await signIn(society, "MS2");
    const statement = await society.send("GET", "/api/v1/shareCapital/MS2", { token });
    expect(statement.status, statement.text).toBe(200);
    expect(statement.text).toContain("Check-off, May 2026 to share capital");
  });

  it("has money in suspense placed on share capital and as a fee, by two people", async () => {
    const shares = await place(id, 6, { to: "share-capital", memberNo: "MS3" });
    expect(shares.status, shares.text).toBe(201);
    const fee = await place(id, 7, { to: "welfare", memberNo: "MS3" });
    expect(fee.status, fee.text).toBe(201);
    expect(await allStanding()).toEqual([1060, 200, 190, 75, 0, 1525]);
    expect((await lines(id, "suspense")).map(({ placed }) => placed)).toEqual([
      "share capital MS3",
      "welfare MS3",
    ]);
  });

  it("is reversed whole, with its share capital and fees", async () => {
    const before = await allStanding();
    const again = await take("member_no,amount\nMS2,30\nMS2,20\n", "50", { month: "2026-06" });
    await decide(again.id, 2, { to: "share-capital" });
    await decide(again.id, 3, { to: "insurance" });
    await post(again.id);
    const reversed = await reverseAs("administrator", again.id, "Wrong file");
    expect(reversed.status, reversed.text).toBe(201);
    expect(await allStanding()).toEqual(before);
  });

  it("shows each member what they paid besides their accounts, to the cent", async () => {
    const paidBy = async (memberNo: string) => {
      if (memberNo !== "MS2") await giveLogin(society, memberNo);
      const token = await signIn(society, memberNo);
      const address = `/api/v1/members/${memberNo}`;
      const list = await society.send("GET", `${address}/contributions`, { token });
      expect(list.status, list.text).toBe(200);
      const { data } = list.body as { data: { kind: string; amount: number; month: string }[] };
      const csv = await society.send("POST", `${address}/statements/contributions/documents`, {
        token,
        body: { format: "csv" },
      });
      return { rows: data.map(({ kind, amount }) => [kind, amount]), csv: csv.text, data };
    };
    const second = await paidBy("MS2");
    expect(second.rows).toEqual([
      ["fees", 200],
      ["welfare", 150],
      ["insurance", 20],
      ["insurance", -20],
    ]);
    expect(second.csv).toContain("Welfare contribution,May 2026,");
    expect(second.csv).toMatch(/Total Amount,.*350\.00/);
    const third = await paidBy("MS3");
    expect(third.rows).toEqual([
      ["insurance", 75],
      ["welfare", 40],
    ]);
    const [, fees, welfare, insurance] = await allStanding();
    const all = [...second.data, ...third.data].reduce((sum, { amount }) => sum + amount, 0);
    expect(all).toBe((fees ?? 0) + (welfare ?? 0) + (insurance ?? 0));
    const other = await society.send("GET", "/api/v1/members/MS2/contributions", {
      token: await signIn(society, "MS3"),
    });
    expect(other.status).toBe(403);
  });

  it("includes those payments in the copy of the member's data", async () => {
    const token = await signIn(society, "MS2");
    const copy = await society.send("POST", "/api/v1/members/MS2/personal-data", {
      token,
      body: { format: "json" },
    });
    expect(copy.status, copy.text).toBe(201);
    for (const kind of ["fees", "welfare", "insurance"]) expect(copy.text).toContain(`"${kind}"`);
  });

  it("is checked by the database: the parts of a line sum to the line", async () => {
    const { id: other } = await take("member_no,amount\nMS2,31\n", "31", { month: "2026-07" });
    const sql = `insert into check_off_part
        (batch_id, row_no, part_no, destination, member_id, amount_cents)
      select batch_id, row_no, 9, 'share-capital', member_id, 100 from check_off_line
      where batch_id = $1`;
    await expect(society.owner.query(sql, [other])).rejects.toThrow(/do not sum/);
  });
});
