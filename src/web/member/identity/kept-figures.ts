import type { Query, QueryClient } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { session } from "#shared/contract/identity/auth.ts";
import { keep } from "#web/lib/browser-storage.ts";
import { forgetOffline, noteOfflineReading } from "#web/lib/offline-reading.ts";
import { queryOf } from "#web/lib/query.ts";
import { currentSession } from "#web/lib/session.ts";
import type { KeptQuery } from "#web/lib/session-cache.ts";
import { isTooOld, MAX_WRONG_PINS } from "./offline-limits.ts";
import { digestOf, makeSealer, makeVault, openAnswers, openVault } from "./seal.ts";
import { countSealed, isUnsent, sealAll, takeUp } from "./unsent/sealed.ts";
import * as store from "./vault.ts";

type Account = z.output<typeof session.answer>;

/** A new password counts as another owner, so figures that were kept before it are removed. */
const ownerOf = ({ memberNo, passwordSetAt }: Account): string => `${memberNo} ${passwordSetAt}`;

/** How long answers are collected before they are sealed together. */
const SEAL_EVERY_MS = 1500;

/** Whether this browser can seal anything; it cannot on a page without TLS. */
export function canKeep(): boolean {
  return "subtle" in crypto && "indexedDB" in globalThis;
}

/**
 * Starts to keep figures, sealed with a PIN, and removes earlier ones. The account is stored at
 * once, because the PIN may be requested before anything else is stored.
 */
export async function beginKeeping(pin: string, account: Account): Promise<void> {
  const vault = await makeVault(pin, ownerOf(account));
  await store.writeVault(vault);
  const { queryKey } = queryOf(session);
  const state = { data: account, dataUpdatedAt: Date.now() };
  await (
    await sealFor(vault)
  )([{ queryKey, state }]);
  noteOfflineReading(true);
}

export type Unlocked =
  | { readonly state: "open"; readonly kept: readonly KeptQuery[]; readonly memberNo: string }
  | { readonly state: "wrong"; readonly triesLeft: number }
  | { readonly state: "gone" };

/**
 * Opens the kept figures with a PIN, or counts a wrong one; the last wrong one removes everything.
 */
export async function unlock(pin: string): Promise<Unlocked> {
  const vault = await store.countTry();
  if (!vault || vault.tries >= MAX_WRONG_PINS || isTooOld(vault.savedAt)) return remove();
  const key = await openVault(pin, vault);
  const triesLeft = MAX_WRONG_PINS - vault.tries - 1;
  if (key === null) return triesLeft === 0 ? remove() : { state: "wrong", triesLeft };
  await store.clearTries(vault);
  const answers = (await store.readAnswers()).filter(({ at }) => !isTooOld(at));
  const figures = answers.filter((one) => !isUnsent(one));
  const kept = (await openAnswers(key, figures)).map(({ text, at }) => ({ ...read(text), at }));
  const account = kept.find(isAccount)?.data as Account;
  if (!account) return remove();
  const waiting = answers.filter(isUnsent);
  const texts = (await openAnswers(key, waiting)).map(({ text }) => text);
  const names = waiting.map(({ name }) => name);
  await takeUp(names, texts, account.memberNo);
  return { state: "open", kept, memberNo: account.memberNo };
}

/** Whether it is the account of the member; an earlier release kept it under the call's name. */
function isAccount({ key: [call] }: KeptQuery): boolean {
  return call === session.path || call === "auth.session";
}

/** Removes figures that have not been renewed for too long, without waiting for a PIN. */
export async function forgetIfTooOld(): Promise<void> {
  const vault = await store.readVault();
  if (vault && isTooOld(vault.savedAt)) forgetOffline();
}

function remove(): Unlocked {
  forgetOffline();
  return { state: "gone" };
}

/**
 * Stores each answer that arrives, sealed, while its member is signed in; another person's stored
 * answers are removed. Returns the function that stops it.
 */
export function keepFigures(cache: QueryClient, account: Account): () => void {
  const waiting = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sealing = beginSealing(account).catch(() => null);
  const write = async (): Promise<void> => {
    timer = undefined;
    const changed = [...waiting];
    waiting.clear();
    await (
      await sealing
    )?.(changed);
  };
  const note = (query: Query): void => {
    if (query.state.status !== "success") return;
    waiting.add(query);
    timer ??= setTimeout(() => void write().catch(() => undefined), SEAL_EVERY_MS);
  };
  const queries = cache.getQueryCache();
  queries.getAll().forEach(note);
  const stop = queries.subscribe(({ type, query }) => {
    if (type === "updated") note(query);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

type Answered = Pick<Query, "queryKey"> & {
  readonly state: Pick<Query["state"], "data" | "dataUpdatedAt">;
};

type SealAll = (queries: readonly Answered[]) => Promise<void>;

async function beginSealing(account: Account): Promise<SealAll | null> {
  const vault = await store.readVault();
  const isTheirs = vault && vault.owner === (await digestOf(vault.device, ownerOf(account)));
  if (!isTheirs || isTooOld(vault.savedAt)) {
    // Another tab may have begun a new one meanwhile.
    if ((await store.readVault())?.id === vault?.id) forgetOffline();
    return null;
  }
  keep("left", currentSession()?.token ?? null);
  await sealAll();
  await countSealed();
  return sealFor(vault);
}

async function sealFor(vault: store.Vault): Promise<SealAll> {
  const sealer = await makeSealer(vault);
  return async (queries) => {
    const sealed = queries.map(async ({ queryKey, state }) => {
      const name = await digestOf(vault.device, JSON.stringify(queryKey));
      return sealer.seal(name, write({ key: queryKey, data: state.data }), state.dataUpdatedAt);
    });
    await store.writeAnswers(vault, await Promise.all(sealed));
  };
}

type Written = Omit<KeptQuery, "at">;

/**
 * JSON has no integers of arbitrary size; a prefix that none of our texts begins with marks them.
 */
const BIG = "\u0001";

function write(answer: Written): string {
  return JSON.stringify(answer, (_, value: unknown) =>
    typeof value === "bigint" ? `${BIG}${value}` : value,
  );
}

function read(text: string): Written {
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === "string" && value.startsWith(BIG) ? BigInt(value.slice(1)) : value,
  ) as Written;
}
