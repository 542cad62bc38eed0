import { expect } from "vitest";
import type { MemberNo } from "#shared/member-number.ts";
import { answer } from "#server/loans/guarantees/commands.ts";
import { bodyOf, expectWinners, type Kind, mixed, times, winnersOf } from "./kind.ts";
import { apply, approve, stateOf, withdraw } from "./loan-actions.ts";
import type { Asked, Storm } from "./storm.ts";

export interface Requested {
  readonly id: string;
  readonly loanNo: string;
  readonly borrower: string;
  readonly guarantor: string;
}

/** A borrower without deposits who asks a guarantor to cover 4,000. */
async function requested(storm: Storm, given?: string): Promise<Requested> {
  const borrower = await storm.member({ deposits: 0 });
  const guarantor = given ?? (await storm.member());
  const guarantors = [{ memberNo: guarantor, amount: 4000 }];
  const asked = apply(borrower, 4000, { total: 4500, repayment: 4500, guarantors });
  const { loanNo } = await storm.done<{ loanNo: string }>(asked);
  const [found] = await storm.rows<{ id: string }>(
    "select g.id from guarantee g join loan l on l.id = g.loan_id where l.loan_no = $1",
    [loanNo],
  );
  return { id: found?.id ?? "", loanNo, borrower, guarantor };
}

async function reply(storm: Storm, { id, guarantor }: Requested, noun: string): Promise<Asked> {
  const otp = await storm.members.codeOf(guarantor);
  return { who: guarantor, path: `/api/v1/guarantees/${id}/${noun}`, body: { otp } };
}

function sendCode({ id, guarantor }: Requested): Asked {
  return { who: guarantor, path: `/api/v1/guarantees/${id}/code`, body: {} };
}

export async function answered(storm: Storm, noun: string): Promise<[Requested, Asked]> {
  const request = await requested(storm);
  await storm.done(sendCode(request));
  return [request, await reply(storm, request, noun)];
}

async function guaranteed(storm: Storm, { guarantor }: Requested): Promise<number> {
  const [row] = await storm.rows<{ cents: string }>(
    `select coalesce(sum(g.amount_cents), 0) as cents from guarantee g
      join member m on m.id = g.guarantor_id where m.member_no = $1 and g.state = 'accepted'`,
    [guarantor],
  );
  return Number(row?.cents) / 100;
}

/** Two requests of one guarantor, whose deposits cover one of them. */
async function acceptBoth(storm: Storm): Promise<number> {
  const first = await requested(storm, await storm.member({ deposits: 6000 }));
  const second = await requested(storm, first.guarantor);
  // A member holds one code at a time, so the commands race without it, on two connections.
  const accept = ({ id, guarantor }: Requested) =>
    storm.society.database.unitOfWork(`member:${guarantor}`, (work) =>
      answer(work, { id: BigInt(id), memberNo: guarantor as MemberNo }, "accepted", () => {}),
    );
  const outcomes = await Promise.allSettled([first, second].map(accept));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  return guaranteed(storm, first);
}

/** Races of guarantors. */
export const guaranteeKinds: readonly Kind[] = [
  {
    name: "a guarantor accepts ten times with one code: one guarantee",
    async run(storm) {
      const [request, accept] = await answered(storm, "acceptance");
      expectWinners(await storm.race(times(10, accept)), 1);
      expect(await guaranteed(storm, request)).toBe(4000);
    },
  },
  {
    name: "a guarantor accepts and declines with one code: one answer",
    async run(storm) {
      const [request, accept] = await answered(storm, "acceptance");
      const decline = await reply(storm, request, "decline");
      expectWinners(await storm.race(mixed(3, accept, decline)), 1);
    },
  },
  {
    name: "a guarantor accepts and the application is withdrawn: nobody is left pledged",
    async run(storm) {
      const [request, accept] = await answered(storm, "acceptance");
      const race = mixed(2, accept, withdraw(request.loanNo, request.borrower));
      winnersOf(await storm.race(race));
      expect(await stateOf(storm, request.loanNo)).toBe("withdrawn");
      expect(await guaranteed(storm, request)).toBe(0);
    },
  },
  {
    name: "a guarantor accepts and the loan is approved: none is approved uncovered",
    async run(storm) {
      const [request, accept] = await answered(storm, "acceptance");
      winnersOf(await storm.race(mixed(2, accept, approve(request.loanNo))));
      expect(await guaranteed(storm, request)).toBe(4000);
      expect(["applied", "approved"]).toContain(await stateOf(storm, request.loanNo));
    },
  },
  {
    name: "a guarantor accepts and borrows against the same deposits: they cover one of the two",
    async run(storm) {
      const request = await requested(storm, await storm.member({ deposits: 6000 }));
      await storm.done(sendCode(request));
      const accept = await reply(storm, request, "acceptance");
      const own = apply(request.guarantor, 6000);
      const answers = winnersOf(await storm.race([accept, own, accept, own]));
      const made = answers.filter(({ text }) => text.includes("Application Successful"));
      // The same application twice is answered as the one that it is.
      const loans = new Set(made.map((answer) => (bodyOf(answer) as { loanNo: string }).loanNo));
      expect(loans.size).toBeLessThanOrEqual(1);
      expect(await guaranteed(storm, request)).toBe(loans.size === 1 ? 0 : 4000);
    },
  },
  {
    name: "two requests of 4,000 to a guarantor with 6,000: one is accepted",
    run: async (storm) => expect(await acceptBoth(storm)).toBe(4000),
  },
];
