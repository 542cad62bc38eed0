import { expect } from "vitest";
import { approveRequest } from "./approvals.ts";
import { depositsOf, post, posted, prepared, proposed } from "./check-off.ts";
import { dividend, elect, step, toSplit } from "./dividends.ts";
import { answered } from "./guarantees.ts";
import { expectWinners, type Kind, winnersOf } from "./kind.ts";
import { approved, disburse, stateOf } from "./loan-actions.ts";
import { exitApproved, membershipOf, payExit, suspend } from "./members.ts";
import { importSent, postImport } from "./office.ts";
import type { Asked, Storm } from "./storm.ts";

/** Runs the payment of an exit together with requests that would give its member money. */
async function paidBeside(storm: Storm, memberNo: string, others: readonly Asked[]) {
  const id = await exitApproved(storm, memberNo);
  winnersOf(await storm.race([payExit(storm, id), ...others]));
  if ((await membershipOf(storm, memberNo)) === "left") {
    expect(await depositsOf(storm, memberNo)).toBe(0);
  }
}

/** Members who leave while one of their requests is under way elsewhere. */
const leaving: readonly Kind[] = [
  {
    name: "an exit paid and a check-off file for its member: nothing is left behind",
    async run(storm) {
      const { id, memberNo } = await prepared(storm);
      await paidBeside(storm, memberNo, [post(id), post(id, "TREASURER-2")]);
    },
  },
  {
    name: "an exit paid and a line of suspense placed with its member: nothing is left behind",
    async run(storm) {
      const file = await posted(storm);
      const id = await exitApproved(storm, file.memberNo);
      const waiting = await proposed(storm, file);
      const approve = (who: string) => approveRequest(waiting, who);
      const race = [payExit(storm, id), approve("ADMIN-1"), approve("TREASURER-2")];
      winnersOf(await storm.race(race));
      const left = (await membershipOf(storm, file.memberNo)) === "left";
      if (left) expect(await depositsOf(storm, file.memberNo)).toBe(0);
    },
  },
  {
    name: "an exit paid and an import of a deposit of its member: nothing is left behind",
    async run(storm) {
      const memberNo = await storm.member();
      const row = `${memberNo},2026-03-11,deposit,70,R${storm.draw()}`;
      const csv = `member_no,date,kind,amount,reference\n${row}\n`;
      await paidBeside(storm, memberNo, [postImport(await importSent(storm, "entries", csv))]);
    },
  },
  {
    name: "an exit paid and a dividend posted: the dividend is theirs, and their savings are gone",
    async run(storm) {
      const { year, members } = await dividend(storm, "approved");
      const [memberNo = ""] = members;
      const id = await exitApproved(storm, memberNo);
      const race = [payExit(storm, id), await step(storm, year, "posting", "ADMIN-2")];
      winnersOf(await storm.race(race));
    },
  },
  {
    name: "a guarantor's exit paid and their acceptance: nobody who left is pledged",
    async run(storm) {
      const [{ guarantor }, accept] = await answered(storm, "acceptance");
      const id = await exitApproved(storm, guarantor);
      expectWinners(await storm.race([payExit(storm, id), accept]), 1);
    },
  },
  {
    name: "two members who leave and give each other their shares: one leaves",
    async run(storm) {
      const [one, other] = [await storm.member(), await storm.member()];
      const ask = async (memberNo: string, sharesTo: string) => {
        const body = { memberNo, reason: "Retires", sharesTo };
        const asked = { who: "CLERK-1", path: "/api/v1/exits", body };
        const { id } = await storm.done<{ id: string }>(asked);
        await storm.done({ who: "TREASURER-1", path: `/api/v1/exits/${id}/approval`, body: {} });
        return payExit(storm, id);
      };
      expectWinners(await storm.race([await ask(one, other), await ask(other, one)]), 1);
    },
  },
];

/** Members who are suspended while one of their requests is under way elsewhere. */
const suspended: readonly Kind[] = [
  {
    name: "a suspension and the disbursement of the member's loan: one decision each",
    async run(storm) {
      const { memberNo, loanNo } = await approved(storm);
      winnersOf(await storm.race([suspend(memberNo), disburse(loanNo)]));
      expect(await membershipOf(storm, memberNo)).toBe("suspended");
      expect(["approved", "disbursed"]).toContain(await stateOf(storm, loanNo));
    },
  },
  {
    name: "a guarantor's suspension and their acceptance: none is given after it",
    async run(storm) {
      const [{ guarantor }, accept] = await answered(storm, "acceptance");
      winnersOf(await storm.race([suspend(guarantor), accept]));
      expectWinners(await storm.race([accept]), 0);
    },
  },
  {
    name: "a suspension and an election: none is kept after it",
    async run(storm) {
      const { year, members } = await dividend(storm, "posted", { closesOn: "2026-04-30" });
      const [memberNo = ""] = members;
      const amount = await toSplit(storm, memberNo);
      const chosen = elect(year, memberNo, [{ mode: "CAPITALIZE TO SHARES", amount }]);
      winnersOf(await storm.race([suspend(memberNo), chosen]));
      expectWinners(await storm.race([chosen]), 0);
    },
  },
];

export const acrossKinds = [...leaving, ...suspended];
