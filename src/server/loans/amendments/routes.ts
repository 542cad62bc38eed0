import { amend } from "#shared/contract/loans/application-desk.ts";
import * as own from "#shared/contract/loans/amendments.ts";
import * as desk from "#shared/contract/loans/amendment-desk.ts";
import { actorName, ownNumber } from "#server/kernel/http/actor.ts";
import { type Mounted, mountWrite } from "#server/kernel/http/mount.ts";
import type { ApplicationRow } from "#server/loans/lending/loan-rows.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import { presentAmended } from "./present.ts";

interface LoanAmendmentOptions {
  readonly limits: Limits;
  readonly secret: string;
  readonly notify: Notify;
}

/** Changes of undecided applications, and the member's consent to those that increase a figure. */
export function loanAmendmentRoutes(options: LoanAmendmentOptions): Mounted[] {
  return [...mountDesk(options), ...mountOwnAnswers(options)];
}

const changed = ({ loan_no: loanNo }: ApplicationRow) => ({ loanNo });

function mountDesk({ limits, secret, notify }: LoanAmendmentOptions): Mounted[] {
  return [
    mountWrite(amend, {
      handle: async (work, { actor, params, body, language }) => {
        const { amount } = body.item;
        const { shownDigest } = body;
        const given = { id: params.id, amount, by: actorName(actor), language, shownDigest };
        const { loan, proposed } = await commands.amend(work, given, notify);
        return presentAmended(loan, proposed);
      },
    }),
    mountWrite(desk.sendCode, {
      handle: async (work, { params, ip }) => {
        const times = await commands.sendConsentCode(work, params.id, { ip, limits, notify });
        return { code: 200 as const, message: "Otp Sent Successful", ...times };
      },
    }),
    mountWrite(desk.consent, {
      handle: async (work, { params, body, ip, language }) => {
        const given = { ...params, ...body, ip, secret, language };
        const consented = await commands.consentByCode(work, given, limits, notify);
        return consented instanceof Problem ? consented : changed(consented);
      },
    }),
    mountWrite(desk.withdrawal, {
      handle: async (work, { params }) => changed(await commands.withdraw(work, params.id, notify)),
    }),
  ];
}

function mountOwnAnswers({ notify }: LoanAmendmentOptions): Mounted[] {
  return [
    mountWrite(own.agreement, {
      handle: async (work, { actor, params, language }) => {
        const given = { ...params, memberNo: ownNumber(actor), language };
        return changed(await commands.agreeSignedIn(work, given, notify));
      },
    }),
    mountWrite(own.decline, {
      handle: async (work, { actor, params }) =>
        changed(await commands.decline(work, { ...params, memberNo: ownNumber(actor) })),
    }),
  ];
}
