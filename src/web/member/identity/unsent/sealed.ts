import { readKept } from "#web/lib/browser-storage.ts";
import { unsent, type Unsent, underPin } from "#web/lib/unsent.ts";
import { makeSealer } from "../seal.ts";
import * as store from "../vault.ts";

/** Names what waits among the kept answers, so that it is found without being opened. */
const PREFIX = "unsent ";

/** Seals something under the PIN of this browser. Returns false if none is chosen. */
export async function seal(one: Unsent): Promise<boolean> {
  // Nothing is written, not even an empty database, for who has chosen none.
  if (readKept("offline") === null) return false;
  const vault = await store.readVault();
  if (!vault) return false;
  const sealer = await makeSealer(vault);
  const text = JSON.stringify({ ...one, sealed: true });
  await store.writeAnswers(vault, [await sealer.seal(PREFIX + one.id, text, one.at)]);
  return true;
}

/** Seals what waits in this page, once a PIN is chosen. */
export async function sealAll(): Promise<void> {
  for (const one of unsent.get()) {
    if (!one.sealed && (await seal(one))) change(one.id, { sealed: true });
  }
}

/** Changes something that waits in this page. */
export function change(id: string, to: Partial<Unsent>): void {
  unsent.set(unsent.get().map((one) => (one.id === id ? { ...one, ...to } : one)));
}

/** Removes something, once it was sent or is discarded. */
export async function remove({ id, sealed }: Unsent): Promise<void> {
  unsent.set(unsent.get().filter((one) => one.id !== id));
  if (sealed) await store.removeAnswers([PREFIX + id]);
}

/** Whether another tab has sent or discarded something that is sealed here. */
export async function isGone({ id, sealed }: Unsent): Promise<boolean> {
  if (!sealed || !(await store.readVault())) return false;
  return !(await store.readNames()).includes(PREFIX + id);
}

/** Counts what is sealed here and not open in this page. */
export async function countSealed(): Promise<void> {
  const open = new Set(unsent.get().map(({ id }) => PREFIX + id));
  const names = (await store.readNames()).filter((name) => name.startsWith(PREFIX));
  underPin.set(names.filter((name) => !open.has(name)).length);
}

/** Whether a kept answer is something that waits to be sent. */
export function isUnsent({ name }: { readonly name: string }): boolean {
  return name.startsWith(PREFIX);
}

/**
 * Takes up what was sealed, once the PIN has opened it. A row that does not open, such as one
 * copied from another browser, or one of another member is removed.
 */
export async function takeUp(
  names: readonly string[],
  texts: readonly string[],
  memberNo: string,
): Promise<void> {
  const opened = texts
    .map((text) => JSON.parse(text) as Unsent)
    .filter((one) => one.memberNo === memberNo);
  const here = unsent.get();
  const others = opened.filter(({ id }) => here.every((one) => one.id !== id));
  unsent.set([...here, ...others].toSorted((one, other) => one.at - other.at));
  underPin.set(0);
  const theirs = new Set(opened.map(({ id }) => PREFIX + id));
  await store.removeAnswers(names.filter((name) => !theirs.has(name)));
}
