import type { LimitName } from "#shared/contract/kernel/endpoint.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { GcraLimiter } from "./rate-limit.ts";

/** The rate limits of calls in this instance, by name. */
export function limitersOf(limits: Limits): Readonly<Record<LimitName, GcraLimiter>> {
  return {
    public: new GcraLimiter({
      perMinute: limits.requestsPerIpPerMinute,
      burst: limits.requestsPerIpBurst,
    }),
    reads: new GcraLimiter({ perMinute: limits.readsPerMinute, burst: limits.readBurst }),
    polls: new GcraLimiter({ perMinute: limits.pollsPerMinute, burst: limits.pollBurst }),
    documents: new GcraLimiter({
      perMinute: limits.documentsPerMinute,
      burst: limits.documentBurst,
    }),
    verification: new GcraLimiter({
      perMinute: limits.verificationsPerMinute,
      burst: limits.verificationBurst,
    }),
    search: new GcraLimiter({
      perMinute: limits.searchesPerMinute,
      burst: limits.searchBurst,
    }),
    writes: new GcraLimiter({ perMinute: limits.writesPerMinute, burst: limits.writeBurst }),
  };
}
