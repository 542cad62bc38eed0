import * as contract from "#shared/contract/pay-ins/provider.ts";
import type { ResultCallback } from "#shared/contract/payouts/provider.ts";
import { type Mounted, mountWrite } from "#server/kernel/http/mount.ts";
import { mountGrouped } from "#server/kernel/http/mount-grouped.ts";
import { isProvider, thanks } from "#server/kernel/http/provider-callback.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { PayInConfig } from "#server/kernel/platform/daraja-config.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { receive } from "#server/pay-ins/receiving/receive.ts";
import { takeReversalResult } from "#server/pay-ins/receiving/reversals.ts";
import { type Fault, paymentOf } from "./payment-callback.ts";
import { reversalOf } from "./reversal-callback.ts";
import { judge } from "./queries.ts";

interface Called {
  readonly ip: string;
  readonly params: { readonly secret: string };
}

interface PaymentCall extends Called {
  readonly body: contract.PaymentCallback;
}

interface ReversalCall extends Called {
  readonly params: { readonly secret: string; readonly id: bigint };
  readonly body: ResultCallback;
}

const faultyFields: Readonly<Record<Fault, string>> = {
  receipt: "TransID",
  amount: "TransAmount",
  "short-code": "BusinessShortCode",
};

/**
 * The addresses at which the provider asks about payments to the paybill, confirms them, and sends
 * the results of reversals.
 */
export function paybillRoutes(payIns: PayInConfig, notify: Notify): Mounted[] {
  const requireProvider = ({ ip, params }: Called) => {
    const isKnown = payIns.channel === "daraja" && isProvider(payIns, ip, params.secret);
    if (!isKnown) throw new Problem("no-such-address");
    return payIns;
  };
  const read = (call: PaymentCall) => paymentOf(call.body, requireProvider(call).shortCode);
  const take = async (work: UnitOfWork, call: ReversalCall, isTimeout: boolean) => {
    requireProvider(call);
    await takeReversalResult(work, call.params.id, reversalOf(call.body, isTimeout));
    return thanks;
  };
  return [
    mountWrite(contract.validatePayment, { handle: (work, call) => judge(work, read(call)) }),
    mountGrouped(contract.confirmPayment, {
      read: (call) => {
        const payment = read(call);
        if (typeof payment === "string") throw fieldProblem(faultyFields[payment], "field.invalid");
        return payment;
      },
      keyOf: ({ receiptNo }) => receiptNo,
      write: (work, payments) => receive(work, payments, notify),
      answer: thanks,
    }),
    mountWrite(contract.reversalResult, { handle: (work, call) => take(work, call, false) }),
    mountWrite(contract.reversalTimeout, { handle: (work, call) => take(work, call, true) }),
  ];
}
