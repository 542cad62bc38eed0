import { dividendDeskMessages } from "#shared/messages/dividends/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { lock, payment, reminders, uptake } from "#shared/contract/dividends/payments.ts";
import {
  approval,
  list,
  posting,
  preview,
  progress,
  withdrawal,
} from "#shared/contract/dividends/declarations.ts";
import { fill } from "#shared/language.ts";
import type { Permission } from "#shared/permissions.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { ProblemAnswer, Unreachable } from "#web/lib/failure.ts";
import { useEvery } from "#web/lib/every.ts";
import { formatCount } from "#web/lib/figures.ts";
import { useRequest } from "#web/lib/query.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { hasChanged } from "#web/staff/held-facts.ts";
import { paths } from "#web/paths.ts";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewDesk } from "../renew-desk.ts";
import { type Dividend, type Phase } from "./phase.tsx";
import type { Preview } from "./preview-cards.tsx";
import type { Uptake } from "./uptake.tsx";

/** The desk's actions on a dividend. */
export type Step = "approve" | "post" | "withdraw" | "remind" | "lock" | "pay";

/** The actions available in each phase of a dividend. */
export const stepsAt: Readonly<Record<Phase, readonly Step[]>> = {
  prepared: ["approve", "withdraw"],
  approved: ["post", "withdraw"],
  posted: [],
  open: ["remind"],
  closed: ["lock"],
  locked: ["pay"],
  paid: [],
  withdrawn: [],
};

export const needsOf: Readonly<Record<Step, Permission>> = {
  approve: "dividends.approve",
  post: "dividends.prepare",
  withdraw: "dividends.prepare",
  remind: "dividends.pay",
  lock: "dividends.pay",
  pay: "dividends.pay",
};

/** Returns the digest of what a dialog shows of a step; empty for a step that sends none. */
function digestOf(step: Step, { dividend, uptake }: Shown): string {
  if (step === "remind") return "";
  return step === "lock" || step === "pay" ? (uptake?.digest ?? "") : dividend.digest;
}

/** Takes a step and returns how many members it affected, where the answer says so. */
async function take(step: Step, shown: Shown): Promise<number | null> {
  const params = { year: String(shown.dividend.year) };
  if (step === "remind") return (await call(reminders, { params, body: {} })).reminded;
  const request = { params, body: { digest: digestOf(step, shown) } };
  if (step === "approve") await call(approval, request);
  if (step === "post") await call(posting, request);
  if (step === "withdraw") await call(withdrawal, request);
  if (step === "lock") await call(lock, request);
  if (step === "pay") await call(payment, request);
  return null;
}

/** Invalidates all displayed data of dividends. */
function useRenewDividends(): () => Promise<void> {
  const renew = useRenewDesk();
  return () => renew(list, preview, uptake, progress);
}

/** The part of a dividend that a dialog shows. */
export interface Shown {
  readonly dividend: Preview;
  /** Null while it is not known, or members cannot choose yet. */
  readonly uptake: Uptake | null;
}

export interface Taking {
  readonly busy: Step | null;
  /** The problem of the last step; null if there is none. */
  readonly failed: string | null;
  /** The version shown before, where it has changed since; the dialog shows both and asks again. */
  readonly before: Shown | null;
  readonly run: (step: Step) => void;
  readonly forget: () => void;
}

/**
 * Takes the steps of a year's dividend. It belongs to the page rather than the dialog, so that the
 * dialog may be closed while a posting runs; the outcome is shown on any page.
 */
export function useTaking(shown: Shown, onDone: () => void): Taking {
  const { ask, act } = useMessages(dividendDeskMessages);
  const renew = useRenewDividends();
  const { go } = useNavigation();
  const [before, setBefore] = useState<Shown | null>(null);
  const { members } = shown.dividend;
  const takeAndSay = async (step: Step): Promise<void> => {
    try {
      const count = formatCount((await take(step, shown)) ?? members);
      showToast({ kind: "success", text: fill(ask[step].done, { count, members: count }) });
      onDone();
      if (step === "withdraw") go(paths.dividends, { replace: true });
      await renew();
    } catch (error) {
      if (hasChanged(error)) setBefore(shown);
      if (!(error instanceof ProblemAnswer) || error.details.status === 409) await renew();
      throw error;
    }
  };
  const { doing, failed, run, forget } = useAction(takeAndSay, {
    textOf: (general, error) => (error instanceof Unreachable ? act.lost : general),
  });
  const forgetAll = (): void => {
    forget();
    setBefore(null);
  };
  return { busy: doing, failed, before, run, forget: forgetAll };
}

export type Run = z.output<typeof progress.answer>;

/**
 * Watches a posting or payment, wherever it was started: returns its progress while it runs, or
 * null. When it ends, everything shown of the dividend is requested again.
 */
export function useRun({ year }: Dividend, canRun: boolean, isBusy: boolean): Run | null {
  const asked = useRequest(progress, { params: { year: String(year) } }, { enabled: canRun });
  const renew = useRenewDividends();
  const { again } = asked;
  const seen = asked.state === "loaded" ? asked.data : null;
  const isRunning = canRun && seen !== null && seen.isRunning;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (canRun) again();
  }, [canRun, again]);
  useEvery(again, isRunning || isBusy);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void renew();
    wasRunning.current = isRunning;
  });
  return isRunning ? seen : null;
}
