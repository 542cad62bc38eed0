import * as contract from "#shared/contract/pay-ins/provider.ts";
import { type Mounted, mountWrite } from "#server/kernel/http/mount.ts";
import { isProvider } from "#server/kernel/http/provider-callback.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { PayInConfig } from "#server/kernel/platform/daraja-config.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { receive } from "#server/pay-ins/receiving/receive.ts";
import { type Fault, paymentOf } from "./told-payment.ts";
import { judge } from "./queries.ts";

interface Told {
  readonly ip: string;
  readonly params: { readonly secret: string };
  readonly body: contract.ToldPayment;
}

const thanks = { ResultCode: 0, ResultDesc: "Accepted" } as const;

const faultyFields: Readonly<Record<Fault, string>> = {
  receipt: "TransID",
  amount: "TransAmount",
  "short-code": "BusinessShortCode",
};

/** The addresses at which the provider asks about payments to the paybill and confirms them. */
export function paybillRoutes(payIns: PayInConfig, notify: Notify): Mounted[] {
  const read = ({ ip, params, body }: Told) => {
    const isKnown = payIns.channel === "daraja" && isProvider(payIns, ip, params.secret);
    if (!isKnown) throw new Problem("no-such-address");
    return paymentOf(body, payIns.shortCode);
  };
  return [
    mountWrite(contract.validatePayment, { handle: (work, call) => judge(work, read(call)) }),
    mountWrite(contract.confirmPayment, {
      handle: async (work, call) => {
        const payment = read(call);
        if (typeof payment === "string") throw fieldProblem(faultyFields[payment], "field.invalid");
        await receive(work, payment, notify);
        return thanks;
      },
    }),
  ];
}
