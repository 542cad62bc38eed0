import { beforeAll, expect, it } from "vitest";
import { checkOffOffice } from "#test/check-off.ts";
import { postYear } from "#test/dividend-year.ts";
import { employ, enrol, foundSociety, lend, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { ask, take, upload, post, postAs, place, read } = checkOffOffice(society, tokens);

/** Closes the books up to a day, as the owner of the database. */
async function closeUntil(day: string | null): Promise<void> {
  await society.owner.query("update books_closed set until = $1", [day]);
}

const setDate = (id: string, valueDate: string, who = "clerk") =>
  ask(who, "PUT", `/${id}/value-date`, { valueDate });

async function valueDatesOf(id: string): Promise<string[]> {
  const found = await society.owner.query<{ days: string[] }>(
    `select array_agg(e.value_date::text || ' ' || e.kind order by e.id) as days
      from journal_entry e where e.reference_no = $1`,
    [`CO-${id}`],
  );
  return found.rows[0]?.days ?? [];
}

const fieldsOf = ({ body }: { readonly body: unknown }) =>
  (body as { errors: { field: string; message: string }[] }).errors;

beforeAll(async () => {
  await foundSociety(society);
  for (let number = 1; number <= 3; number += 1) await enrol(society, `MS${number}`);
  await lend(society, "MS2", { loanNo: "LN-2" });
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

steps("the value date of a check-off", () => {
  it("is the last day of its month, so December's file counts in December", async () => {
    const { id } = await take("member_no,amount,note\nMS1,1200,deposits\n", "1200", {
      month: "2025-12",
    });
    expect(await read(id)).toMatchObject({ valueDate: "2025-12-31" });
    await post(id);
    expect(await valueDatesOf(id)).toEqual(["2025-12-31 deposit-by-check-off"]);
    await postYear(society);
    const found = await society.owner.query<{ cents: string }>(
      `select on_deposits_cents as cents from dividend_entitlement e
        join member m on m.id = e.member_id where m.member_no = 'MS1'`,
    );
    // 1,200 for one month of twelve at 11 %.
    expect(found.rows).toEqual([{ cents: "1100" }]);
  });

  it("is today while the month goes on, and is shown with the file", async () => {
    const taken = await take("member_no,amount,note\nMS1,7,deposits\n", "7");
    const today = "2026-04-14";
    expect(taken.valueDate).toBe(today);
    const list = await ask("treasurer", "GET", "");
    expect(list.body).toMatchObject({ rows: [{ id: taken.id, valueDate: today }, {}] });
  });

  it("can be given with the file, and changed until it is posted", async () => {
    const csv = "member_no,amount,note\nMS1,8,shares\n";
    const { id } = await take(csv, "8", { month: "2026-03", valueDate: "2026-03-25" });
    expect(await read(id)).toMatchObject({ valueDate: "2026-03-25" });
    const changed = await setDate(id, "2026-03-28");
    expect(changed.body).toMatchObject({ valueDate: "2026-03-28" });
    expect((await setDate(id, "2026-03-28", "treasurer")).status).toBe(403);
    await post(id);
    expect(await valueDatesOf(id)).toEqual(["2026-03-28 share-capital-by-check-off"]);
    expect((await setDate(id, "2026-03-30")).body).toMatchObject({ reason: "batch-state" });
    const late = "update check_off_batch set value_date = '2026-03-30' where id = $1";
    await expect(society.owner.query(late, [id])).rejects.toThrow(/keeps its day/);
  });

  it("is rejected beside its field if in the future, closed, or before the month", async () => {
    await closeUntil("2026-02-28");
    const csv = "member_no,amount,note\nMS1,9,deposits\n";
    const reply = await upload(csv, "9", { month: "2026-02", valueDate: "2026-02-27" });
    expect(fieldsOf(reply)).toMatchObject([
      { field: "valueDate", message: "The books are closed for that date. Use a later one." },
    ]);
    const { id, valueDate } = await take(csv, "9", { month: "2026-02" });
    expect(valueDate > "2026-02-28").toBe(true);
    expect(fieldsOf(await setDate(id, "2026-02-28"))[0]?.field).toBe("valueDate");
    expect(fieldsOf(await setDate(id, "2026-01-31"))[0]?.message).toMatch(/month of the deduct/);
    expect(fieldsOf(await setDate(id, "2031-01-01"))[0]?.message).toMatch(/today or an earlier/);
    await closeUntil(null);
  });

  it("must be given again if its month was closed before the file is posted", async () => {
    const csv = "member_no,amount,note\nMS1,10,deposits\n";
    const { id } = await take(csv, "10", { month: "2026-01" });
    await closeUntil("2026-01-31");
    const refused = await postAs("treasurer", id);
    expect(refused.body).toMatchObject({ reason: "month-closed" });
    expect(await valueDatesOf(id)).toEqual([]);
    expect((await setDate(id, "2026-02-02")).status).toBe(200);
    await post(id);
    expect(await valueDatesOf(id)).toEqual(["2026-02-02 deposit-by-check-off"]);
    await closeUntil(null);
  });

  it("does not count a repayment from before its loan was paid out", async () => {
    const csv = "member_no,amount,note\nMS2,50,LN-2\nMS2,5,deposits\n";
    const { id } = await take(csv, "55", { month: "2026-02" });
    await post(id);
    const start = await society.owner.query<{ day: string }>(
      "select start_date::text as day from loan where loan_no = 'LN-2'",
    );
    expect(await valueDatesOf(id)).toEqual([
      `${start.rows[0]?.day} loan-repaid-by-check-off`,
      "2026-02-28 deposit-by-check-off",
    ]);
  });

  it("also applies to money placed out of suspense later, while its month is open", async () => {
    const csv = "member_no,amount\nMS99,60\nMS98,70\n";
    const { id } = await take(csv, "130", { month: "2026-03" });
    await post(id);
    expect((await place(id, 2, { to: "deposits", memberNo: "MS3" })).status).toBe(201);
    await closeUntil("2026-03-31");
    expect((await place(id, 3, { to: "deposits", memberNo: "MS3" })).status).toBe(201);
    await closeUntil(null);
    const days = await valueDatesOf(id);
    expect(days.slice(2, 3)).toEqual(["2026-03-31 suspense-to-deposits"]);
    expect(days.slice(3)).not.toEqual(["2026-03-31 suspense-to-deposits"]);
  });

  it("is changed by one person and posted by another", async () => {
    const { id } = await take("member_no,amount,note\nMS1,11,deposits\n", "11", {
      month: "2026-04",
    });
    const sql = `update check_off_batch set dated_by = 'staff:TREASURER' where id = $1`;
    await society.owner.query(sql, [id]);
    const own = await ask("treasurer", "GET", `/${id}`);
    expect(own.body).toMatchObject({ own: true });
    const refused = await postAs("treasurer", id);
    expect(refused.body).toMatchObject({ reason: "batch-two-people" });
    const posted = "update check_off_batch set posted_by = dated_by where id = $1";
    await expect(society.owner.query(posted, [id])).rejects.toThrow(/one person|two_people/);
  });
});
