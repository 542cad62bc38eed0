import { beforeAll, describe, expect, it } from "vitest";
import { bankFile, reconciliationOffice } from "#test/bank-statements.ts";
import { employ, foundSociety, signIn, tryToApprove } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
const tokens: Record<string, string> = {};
const office = reconciliationOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer", "administrator", "auditor"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  const rows = [
    { day: "2024-03-04", amount: -3500n, details: "LEDGER FEE" },
    { day: "2024-03-05", amount: -4100n, details: "CHEQUE BOOK" },
    { day: "2024-03-06", amount: 90_000n, details: "INTEREST" },
    { day: "2024-03-07", amount: -5200n, details: "STAMP DUTY" },
  ];
  await office.take(bankFile(0n, rows), { more: { from: "2024-03-01", to: "2024-03-31" } });
});

const lineOf = async (text: string) => {
  const found = (await office.open("statement")).find((line) => line.text === text);
  return found?.id ?? "0";
};
const press = (id: string, who = "clerk", account = "bank") =>
  office.ask(who, "POST", `/${account}/lines/${id}/entry`, {});
const entriesOf = async (kind: string) => {
  const { rows } = await society.owner.query<{ cents: string }>(
    `select j.amount_cents::text as cents from journal_entry e
      join journal_line j on j.entry_id = e.id join ledger_account a on a.id = j.account_id
      where e.kind = $1 and a.code = 'bank'`,
    [kind],
  );
  return rows.map(({ cents }) => cents);
};

describe("a charge or interest on the statement", () => {
  it("is entered by one press, approved by another person and matched with its line", async () => {
    const id = await lineOf("INTEREST");
    const pressed = await press(id, "treasurer");
    expect(pressed.status, pressed.text).toBe(201);
    expect(await entriesOf("bank-interest-received")).toEqual([]);
    const open = await office.ask("clerk", "GET", "/bank/open/statement?search=INTEREST");
    const { rows: lines } = open.body as { rows: { id: string; awaitsApproval: boolean }[] };
    expect(lines.find((line) => line.id === id)?.awaitsApproval).toBe(true);
    const { approvalId } = pressed.body as { approvalId: string };
    for (const [who, status] of [
      ["treasurer", 403],
      ["administrator", 201],
    ] as const) {
      expect((await tryToApprove(society, tokens[who] ?? "", approvalId)).status).toBe(status);
    }
    expect(await entriesOf("bank-interest-received")).toEqual(["90000"]);
    const proposed = await office.ask("clerk", "POST", "/bank/proposals", {});
    expect(proposed.body).toEqual({ proposed: 1 });
    const { rows } = await office.matches();
    const match = rows.find(({ lines }) => lines.some((line) => line.id === id));
    expect(match?.entries.map(({ amount }) => amount)).toEqual([900]);
  });

  it("is entered once, however many press at once", async () => {
    const id = await lineOf("CHEQUE BOOK");
    const all = await Promise.all(["clerk", "treasurer", "clerk"].map((who) => press(id, who)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 422)).toHaveLength(2);
  });

  it("is entered only while it is open, and as what it can be", async () => {
    expect((await press("999999")).status).toBe(404);
    expect((await press(await lineOf("STAMP DUTY"), "clerk", "mobile-money")).status).toBe(404);
    expect((await press(await lineOf("STAMP DUTY"), "auditor")).status).toBe(403);
  });
});
