import { expect } from "vitest";
import { bodyOf, expectWinners, type Kind, mixed, times, winnersOf } from "./kind.ts";
import * as loan from "./loan-actions.ts";
import type { Storm } from "./storm.ts";

const receipt = (storm: Storm) => `TKST${String(storm.draw()).padStart(6, "0")}`;

/** Races of applications and decisions. */
const decisions: readonly Kind[] = [
  {
    name: "the same application, twenty times: one loan, which every answer names",
    async run(storm) {
      const memberNo = await storm.member();
      const answers = expectWinners(await storm.race(times(20, loan.apply(memberNo))), 20);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await loan.loansOf(storm, memberNo)).toBe(1);
    },
  },
  {
    name: "twenty different applications of a member: one is open",
    async run(storm) {
      const memberNo = await storm.member();
      const asked = times(20, loan.apply(memberNo)).map((_, at) =>
        loan.apply(memberNo, 6000 + 1000 * at),
      );
      expectWinners(await storm.race(asked), 1);
      expect(await loan.loansOf(storm, memberNo)).toBe(1);
    },
  },
  {
    name: "an approval and a decline: one decision",
    async run(storm) {
      const { loanNo } = await loan.applied(storm);
      const race = mixed(4, loan.approve(loanNo), loan.decline(loanNo));
      const [winner] = expectWinners(await storm.race(race), 1);
      expect(await loan.stateOf(storm, loanNo)).toBe((bodyOf(winner) as { state: string }).state);
    },
  },
  {
    name: "an approval and its member's withdrawal: one decision",
    async run(storm) {
      const { loanNo, memberNo } = await loan.applied(storm);
      const race = mixed(4, loan.approve(loanNo), loan.withdraw(loanNo, memberNo));
      expectWinners(await storm.race(race), 1);
    },
  },
  {
    name: "an approval of what was seen and an amendment: nothing is approved unseen",
    async run(storm) {
      const { loanNo } = await loan.applied(storm);
      const [found] = await storm.rows<{ id: string }>("select id from loan where loan_no = $1", [
        loanNo,
      ]);
      const race = [loan.approve(loanNo), loan.amend(found?.id ?? "", 9000)];
      expectWinners(await storm.race(race), 1);
    },
  },
  {
    name: "approvals by two officers: one approval",
    async run(storm) {
      const { loanNo } = await loan.applied(storm);
      const race = mixed(3, loan.approve(loanNo), loan.approve(loanNo, "OFFICER-2"));
      expectWinners(await storm.race(race), 1);
    },
  },
  {
    name: "an application and its member's listing among those lent nothing: both are kept",
    async run(storm) {
      const memberNo = await storm.member();
      const answers = await storm.race([loan.apply(memberNo), loan.blacklist(memberNo)]);
      expectWinners(answers, 2);
      expect(await loan.loansOf(storm, memberNo)).toBe(1);
    },
  },
];

/** Races of money paid out and received. */
const money: readonly Kind[] = [
  {
    name: "a disbursement by two treasurers: paid out once",
    async run(storm) {
      const { loanNo } = await loan.approved(storm);
      const race = mixed(4, loan.disburse(loanNo), loan.disburse(loanNo, "TREASURER-2"));
      expectWinners(await storm.race(race), 1);
      expect(await loan.owedOn(storm, loanNo)).toBe(loan.TOTAL);
    },
  },
  {
    name: "ten times one repayment by its receipt: credited once",
    async run(storm) {
      const { loanNo } = await loan.disbursed(storm);
      const race = times(10, loan.repay(loanNo, 1000, receipt(storm)));
      expectWinners(await storm.race(race), 1);
      expect(await loan.owedOn(storm, loanNo)).toBe(loan.TOTAL - 1000);
    },
  },
  {
    name: "ten repayments of 1,000 of a loan of 6,897: six are taken, none is lost",
    async run(storm) {
      const { loanNo } = await loan.disbursed(storm);
      const race = Array.from({ length: 10 }, () => loan.repay(loanNo, 1000, receipt(storm)));
      expectWinners(await storm.race(race), 6);
      expect(await loan.owedOn(storm, loanNo)).toBe(897);
    },
  },
  {
    name: "one receipt for two loans: credited to one of them",
    async run(storm) {
      const [one, other] = [await loan.disbursed(storm), await loan.disbursed(storm)];
      const same = receipt(storm);
      const race = [one, other].map(({ loanNo }) => loan.repay(loanNo, 1000, same));
      expectWinners(await storm.race([...race, ...race]), 1);
      const owed =
        (await loan.owedOn(storm, one.loanNo)) + (await loan.owedOn(storm, other.loanNo));
      expect(owed).toBe(2 * loan.TOTAL - 1000);
    },
  },
  {
    name: "two full repayments: one settles the loan",
    async run(storm) {
      const { loanNo } = await loan.disbursed(storm);
      const race = times(4, loan.repay(loanNo, 0, "")).map(() =>
        loan.repay(loanNo, loan.TOTAL, receipt(storm)),
      );
      expectWinners(await storm.race(race), 1);
      expect(await loan.stateOf(storm, loanNo)).toBe("settled");
    },
  },
  {
    name: "a repayment taken back by two people: taken back once",
    async run(storm) {
      const { loanNo } = await loan.disbursed(storm);
      const paid = receipt(storm);
      await storm.done(loan.repay(loanNo, 1000, paid));
      const race = mixed(3, loan.takeBack(loanNo, paid), loan.takeBack(loanNo, paid, "ADMIN-1"));
      expectWinners(await storm.race(race), 1);
      expect(await loan.owedOn(storm, loanNo)).toBe(loan.TOTAL);
    },
  },
  {
    name: "a repayment taken back and recorded again: credited at most once",
    async run(storm) {
      const { loanNo } = await loan.disbursed(storm);
      const paid = receipt(storm);
      const record = loan.repay(loanNo, 1000, paid);
      await storm.done(record);
      winnersOf(await storm.race(mixed(3, loan.takeBack(loanNo, paid), record)));
      expect([loan.TOTAL, loan.TOTAL - 1000]).toContain(await loan.owedOn(storm, loanNo));
    },
  },
];

export const loanKinds = [...decisions, ...money];
