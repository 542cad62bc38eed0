import { beforeAll, describe, expect, it } from "vitest";
import { importOffice } from "#test/imports.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const office = importOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  await enrol(society, "MS1");
  await society.owner.query("update member set joined_on = '2020-01-01'");
});

const head = "member_no,date,kind,amount,reference";
const deposit = (amount: number, reference: string) =>
  `${head}\nMS1,2024-01-31,deposit,${amount},${reference}\n`;

/** The books as an accountant adds them up, in two columns. */
async function books() {
  const { rows } = await society.owner.query<{ code: string; debited: string }>(
    `select code, sum(balance_cents) as debited from ledger_account
      group by code having sum(balance_cents) <> 0 order by code`,
  );
  return rows.map(({ code, debited }) => {
    const amount = Number(debited) / 100;
    return { code, debit: Math.max(amount, 0), credit: Math.max(-amount, 0) };
  });
}

describe("the closing totals of an import", () => {
  it("are as of its posting, with what others posted since the check, and dated", async () => {
    const first = await office.bring({ entries: deposit(1000, "R1") });
    expect(first.closing).toMatchObject({
      isPosted: false,
      on: "2026-04-14",
      debit: 1000,
      credit: 1000,
      rows: [
        { code: "member-deposits", debit: 0, credit: 1000 },
        { code: "check-off-clearing", debit: 1000, credit: 0 },
      ],
    });
    await office.send(first.id);
    const other = await office.bring({ entries: deposit(250, "R2") });
    await office.send(other.id);
    await office.post(other.id);
    await office.post(first.id);
    const { closing } = await office.read(first.id);
    expect(closing).toMatchObject({ isPosted: true, on: "2026-04-14", debit: 1250, credit: 1250 });
    expect(closing.at).toMatch(/^\d\d:\d\d$/);
    expect(closing.rows.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toEqual(await books());
  });

  it("stay as they were when more is posted later", async () => {
    const { rows } = (await office.ask("clerk", "GET", "")).body as { rows: { id: string }[] };
    const id = rows.at(-1)?.id ?? "";
    const later = await office.bring({ entries: deposit(70, "R3") });
    await office.send(later.id);
    await office.post(later.id);
    expect((await office.read(later.id)).closing).toMatchObject({ debit: 1320, credit: 1320 });
    expect((await office.read(id)).closing).toMatchObject({ debit: 1250, credit: 1250 });
  });
});
