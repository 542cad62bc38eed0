import { expect, test } from "vitest";
import * as z from "zod/mini";
import { statement } from "#server/kernel/platform/database.ts";
import { useTestSociety } from "#test/test-society.ts";

const society = useTestSociety();

const drawing = statement({
  name: "test-draw-loan-number",
  text: "select draw_loan_number($1) as number",
  row: z.object({ number: z.int() }),
});

/** Draws a number in a unit of work that goes on meanwhile. */
async function draw(year: number, meanwhile: () => Promise<void> = async () => {}) {
  return society.database.unitOfWork("test", async (work) => {
    const [drawn] = await work.rows(drawing, [year]);
    await meanwhile();
    return drawn?.number ?? 0;
  });
}

test("each year begins with 1, and an earlier one continues after its last number", async () => {
  expect([await draw(2031), await draw(2031)]).toEqual([1, 2]);
  expect([await draw(2032), await draw(2032)]).toEqual([1, 2]);
  expect(await draw(2031)).toBeGreaterThan(2);
});

test("nobody waits for the number of an application that is not committed", async () => {
  await draw(2033);
  let other = 0;
  const number = await draw(2033, async () => {
    other = await draw(2033);
  });
  expect([number, other]).toEqual([2, 3]);
});

test("ten first applications of a year at once get the numbers 1 to 10", async () => {
  const numbers = await Promise.all(Array.from({ length: 10 }, () => draw(2034)));
  expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("an older program draws from the same series", async () => {
  const older = `insert into loan_number as n (year, last) values (2035, 1)
    on conflict (year) do update set last = n.last + 1 returning last`;
  const numbers: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { rows } = await society.owner.query<{ last: number }>(older);
    numbers.push(rows[0]?.last ?? 0, await draw(2035));
  }
  expect(new Set(numbers).size).toBe(6);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});
