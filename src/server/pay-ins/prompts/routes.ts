import * as provider from "#shared/contract/pay-ins/provider.ts";
import * as contract from "#shared/contract/pay-ins/prompts.ts";
import { ownNumber } from "#server/kernel/http/actor.ts";
import { type Mounted, mountOwn, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import { isProvider, thanks } from "#server/kernel/http/provider-callback.ts";
import type { PayInConfig } from "#server/kernel/platform/daraja-config.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";
import { outcomeOf } from "./prompt-callback.ts";

interface PromptOptions {
  readonly payIns: PayInConfig;
  readonly limits: Limits;
  /** Wakes the worker that sends prompts and asks about them. */
  readonly wake: () => void;
}

/** Paying in by a prompt on a phone: asking for it, following it, and M-Pesa's result. */
export function promptRoutes(options: PromptOptions): Mounted[] {
  return [...mountReads(options), ...mountAsking(options), mountCallback(options)];
}

function mountReads({ payIns }: PromptOptions): Mounted[] {
  return [
    mountRead(contract.ways, async (snapshot, { actor }) => {
      const memberNo = ownNumber(actor);
      const payer = await queries.payerAt(snapshot, memberNo);
      if (payer === null) throw new Problem("not-yours");
      const limits = await queries.promptLimits(snapshot);
      const loans = await queries.loansToPay(snapshot, memberNo);
      const last = await queries.lastPromptOf(snapshot, memberNo);
      return present.presentWays({ memberNo, payIns, limits, payer, loans, last });
    }),
    mountOwn(contract.progress, async (snapshot, _, { actor, params }) => {
      const found = await queries.promptOf(snapshot, ownNumber(actor), params.reference);
      if (found === null) throw new Problem("no-such-prompt");
      return present.presentPrompt(found);
    }),
  ];
}

function mountAsking({ payIns, limits, wake }: PromptOptions): Mounted[] {
  return [
    mountWrite(contract.ask, {
      handle: async (work, { actor, body }) => {
        if (payIns.channel !== "daraja") throw new Problem("prompts-off");
        const memberNo = ownNumber(actor);
        const { accountNo = "", loanNo = "" } = body;
        const asked = { ...body, accountNo, loanNo, memberNo };
        const reference = await commands.askForPrompt(work, asked, limits);
        if (reference instanceof Problem) return reference;
        work.afterCommit(wake);
        const written = await queries.promptOf(work, memberNo, reference);
        if (written === null) throw new Error(`prompt ${reference} was not written`);
        return present.presentPrompt(written);
      },
    }),
  ];
}

/** Only calls with the secret from a known address are read, and even those are not trusted. */
function mountCallback({ payIns, wake }: PromptOptions): Mounted {
  return mountWrite(provider.promptCallback, {
    handle: async (work, { ip, params, body }) => {
      const isKnown = payIns.channel === "daraja" && isProvider(payIns, ip, params.secret);
      if (!isKnown) throw new Problem("no-such-address");
      const told = outcomeOf(body);
      if (told !== null) await commands.takeOutcome(work, told);
      work.afterCommit(wake);
      return thanks;
    },
  });
}
