import * as contract from "#shared/contract/payouts/provider.ts";
import { countedAddress } from "#server/kernel/http/client-address.ts";
import { type Mounted, mountWrite } from "#server/kernel/http/mount.ts";
import { takeResult } from "#server/payouts/queue/results.ts";
import type { PayoutConfig } from "#server/kernel/platform/config.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { sameHash, sha256 } from "#server/kernel/platform/random.ts";
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
    if (!isKnown(payouts, ip, params.secret)) throw new Problem("no-such-address");
    const result = resultOf(body, isTimeout);
    if (result !== null) await takeResult(work, result);
    return thanks;
  };
  return [
    mountWrite(contract.providerResult, { handle: (work, call) => take(work, call, false) }),
    mountWrite(contract.providerTimeout, { handle: (work, call) => take(work, call, true) }),
  ];
}

/** Compared as digests, so that neither time nor length reveals anything. */
function isKnown(payouts: PayoutConfig, ip: string, secret: string): boolean {
  if (payouts.channel === "file") return false;
  const isRight = sameHash(sha256(secret), sha256(payouts.callbackSecret));
  return payouts.callbackAddresses.map(countedAddress).includes(ip) && isRight;
}
