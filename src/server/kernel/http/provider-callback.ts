import type { CallbackConfig } from "#server/kernel/platform/daraja-config.ts";
import { sameHash, sha256 } from "#server/kernel/platform/random.ts";
import { countedAddress } from "./client-address.ts";

/**
 * Whether a call comes from the payment provider, which signs nothing: only a caller who knows the
 * secret and has a known address is trusted. Secrets are compared as digests, so that neither time
 * nor length reveals anything.
 */
export function isProvider(config: CallbackConfig, ip: string, secret: string): boolean {
  const isRight = sameHash(sha256(secret), sha256(config.callbackSecret));
  return config.callbackAddresses.map(countedAddress).includes(ip) && isRight;
}

/** Tells the provider that its call arrived, so that it is not repeated. */
export const thanks = { ResultCode: 0, ResultDesc: "Accepted" } as const;
