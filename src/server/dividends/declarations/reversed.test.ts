import { beforeAll, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { cents } from "#shared/money.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { checkOffOffice } from "#test/check-off.ts";
import { bookYear, declaration2025 } from "#test/dividend-year.ts";
import { importOffice } from "#test/imports.ts";
import { approveRequest, employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { declare } from "./commands.ts";

// Every member has 100,000 in deposits and 10,000 in shares from before 2025. All other entries of
// 2025 are reversed in 2026, after December is closed.
const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const imports = importOffice(society, tokens);
const checkOff = checkOffOffice(society, tokens);
const members = ["RV1", "RV2", "RV3", "RV4"];

beforeAll(async () => {
  society.clock.set("2025-12-05T06:00:00Z");
  await foundSociety(society);
  for (const memberNo of members) {
    await enrol(society, memberNo);
    await bookYear(society, memberNo, 2024, {
      shareCapital: cents(1_000_000n),
      deposits: [cents(10_000_000n)],
    });
  }
  await society.owner.query("update member set joined_on = '2020-01-01'");
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
  }
  await signInAll();
  const imported = await postImport();
  const file = await checkOff.take("member_no,amount,note\nRV2,7000,deposits\n", "7000", {
    month: "2025-11",
  });
  await checkOff.post(file.id);
  const suspended = await checkOff.take("member_no,amount\nXX9,8000\n", "8000", {
    month: "2025-10",
  });
  await checkOff.post(suspended.id);
  await checkOff.place(suspended.id, 2, { to: "deposits", memberNo: "RV3" });
  society.clock.set("2026-02-10T06:00:00Z");
  await signInAll();
  await closeDecember();
  expect((await imports.undo(imported)).status).toBe(201);
  expect((await checkOff.reverseAs("administrator", file.id, "Twice")).status).toBe(201);
  await reversePlacement(suspended.id);
  await declare2025();
});

async function signInAll(): Promise<void> {
  for (const role of ["clerk", "treasurer", "administrator"]) {
    tokens[role] = await signIn(society, role.toUpperCase());
  }
}

/** Posts an import of money for a member already on the register. */
async function postImport(): Promise<string> {
  const head = "member_no,date,kind,amount,reference";
  const rows = ["RV1,2025-03-31,deposit,5000,IM-1", "RV1,2025-06-30,share_capital,6000,IM-2"];
  const { id } = await imports.bring({ entries: [head, ...rows, ""].join("\n") });
  await imports.send(id);
  await imports.post(id);
  return id;
}

async function closeDecember(): Promise<void> {
  await society.owner.query("alter table books_closed disable trigger user");
  await society.owner.query("update books_closed set until = '2025-12-31'");
  await society.owner.query("alter table books_closed enable trigger user");
}

async function reversePlacement(batch: string): Promise<void> {
  const path = `/${batch}/lines/2/placement/reversal`;
  const asked = await checkOff.ask("clerk", "POST", path, { reason: "Wrong member" });
  const { approvalId } = asked.body as { approvalId: string };
  const approved = await approveRequest(society, tokens["treasurer"] ?? "", approvalId);
  expect(approved.status, approved.text).toBe(201);
}

async function declare2025(): Promise<void> {
  await society.database.unitOfWork("staff:A", (work) =>
    declare(work, {
      ...declaration2025,
      booksClosedOn: "2025-12-31" as CalendarDate,
      opensOn: "2026-04-14" as CalendarDate,
      closesOn: "2026-04-30" as CalendarDate,
      defaultMode: "share-capital",
    }),
  );
}

it.each([
  ["RV1", "an import that was undone, of deposits and of shares"],
  ["RV2", "a check-off file that was taken back"],
  ["RV3", "money that was placed out of suspense and taken back"],
  ["RV4", "nothing"],
])("%s, who had %s, has the dividend of the remaining money", async (memberNo) => {
  const { rows } = await society.owner.query(
    `select share_capital_cents::int as shares, opening_cents::int as opening,
        month_cents::int[] as months, gross_cents::int as gross
      from dividend_entitlement e join member m on m.id = e.member_id where member_no = $1`,
    [memberNo],
  );
  // 11 % of 100,000 and 14 % of 10,000.
  const months = Array.from({ length: 12 }, () => 0);
  expect(rows).toEqual([{ shares: 1_000_000, opening: 10_000_000, months, gross: 1_240_000 }]);
});

it("dates no reversal into the closed month, and the books reconcile", async () => {
  const { rows } = await society.owner.query(
    "select distinct value_date::text as day from journal_entry where reverses is not null",
  );
  expect(rows).toEqual([{ day: "2026-02-10" }]);
  expect(await reconcile(society.database)).toEqual([]);
});
