import * as contract from "#shared/contract/payouts/provider.ts";
import { type Mounted, mountWrite } from "#server/kernel/http/mount.ts";
import { isProvider } from "#server/kernel/http/provider-callback.ts";
import { takeResult } from "#server/payouts/queue/results.ts";
import type { PayoutConfig } from "#server/kernel/platform/daraja-config.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { resultOf } from "./provider-result.ts";

const thanks = { ResultCode: 0, ResultDesc: "Accepted" } as const;

interface Told {
  readonly ip: string;
  readonly params: { readonly secret: string };
  readonly body: contract.ToldResult;
}

/**
 * The address to which the provider posts results. Nothing is signed: only a caller who knows the
 * secret and has a known address is trusted, and every such caller gets the same answer.
 */
export function payoutResultRoutes(payouts: PayoutConfig): Mounted[] {
  const take = async (work: UnitOfWork, { ip, params, body }: Told, isTimeout: boolean) => {
    const isKnown = payouts.channel === "daraja" && isProvider(payouts, ip, params.secret);
    if (!isKnown) throw new Problem("no-such-address");
    const result = resultOf(body, isTimeout);
    if (result !== null) await takeResult(work, result);
    return thanks;
  };
  return [
    mountWrite(contract.providerResult, { handle: (work, call) => take(work, call, false) }),
    mountWrite(contract.providerTimeout, { handle: (work, call) => take(work, call, true) }),
  ];
}
