import { beforeAll, describe, expect, it } from "vitest";
import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import { type BankRow, bankFile, postBank, reconciliationOffice } from "#test/bank-statements.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { reasonOf, statusesOf, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  limits: { writesPerMinute: 6000, writeBurst: 6000, readsPerMinute: 6000, readBurst: 6000 },
});
const tokens: Record<string, string> = {};
const office = reconciliationOffice(society, tokens);

let day = "2025-01-01" as CalendarDate;
let balance = 0n;
let posted = 0n;

/** Imports a statement of the next thirty days; rows say after how many days they are. */
async function statementOf(rows: readonly (Omit<BankRow, "day"> & { readonly after: number })[]) {
  const from = day;
  const to = addDays(from, 29);
  const dated = rows.map(({ after, ...row }) => ({ ...row, day: addDays(from, after) }));
  const sorted = dated.toSorted((one, other) => one.day.localeCompare(other.day));
  const file = bankFile(balance, sorted);
  balance += rows.reduce((sum, { amount }) => sum + amount, 0n);
  day = addDays(to, 1);
  return office.take(file, { more: { from, to } });
}

const inPeriod = (after: number) => addDays(day, after);
const postAfter = (after: number, amount: bigint, more: object = {}) => {
  posted += amount;
  return postBank(society, { day: inPeriod(after), amount, ...more });
};
const amountsOf = (rows: readonly { readonly amount: number }[]) =>
  rows.map(({ amount }) => amount);

beforeAll(async () => {
  await foundSociety(society);
  const staff = {
    clerk: "clerk",
    treasurer: "treasurer",
    admin: "administrator",
    auditor: "auditor",
  };
  for (const [name, role] of Object.entries(staff)) {
    await employ(society, name.toUpperCase(), role);
    tokens[name] = await signIn(society, name.toUpperCase());
  }
});

describe("the rules propose", () => {
  it("a receipt with the same amount, on any day, and no other amount", async () => {
    await postAfter(1, 500_00n, { receipt: "BR-1001" });
    await postAfter(1, 700_00n, { receipt: "BR-1002" });
    const loaded = await statementOf([
      { after: 20, amount: 500_00n, receipt: "br-1001" },
      { after: 20, amount: 701_00n, receipt: "BR-1002" },
    ]);
    expect(loaded.proposed).toBe(1);
    const { rows, proposals } = await office.matches();
    expect(rows[0]).toMatchObject({ rule: "receipt", amount: 500 });
    expect(proposals).toMatchObject([{ rule: "receipt", matches: 1, amount: 500 }]);
    await office.confirmAll();
    const [lines, entries] = [await office.open("statement"), await office.open("books")];
    expect(amountsOf(lines)).toContain(701);
    expect(amountsOf(entries)).toContain(700);
    expect(amountsOf([...lines, ...entries])).not.toContain(500);
  });

  it("the only amount within three days, and leaves two of them open", async () => {
    await postAfter(10, 91_00n);
    await postAfter(10, -92_00n);
    await postAfter(10, -92_00n);
    await postAfter(10, 93_00n);
    await statementOf([
      { after: 13, amount: 91_00n },
      { after: 11, amount: -92_00n },
      { after: 14, amount: 93_00n },
    ]);
    const { rows } = await office.matches();
    expect(rows.map(({ rule, amount }) => [rule, amount])).toEqual([["amount", 91]]);
    await office.confirmAll();
  });

  it("a bulk transfer of one line, and one entry of several lines", async () => {
    for (const amount of [11_01n, 12_02n, 13_03n]) {
      await postAfter(5, -amount, { reference: "BATCH-77" });
    }
    await postAfter(6, 300_09n);
    await statementOf([
      { after: 5, amount: -36_06n, details: "EFT bulk" },
      { after: 6, amount: 100_03n, details: "Deposit slip" },
      { after: 6, amount: 200_06n, details: "Deposit slip" },
    ]);
    const { rows } = await office.matches();
    expect(rows.map((one) => [one.rule, one.lines.length, one.entries.length])).toEqual([
      ["sum", 2, 1],
      ["sum", 1, 3],
    ]);
    await office.confirmAll();
  });

  it("the number of a cheque within the text", async () => {
    await postAfter(2, -444_00n, { receipt: "CHQ000171" });
    await statementOf([{ after: 25, amount: -444_00n, details: "CLEARING CHQ000171 JUMA" }]);
    expect((await office.matches()).rows).toMatchObject([{ rule: "receipt" }]);
    await office.confirmAll();
  });
});

