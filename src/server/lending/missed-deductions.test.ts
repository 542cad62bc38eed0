import { beforeAll, expect, it } from "vitest";
import { shillings } from "#shared/money.ts";
import { deposit, enrol, foundSociety, lend, memberIdOf } from "#test/people.ts";
import { useServedWorld } from "#test/served-world.ts";
import { recordGuarantee } from "./guarantees.ts";
import { recordRepayments } from "./loans.ts";
import { tellOfMissed } from "./missed-deductions.ts";

const world = useServedWorld();

beforeAll(async () => {
  await foundSociety(world);
  for (const memberNo of ["MB", "MG", "MH"]) {
    await enrol(world, memberNo, { fullName: `Wanjirũ Njeri ${memberNo}` });
    await deposit(world, memberNo, 50_000);
  }
  // Due on 14 May and 14 June, 3,449 and 3,448.
  await lend(world, "MB", { loanNo: "LN-M" });
  for (const memberNo of ["MG", "MH"]) {
    const guarantorId = await memberIdOf(world, memberNo);
    const amount = shillings(1000);
    await world.database.unitOfWork("test", (work) =>
      recordGuarantee(work, { loanNo: "LN-M", guarantorId, amount }),
    );
  }
});

const tell = () => tellOfMissed(world.database, () => {});

const texts = async () =>
  (await world.messages()).filter(({ text, to }) => /missed/.test(text) && to.startsWith("+"));

async function repay(amount: number) {
  const memberId = await memberIdOf(world, "MB");
  await world.database.unitOfWork("test", (work) =>
    recordRepayments(work, [
      {
        kind: "loan-repaid-by-check-off",
        memberId,
        loanNo: "LN-M",
        amount: shillings(amount),
        narration: "Check-off",
      },
    ]),
  );
}

it("tells guarantors of a missed deduction after the grace, once, however many look", async () => {
  expect(await tell()).toBe(0);
  world.clock.set("2026-05-19T06:00:00Z");
  expect(await tell()).toBe(0);
  world.clock.set("2026-05-20T06:00:00Z");
  const looked = await Promise.all([tell(), tell(), tell(), tell()]);
  expect(looked.reduce((sum, told) => sum + told, 0)).toBe(2);
  const told = await texts();
  expect(told).toHaveLength(2);
  expect(told[0]?.text).toBe(
    "Uzima Sacco: Wanjiru MB missed a deduction on loan LN-M, which you guarantee. " +
      "Ksh 3,449.00 is late since 14/05/2026. Call 0709 000 210.",
  );
  const audited = "select from audit_record where action = 'guarantor-told-of-missed'";
  expect((await world.owner.query(audited)).rowCount).toBe(2);
  world.clock.set("2026-05-29T06:00:00Z");
  expect(await tell()).toBe(0);
});

it("tells nobody of what a late repayment has covered, but of the next one missed", async () => {
  await repay(3449);
  world.clock.set("2026-06-20T06:00:00Z");
  expect(await tell()).toBe(2);
  expect((await texts())[0]?.text).toContain("Ksh 3,448.00 is late since 14/06/2026");
  await repay(3448);
  world.clock.set("2026-07-20T06:00:00Z");
  expect(await tell()).toBe(0);
  const state = await world.owner.query("select distinct state from guarantee");
  expect(state.rows).toEqual([{ state: "released" }]);
});

it("tells of several at once in one text, as after a history was brought in", async () => {
  await lend(world, "MB", { loanNo: "LN-N", months: 3 });
  const guarantorId = await memberIdOf(world, "MG");
  await world.database.unitOfWork("test", (work) =>
    recordGuarantee(work, { loanNo: "LN-N", guarantorId, amount: shillings(1000) }),
  );
  world.clock.set("2026-10-01T06:00:00Z");
  expect(await tell()).toBe(1);
  const noted = "select from missed_notice n join guarantee g on g.id = n.guarantee_id";
  expect((await world.owner.query(`${noted} where g.state = 'accepted'`)).rowCount).toBe(2);
  await expect(world.owner.query("delete from missed_notice")).rejects.toMatchObject({
    code: "23001",
  });
});
