import { beforeAll, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { cents } from "#shared/money.ts";
import { releaseConfirmed } from "#server/payouts/queue/held-parts.ts";
import { bookYear, postYear, takeStep } from "#test/dividend-year.ts";
import { employ, enrolWithLogin, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const year = "/api/v1/dividends/2025";
const day = "2026-04-14" as CalendarDate;

const send = (who: string, method: string, to: string, body?: unknown) =>
  society.send(method, to, { token: tokens[who] ?? "", ...(body !== undefined && { body }) });

async function shownNow(): Promise<string> {
  const { body } = await send("administrator", "GET", `${year}/uptake`);
  return (body as { digest: string }).digest;
}

const act = (step: string, digest: string) =>
  send("administrator", "POST", `${year}/${step}`, { digest });

const confirmInRegister = (memberNo: string, isConfirmed: boolean) =>
  society.owner.query("update member set mobile_confirmed_at = $2 where member_no = $1", [
    memberNo,
    isConfirmed ? "2026-04-01" : null,
  ]);

async function isWaiting(): Promise<boolean> {
  const { rows } = await society.owner.query<{ waits: boolean }>(
    `select count(*) > 0 as waits from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waits ?? false;
}

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["SH1", "SH2", "SH3"]) {
    await enrolWithLogin(society, memberNo);
    const opening = { shareCapital: cents(0n), deposits: [cents(10_000_000n)] };
    await bookYear(society, memberNo, 2025, opening);
    await confirmInRegister(memberNo, memberNo !== "SH3");
  }
  await employ(society, "ADMINISTRATOR", "administrator");
  await postYear(society, { opensOn: day, closesOn: day, defaultMode: "mobile" });
  tokens["SH1"] = await signIn(society, "SH1");
  tokens["administrator"] = await signIn(society, "ADMINISTRATOR");
});

steps("a dividend as it was shown", () => {
  it("a lock covers only what was on the screen, not an election that came after", async () => {
    const digest = await shownNow();
    const rows = [{ mode: "CAPITALIZE TO SHARES", amount: 11_000 }];
    expect((await send("SH1", "POST", `${year}/elections`, { seen: 0, rows })).status).toBe(201);
    society.clock.set("2026-04-14T15:00:00Z");
    tokens["administrator"] = await signIn(society, "ADMINISTRATOR");
    const refused = await act("lock", digest);
    expect(refused.body).toMatchObject({
      code: 409,
      reason: "shown-changed",
      changes: expect.arrayContaining([
        { name: "mobile", value: "1, 11,000.00, 550.00" },
        { name: "share-capital", value: "1, 11,000.00, 0.00" },
      ]) as unknown,
    });
  });

  it("a lock is rejected if a number's confirmation changed while it was open", async () => {
    const digest = await shownNow();
    await confirmInRegister("SH2", false);
    expect((await act("lock", digest)).body).toMatchObject({ reason: "shown-changed" });
    await confirmInRegister("SH2", true);
    expect((await act("lock", digest)).status).toBe(201);
  });

  it("a payment covers only what was on the screen, and is rejected without a digest", async () => {
    const digest = await shownNow();
    await confirmInRegister("SH2", false);
    expect((await act("payment", digest)).body).toMatchObject({ reason: "shown-changed" });
    expect((await act("payment", "")).body).toMatchObject({ reason: "shown-changed" });
    expect((await send("administrator", "POST", `${year}/payment`, {})).status).toBe(422);
    const { rows } = await society.owner.query("select state from dividend");
    expect(rows).toEqual([{ state: "locked" }]);
  });

  it("a number confirmed as the payment begins is paid once; nothing stays on hold", async () => {
    const memberId = await memberIdOf(society, "SH2");
    const digest = await shownNow();
    let paying: Promise<{ readonly status: number }> = Promise.resolve({ status: 0 });
    await society.database.unitOfWork("member:SH2", async (work) => {
      await work.run("update member set mobile_confirmed_at = now() where member_no = 'SH2'");
      paying = act("payment", digest);
      await expect.poll(isWaiting).toBe(true);
      expect(await releaseConfirmed(work, memberId, () => {})).toBe(0);
    });
    // The payment waited for the confirmation, saw it, and must be requested again.
    expect(await paying).toMatchObject({ body: { reason: "shown-changed" } });
    const paid = await takeStep(society, tokens["administrator"] ?? "", "payment");
    expect(paid.status, paid.text).toBe(201);
    const { rows } = await society.owner.query(
      `select m.member_no, g.mode, g.hold_reason, count(p.id)::int as payouts
      from dividend_leg g join member m on m.id = g.member_id
        left join payout p using (dividend_id, member_id, leg_no)
      group by 1, 2, 3 order by 1`,
    );
    expect(rows).toEqual([
      { member_no: "SH1", mode: "share-capital", hold_reason: null, payouts: 0 },
      { member_no: "SH2", mode: "mobile", hold_reason: null, payouts: 1 },
      { member_no: "SH3", mode: "mobile", hold_reason: "mobile-unconfirmed", payouts: 0 },
    ]);
  });

  it("a part that waited for its number is sent once, however many confirm it", async () => {
    const memberId = await memberIdOf(society, "SH3");
    const release = () =>
      society.database.unitOfWork("member:SH3", async (work) => {
        await work.run("update member set mobile_confirmed_at = now() where member_no = 'SH3'");
        return releaseConfirmed(work, memberId, () => {});
      });
    const released = await Promise.all([release(), release(), release()]);
    expect(released.toSorted()).toEqual([0, 0, 1]);
  });
});
