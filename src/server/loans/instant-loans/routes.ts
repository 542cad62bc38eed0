import * as contract from "#shared/contract/loans/instant-loans.ts";
import * as desk from "#shared/contract/loans/application-desk.ts";
import * as decisions from "#shared/contract/loans/decisions.ts";
import * as life from "#shared/contract/loans/life.ts";
import { actorName, ownNumber } from "#server/kernel/http/actor.ts";
import { type Mounted, mountOwn, mountRecord, mountWrite } from "#server/kernel/http/mount.ts";
import { applicantOf } from "#server/loans/lending/applicants.ts";
import type { LoanPayouts } from "#server/loans/lending/loan-payouts.ts";
import { policyInForce } from "#server/loans/lending/loan-policy.ts";
import type { ApplicationRow } from "#server/loans/lending/loan-rows.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";
import { assess } from "#server/loans/lending/eligibility.ts";
import { mayBePledged } from "#server/loans/lending/pledge-bounds.ts";
import { addCents } from "#shared/money.ts";

interface InstantLoanOptions {
  readonly limits: Limits;
  readonly notify: Notify;
  readonly payouts: LoanPayouts;
}

/** Instant loans, from the borrowing limit to the last repayment. */
export function instantLoanRoutes(options: InstantLoanOptions): Mounted[] {
  return [
    ...mountEligibility(),
    ...mountApplications(options),
    ...mountReads(),
    ...mountDecisions(options),
    ...mountMoney(options),
  ];
}

function mountEligibility(): Mounted[] {
  return [
    mountRecord(contract.eligibility, async (snapshot, { memberNo }, { query, language }) => {
      const found = await applicantOf(snapshot, memberNo);
      if (found === null) throw new Problem("no-such-member");
      const policy = await policyInForce(snapshot);
      const amount = query.amount ?? policy.minimum;
      const { guaranteed = [] } = query;
      const pledged = guaranteed.filter((pledge) => mayBePledged(pledge, amount));
      const assessment = assess(policy, found.applicant, amount, addCents(...pledged));
      return present.presentEligibility(language, assessment, { policy, amount });
    }),
  ];
}

function mountApplications({ limits, notify }: InstantLoanOptions): Mounted[] {
  return [
    mountWrite(contract.register, {
      handle: async (work, { actor, body, language }) => {
        const memberNo = ownNumber(actor);
        if (body.memNo !== memberNo) {
          const detail = { call: contract.register.name };
          work.audit({ action: "refused", subject: `member:${body.memNo}`, detail });
          return new Problem("not-yours");
        }
        const given = { ...body, memberNo, by: actorName(actor), language };
        const applied = await commands.apply(work, given, limits, notify);
        return applied instanceof Problem ? applied : present.presentApplied(applied);
      },
    }),
  ];
}

function mountReads(): Mounted[] {
  return [
    mountOwn(desk.loans, async (snapshot, scope, { query }) =>
      present.presentLoanList(await queries.loanList(snapshot, scope, query.page ?? 1)),
    ),
    mountRecord(life.ofMember, async (snapshot, scope, { query }) =>
      present.presentLoansOf(await queries.loansOf(snapshot, scope, query.after)),
    ),
    mountOwn(life.application, async (snapshot, scope, { params }) => {
      const found = await queries.applicationWithSteps(snapshot, scope, params.loanNo);
      if (found === null) throw new Problem("no-such-loan");
      return present.presentApplication(found, scope === null);
    }),
  ];
}

const moved = ({ loan_no: loanNo, state }: ApplicationRow) => ({ loanNo, state });

function mountDecisions({ notify }: InstantLoanOptions): Mounted[] {
  return [
    mountWrite(life.withdrawal, {
      handle: async (work, { actor, params }) => {
        const move = { ...params, by: actorName(actor), memberNo: ownNumber(actor) };
        return moved(await commands.withdraw(work, move, notify));
      },
    }),
    mountWrite(decisions.approval, {
      handle: async (work, { actor, params, body, language }) => {
        const move = { ...params, ...body, by: actorName(actor), language };
        return moved(await commands.approve(work, move, notify));
      },
    }),
    mountWrite(decisions.decline, {
      handle: async (work, { actor, params, body }) => {
        const move = { ...params, ...body, by: actorName(actor) };
        return moved(await commands.decline(work, move, notify));
      },
    }),
  ];
}

function mountMoney({ notify, payouts }: InstantLoanOptions): Mounted[] {
  return [
    mountWrite(decisions.disbursement, {
      handle: async (work, { actor, params, body, language }) => {
        const move = { ...params, ...body, by: actorName(actor), language };
        return moved(await commands.disburse(work, move, { notify, payouts }));
      },
    }),
  ];
}
