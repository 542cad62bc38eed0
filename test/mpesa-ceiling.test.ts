import { expect, it } from "vitest";
import { MPESA_CEILING, MPESA_DAY_CEILING } from "#shared/mpesa-ceiling.ts";
import { declare } from "#server/dividends/declarations/commands.ts";
import type { Declaration } from "#server/dividends/declarations/declared-terms.ts";
import { declaration2025 } from "./dividend-year.ts";
import { useServedSociety } from "./served-society.ts";

const society = useServedSociety();

it("declares a dividend with M-Pesa's maximum, whatever the default of its column", async () => {
  await society.owner.query("alter table dividend alter mobile_maximum_cents set default 100");
  society.clock.set("2026-04-14T06:12:00Z");
  const declared = { ...declaration2025, defaultMode: "share-capital" } as unknown as Declaration;
  await society.database.unitOfWork("staff:A", (work) => declare(work, declared));
  const { rows } = await society.owner.query("select mobile_maximum_cents as most from dividend");
  expect(rows).toEqual([{ most: String(MPESA_CEILING) }]);
});

it.each(["payout_amount", "withdrawal_phone"])(
  "has M-Pesa's maximum in the constraint %s",
  async (name) => {
    const { rows } = await society.owner.query<{ text: string }>(
      "select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1",
      [name],
    );
    expect(
      rows.map(({ text }) => [...text.matchAll(/amount_cents <= (\d+)/g)].map(([, n]) => n)),
    ).toEqual([[String(MPESA_CEILING)]]);
  },
);

it("begins with M-Pesa's own limits for prompts", async () => {
  const { rows } = await society.owner.query(
    "select most_cents as most, day_cents as day from pay_in_setting",
  );
  expect(rows).toEqual([{ most: String(MPESA_CEILING), day: String(MPESA_DAY_CEILING) }]);
});
