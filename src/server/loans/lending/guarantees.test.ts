import { beforeAll, expect, it } from "vitest";
import { shillings } from "#shared/money.ts";
import { reverse } from "#server/ledger/journal/post.ts";
import { deposit, enrol, foundSociety, lend, memberIdOf } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { pledgedBy, recordGuarantee } from "./guarantees.ts";
import { recordRepayments, settleByBalance } from "./loans.ts";

const society = useServedSociety();

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["GB", "GG"]) await enrol(society, memberNo);
  await deposit(society, "GG", 5000);
  await lend(society, "GB", { loanNo: "LN-G" });
});

const work = <T>(command: Parameters<typeof society.database.unitOfWork<T>>[1]) => {
  society.clock.advance(60);
  return society.database.unitOfWork("test", command);
};

const pledged = async () => {
  const guarantor = await memberIdOf(society, "GG");
  const { rows } = await society.owner.query(`select ${pledgedBy("$1")} as pledged`, [guarantor]);
  return BigInt(rows[0].pledged);
};

const told = async (words: RegExp) =>
  (await society.messages()).filter(({ text }) => words.test(text)).map(({ to }) => to);

it("is released by the last shilling, and held again once that is reversed", async () => {
  const guarantorId = await memberIdOf(society, "GG");
  const memberId = await memberIdOf(society, "GB");
  const given = { loanNo: "LN-G", guarantorId, amount: shillings(3000) };
  await work((unit) => recordGuarantee(unit, given));
  expect(await pledged()).toBe(shillings(3000));
  const repayment = {
    kind: "loan-repaid-by-check-off",
    memberId,
    loanNo: "LN-G",
    amount: shillings(6897),
    narration: "Check-off",
  } as const;
  const [entry = 0n] = await work((unit) => recordRepayments(unit, [repayment]));
  expect(await pledged()).toBe(0n);
  expect(await told(/no longer guarantee/)).toEqual(["+254712000482"]);
  await work(async (unit) => {
    await reverse(unit, entry);
    await settleByBalance(unit, ["LN-G"]);
  });
  expect(await pledged()).toBe(shillings(3000));
  expect(await told(/guarantee Ksh 3,000.00 of it again/)).toHaveLength(1);
  await work((unit) => recordRepayments(unit, [repayment]));
  expect(await told(/no longer guarantee/)).toHaveLength(2);
});

it("is released with a loan that is settled by any other statement", async () => {
  await lend(society, "GB", { loanNo: "LN-H" });
  const guarantorId = await memberIdOf(society, "GG");
  await work((unit) =>
    recordGuarantee(unit, { loanNo: "LN-H", guarantorId, amount: shillings(1000) }),
  );
  expect(await pledged()).toBe(shillings(1000));
  await society.owner.query("update loan set state = 'settled' where loan_no = 'LN-H'");
  expect(await pledged()).toBe(0n);
  await society.owner.query("update loan set state = 'disbursed' where loan_no = 'LN-H'");
  expect(await pledged()).toBe(shillings(1000));
});
