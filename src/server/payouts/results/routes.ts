import * as contract from "#shared/contract/payouts/provider.ts";
import { type Mounted, mountWrite } from "#server/kernel/http/mount.ts";
import { isProvider, thanks } from "#server/kernel/http/provider-callback.ts";
import { ATTEMPT } from "#server/payouts/queue/result-callback.ts";
import { takeAnswer } from "#server/payouts/queue/status-questions.ts";
import { takeResult } from "#server/payouts/queue/results.ts";
import type { PayoutConfig } from "#server/kernel/platform/daraja-config.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { answerOf } from "./provider-answer.ts";
import { resultOf } from "./provider-result.ts";

interface ResultCall {
  readonly ip: string;
  readonly params: { readonly secret: string };
  readonly body: contract.ResultCallback;
}

interface AttemptCall extends ResultCall {
  readonly params: { readonly secret: string; readonly attempt: string };
}

/**
 * The addresses to which the provider posts results, and its answers to queries. Nothing is signed:
 * only a caller who knows the secret and has a known address is trusted, and every such caller gets
 * the same answer.
 */
export function payoutResultRoutes(payouts: PayoutConfig): Mounted[] {
  const requireProvider = ({ ip, params: { secret } }: ResultCall) => {
    const isKnown = payouts.channel === "daraja" && isProvider(payouts, ip, secret);
    if (!isKnown) throw new Problem("no-such-address");
  };
  const take = async (work: UnitOfWork, call: ResultCall, isTimeout: boolean) => {
    requireProvider(call);
    const result = resultOf(call.body, isTimeout);
    if (result !== null) await takeResult(work, result);
    return thanks;
  };
  const answer = async (work: UnitOfWork, call: AttemptCall, isTimeout: boolean) => {
    requireProvider(call);
    const { attempt } = call.params;
    if (!ATTEMPT.test(attempt)) return thanks;
    const told = isTimeout
      ? { attemptId: attempt, result: null, told: "timed-out" }
      : answerOf(attempt, call.body);
    await takeAnswer(work, told);
    return thanks;
  };
  return [
    mountWrite(contract.providerResult, { handle: (work, call) => take(work, call, false) }),
    mountWrite(contract.providerTimeout, { handle: (work, call) => take(work, call, true) }),
    mountWrite(contract.providerAnswer, { handle: (work, call) => answer(work, call, false) }),
    mountWrite(contract.providerAnswerTimeout, {
      handle: (work, call) => answer(work, call, true),
    }),
  ];
}