describe("a match", () => {
  it("is confirmed by another person than its proposer, under either of their names", async () => {
    await postAfter(3, 1_23n, { receipt: "PERSON-1" });
    await statementOf([{ after: 3, amount: 1_23n, receipt: "PERSON-1" }]);
    const [found] = (await office.matches()).rows;
    const { id = "", shownDigest = "" } = found ?? {};
    const confirm = (who: string) =>
      office.ask(who, "POST", `/bank/matches/${id}/confirmation`, { shownDigest });
    expect((await confirm("clerk")).status).toBe(403);
    expect((await confirm("auditor")).status).toBe(403);
    await enrol(society, "MB1");
    await society.owner.query("update bank_match set proposed_by = 'member:MB1' where id = $1", [
      id,
    ]);
    await society.owner.query(`update staff set member_id = (select id from member
      where member_no = 'MB1') where staff_no = 'TREASURER'`);
    const same = await confirm("treasurer");
    expect([same.status, reasonOf(same)]).toEqual([403, "match-two-people"]);
    await society.owner.query("update staff set member_id = null");
    await society.owner.query("update bank_match set proposed_by = 'staff:CLERK' where id = $1", [
      id,
    ]);
    expect((await confirm("treasurer")).status).toBe(201);
    const twice = await confirm("admin");
    expect([twice.status, reasonOf(twice)]).toEqual([409, "match-state"]);
  });

  it("is not confirmed by its proposer, who may also confirm others'", async () => {
    const entry = await postAfter(3, 2_34n);
    await statementOf([{ after: 20, amount: 2_34n }]);
    const line = (await office.open("statement")).find(({ amount }) => amount === 2.34)?.id;
    const body = { lines: [line], entries: [String(entry)] };
    const made = await office.ask("treasurer", "POST", "/bank/matches", body);
    expect(made.status, made.text).toBe(201);
    const { proposals, rows } = await office.matches();
    const own = { rule: "manual", shownDigest: proposals[0]?.shownDigest };
    const reply = await office.ask("treasurer", "POST", "/bank/confirmations", own);
    expect([reply.status, reasonOf(reply)]).toEqual([403, "match-two-people"]);
    const { id = "", shownDigest } = rows[0] ?? {};
    const path = `/bank/matches/${id}/confirmation`;
    expect((await office.ask("admin", "POST", path, { shownDigest })).status).toBe(201);
  });

  it("has equal sums on both sides, and no item that is in another match", async () => {
    const [one, other] = [await postAfter(3, 5_55n), await postAfter(3, 6_66n)];
    await statementOf([{ after: 20, amount: 5_55n }]);
    const line = (await office.open("statement")).find(({ amount }) => amount === 5.55)?.id;
    const make = (lines: unknown[], entries: bigint[]) =>
      office.ask("clerk", "POST", "/bank/matches", { lines, entries: entries.map(String) });
    expect(reasonOf(await make([line], [other]))).toBe("match-sums");
    expect(reasonOf(await make([line], []))).toBe("match-empty");
    const replies = await Promise.all([make([line], [one]), make([line], [one])]);
    expect(statusesOf(replies)).toEqual([201, 409]);
    await expect(
      society.owner.query(
        "insert into bank_match_entry select account, entry_id, match_id from bank_match_entry",
      ),
    ).rejects.toThrow(/bank_match_entry_pkey/);
  });

  it("keeps its items once confirmed, by the call or by SQL", async () => {
    const { rows } = await office.matches();
    const { id = "", shownDigest } = rows[0] ?? {};
    const path = `/bank/matches/${id}/confirmation`;
    expect((await office.ask("admin", "POST", path, { shownDigest })).status).toBe(201);
    for (const sql of [
      `update bank_statement_line set match_id = null where match_id = ${id}`,
      `delete from bank_match_entry where match_id = ${id}`,
      `update bank_match set state = 'proposed' where id = ${id}`,
      `update bank_match set settled_on = settled_on + 1 where id = ${id}`,
    ]) {
      await expect(society.database.unitOfWork("test", (work) => work.run(sql))).rejects.toThrow(
        /confirmed|confirmation|earlier state/,
      );
    }
  });

  it("that was rejected is not proposed again, and its items are open", async () => {
    await postAfter(3, 8_88n, { receipt: "REJ-1" });
    await statementOf([{ after: 3, amount: 8_88n, receipt: "REJ-1" }]);
    const [found] = (await office.matches()).rows;
    const path = `/bank/matches/${found?.id}/undoing`;
    expect((await office.ask("clerk", "POST", path, { reason: "Another payer" })).status).toBe(201);
    expect(amountsOf(await office.open("statement"))).toContain(8.88);
    const again = await office.ask("clerk", "POST", "/bank/proposals", {});
    expect(again.body).toEqual({ proposed: 0 });
  });

  it("is confirmed only as it was shown", async () => {
    await postAfter(3, 9_99n, { receipt: "SHOWN-1" });
    await statementOf([{ after: 3, amount: 9_99n, receipt: "SHOWN-1" }]);
    const { proposals } = await office.matches();
    await postAfter(3, 9_98n, { receipt: "SHOWN-2" });
    await statementOf([{ after: 3, amount: 9_98n, receipt: "SHOWN-2" }]);
    const body = { rule: "receipt", shownDigest: proposals[0]?.shownDigest };
    const reply = await office.ask("treasurer", "POST", "/bank/confirmations", body);
    expect([reply.status, reasonOf(reply)]).toEqual([409, "shown-changed"]);
    await office.confirmAll();
  });
});

it("an item is left open with a note, which can be removed", async () => {
  const [item] = await office.open("statement");
  const path = `/bank/open/statement/${item?.id}/note`;
  expect((await office.ask("clerk", "POST", path, { note: "Asked the bank" })).status).toBe(201);
  expect((await office.open("statement"))[0]).toMatchObject({ note: "Asked the bank" });
  expect((await office.ask("clerk", "POST", path, { note: "" })).status).toBe(201);
  expect((await office.open("statement"))[0]).toMatchObject({ note: "" });
  const none = await office.ask("clerk", "POST", "/bank/open/books/999999/note", { note: "x" });
  expect(none.status).toBe(404);
});

it("statement, books and open items tie to the cent after every step", async () => {
  const bank = (await office.overview()).rows.find(({ account }) => account === "bank");
  expect(bank?.books).toBe(Number(posted) / 100);
  expect(bank?.statement).toBe(Number(balance) / 100);
  const difference =
    (bank?.unpresented.amount ?? 0) - (bank?.unrecorded.amount ?? 0) + (bank?.broughtForward ?? 0);
  expect(difference).toBeCloseTo(Number(posted - balance) / 100, 4);
});
