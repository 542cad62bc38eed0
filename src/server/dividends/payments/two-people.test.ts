import { beforeAll, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { cents } from "#shared/money.ts";
import { bookYear, postYear, takeStep } from "#test/dividend-year.ts";
import { employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "DT1");
  await enrolWithLogin(society, "DT2");
  const year = { shareCapital: cents(0n), deposits: [cents(10_000_000n)] };
  await bookYear(society, "DT1", 2025, year);
  const day = "2026-04-14" as CalendarDate;
  await postYear(society, { opensOn: day, closesOn: day, defaultMode: "share-capital" });
  society.clock.set("2026-04-15T06:12:00Z");
});

const send = async (who: string, step: string) => {
  const token = await signIn(society, who);
  return takeStep(society, token, step);
};

it("a dividend is not paid by the person who approved it, in any role", async () => {
  await employ(society, "APPROVES", "administrator");
  await employ(society, "PREPARES", "administrator");
  expect((await send("APPROVES", "lock")).status).toBe(201);
  const refused = await send("APPROVES", "payment");
  expect(refused.body).toMatchObject({ code: 403, reason: "dividend-two-people" });
  await society.owner.query(
    `update staff set member_id = (select id from member where member_no = 'DT2')
      where staff_no = 'APPROVES'`,
  );
  await expect(
    society.owner.query("update dividend set paid_by = 'member:DT2' where year = 2025"),
  ).rejects.toThrow("paid by the person who approved it");
  const paid = await send("PREPARES", "payment");
  expect(paid.status, paid.text).toBe(201);
});
