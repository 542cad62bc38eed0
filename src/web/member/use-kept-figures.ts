import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type * as z from "zod/mini";
import type { session } from "#shared/contract/identity/auth.ts";
import { readKept } from "#web/lib/browser-storage.ts";
import { forgetOffline, useOfflineReading } from "#web/lib/offline-reading.ts";
import { currentSession, endSession } from "#web/lib/session.ts";
import { forgetUnsent } from "#web/lib/unsent.ts";
import { askWhetherEnded } from "./ask-whether-ended.ts";

type Account = z.output<typeof session.answer>;

/**
 * Stores the answers that the signed-in member loads, if they read offline here. Nothing is stored
 * on a shared device, and another person's stored answers are removed.
 */
export function useKeptFigures(account: Account | null): void {
  const cache = useQueryClient();
  const isOn = useOfflineReading();
  useEffect(() => {
    if (account) forgetUnsent(account.memberNo);
    const isShared = readKept("shared") !== null;
    if (isShared) forgetOffline();
    const isKept = isOn && !isShared;
    if (currentSession()?.token === "") return isKept ? followReading() : endSession("signed-out");
    if (!isKept || account === null || !currentSession()?.token) return undefined;
    const stay = new AbortController();
    void begin(cache, account, stay.signal);
    return () => stay.abort();
    // Renewed answers are the same for the same session.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [cache, isOn, account?.memberNo, account?.passwordSetAt]);
}

/**
 * Ends offline reading when another tab removes the kept figures, and then asks whether somebody
 * ended the session that stored them. Returns the function that stops this.
 */
function followReading(): () => void {
  const follow = ({ key, newValue }: StorageEvent): void => {
    if (key === "offline" && newValue === null) forgetOffline();
  };
  window.addEventListener("storage", follow);
  return () => {
    window.removeEventListener("storage", follow);
    void askWhetherEnded();
  };
}

async function begin(cache: QueryClient, account: Account, left: AbortSignal): Promise<void> {
  const { keepFigures } = await import("./later-pages.ts");
  if (!left.aborted) left.addEventListener("abort", keepFigures(cache, account));
}
