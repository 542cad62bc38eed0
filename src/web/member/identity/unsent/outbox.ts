import type { QueryClient } from "@tanstack/react-query";
import { fill } from "#shared/language.ts";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import type { Messages } from "#shared/messages/en.ts";
import type { UnsentWords } from "#shared/messages/members/unsent-en.ts";
import { type Call, call, keyOfWrite } from "#web/lib/api.ts";
import { endDraft, findDraft } from "#web/lib/drafts.ts";
import { failureWords, ProblemAnswer, Unreachable } from "#web/lib/failure.ts";
import type { Values } from "#web/lib/form.ts";
import { spokenLanguage } from "#web/lib/language.ts";
import { unsentMessages } from "#web/lib/member-texts.ts";
import { offlineSince } from "#web/lib/offline-since.ts";
import { isServerReachable } from "#web/lib/reload.ts";
import { currentSession } from "#web/lib/session.ts";
import { reopened, unsent, type Unsent } from "#web/lib/unsent.ts";
import { showToast } from "#web/ui/toast.tsx";
import type { Kinds } from "./kinds.ts";
import {
  changedFigures,
  isHoldingUp,
  isKeyGone,
  nextOf,
  pauseAfter,
  retryAfter,
  STUCK_MS,
} from "./sending-rules.ts";
import { change, refreshed, remove, seal, update } from "./sealed.ts";

interface Done extends Pick<Unsent, "what" | "address" | "drafts"> {
  readonly saw?: Unsent["saw"];
}

/** Queues an action that is sent without a code once there is a connection. */
export async function keepUnsent<E extends Endpoint>(
  kind: string,
  endpoint: E,
  request: Pick<Call<E>, "params" | "body">,
  done: Done,
): Promise<void> {
  const { params = {}, body } = request;
  const { key, triedAt } = keyOfWrite(endpoint, request);
  await keep({ ...begun(key, done), kind, params, body, triedAt });
}

/** Stores an action that needs a code: its form opens again at the step that requests the code. */
export async function keepForCode(id: string, done: Done): Promise<void> {
  await keep(begun(id, done));
}

/** Marks the draft of a form whose next step is its code. */
export const TO_CODE = { toCode: "yes" } as const;

/** Returns the input of a form that waits for its code; null if it does not wait. */
export function readyForCode<Name extends string>(form: string): Values<Name> | null {
  const draft = findDraft(form);
  return draft["toCode"] ? draft : null;
}

/** Removes an action that waited for a code, once the code was given in its form. */
export async function settleUnsent(id: string): Promise<void> {
  const one = unsent.get().find((waiting) => waiting.id === id);
  if (one) await remove(one);
}

function begun(id: string, { saw = [], ...done }: Done): Unsent {
  return {
    id,
    memberNo: currentSession()?.memberNo ?? "",
    at: Date.now(),
    kind: null,
    ...done,
    params: {},
    body: null,
    saw,
    changed: null,
    triedAt: null,
    stuckUntil: 0,
    problem: "",
    sealed: false,
  };
}

/** The same action taken again replaces the first one. Its form starts again. */
async function keep(one: Unsent): Promise<void> {
  // With the item from which the form was opened, which this one replaces.
  await Promise.all(Object.keys(one.drafts).map(endDraft)).catch(() => null);
  const sealed = await seal(one).catch(() => false);
  unsent.set([...unsent.get().filter(({ id }) => id !== one.id), { ...one, sealed }]);
  reopened.set(reopened.get() + 1);
  showToast({ kind: "success", text: unsentMessages[spokenLanguage()].kept, detail: one.what });
  // The form disappears, and the focus would be lost with it.
  setTimeout(() => document.querySelector<HTMLElement>("h1")?.focus());
}

/** The parts of the page that sending needs. */
export interface Page {
  readonly cache: QueryClient;
  readonly words: Messages;
  readonly own: UnsentWords;
  readonly kinds: Kinds;
}

let isSending = false;

/**
 * Sends the queued items, in order and one at a time, until none is left or the connection is lost.
 * No other tab sends meanwhile; with the keys the server would execute each item only once anyway.
 */
export async function sendUnsent(page: Page): Promise<void> {
  if (isSending) return;
  isSending = true;
  const before = unsent.get().length;
  try {
    const { locks } = navigator as Partial<Navigator>;
    if (locks) await locks.request("akiba-unsent", () => sendAll(page));
    else await sendAll(page);
  } finally {
    isSending = false;
    if (unsent.get().length < before) void page.cache.invalidateQueries();
  }
}

async function sendAll(page: Page): Promise<void> {
  let tries = 0;
  for (;;) {
    const session = currentSession();
    const one = session?.token && nextOf(unsent.get(), session.memberNo, Date.now());
    if (!one || offlineSince.get() !== null) return;
    const pause = await sendOne(one, page, tries);
    tries = pause === null ? 0 : tries + 1;
    if (pause !== null) await new Promise((go) => setTimeout(go, pause * 1000));
  }
}

/** Sends one item. Returns the seconds to wait before it is sent again; null if it is settled. */
async function sendOne(one: Unsent, page: Page, tries: number): Promise<number | null> {
  try {
    const now = await refreshed(one);
    if (!now) await remove(one);
    else if (isKeyGone(now.triedAt, Date.now())) await update(now, { problem: page.own.unsure });
    else if ((await isAsFigured(now, page)) && (await markTried(now))) await send(now, page);
    return null;
  } catch (error) {
    if (error instanceof Unreachable) return afterLost(one, page, tries);
    const details = error instanceof ProblemAnswer ? error.details : null;
    // The session is over: it waits until its member logs in again.
    if (details?.status === 401) return 0;
    const pause = details && retryAfter(details, tries);
    if (pause === null) await update(one, { problem: problemWords(error, page.words) });
    return pause;
  }
}

/**
 * Whether the figures are those that the member saw; otherwise the member is asked. Not checked
 * after a call without an answer, because its own effect would count as a change.
 */
async function isAsFigured(one: Unsent, { kinds }: Page): Promise<boolean> {
  if (one.triedAt !== null || one.saw.length === 0) return true;
  const now = await kinds[one.kind ?? ""]?.look?.(one);
  const figures = now && changedFigures(one.saw, now.values);
  if (!figures) return true;
  await update(one, { changed: { figures, body: now.body } });
  return false;
}

/** Returns false if it was discarded, here or in another tab, while the figures were requested. */
function markTried(one: Unsent): Promise<boolean> {
  return update(one, { triedAt: one.triedAt ?? Date.now() });
}

async function send(one: Unsent, { own, kinds }: Page): Promise<void> {
  const { endpoint } = kinds[one.kind ?? ""] ?? {};
  if (!endpoint) throw new Error(`nothing sends ${one.kind}`);
  const { id: key, params, body, what } = one;
  await call(endpoint, { params, body, key });
  await remove(one);
  showToast({ kind: "success", text: fill(own.sent, { what }) });
}

/** Lets the others go first if only the answers to this one get lost. */
async function afterLost(one: Unsent, page: Page, tries: number): Promise<number | null> {
  if (!isHoldingUp(one, tries) || !(await isServerReachable())) return pauseAfter(tries);
  change(one.id, { stuckUntil: Date.now() + STUCK_MS });
  // A little later, as clocks differ by that.
  setTimeout(() => void sendUnsent(page), STUCK_MS + 1000);
  return null;
}

/** The general text of a problem, and that of each field it names, each said once. */
function problemWords(error: unknown, words: Messages): string {
  const fields = error instanceof ProblemAnswer ? Object.values(error.details.fields) : [];
  return [...new Set([failureWords(error, words), ...fields])].join(" ");
}
