import { readKept } from "#web/lib/browser-storage.ts";
import { unsent, type Unsent, underPin } from "#web/lib/unsent.ts";
import { makeSealer } from "../seal.ts";
import * as store from "../vault.ts";

/**
 * The name prefix of queued items among the stored answers, so that they are found without being
 * opened.
 */
const PREFIX = "unsent ";

/** Seals an item under the PIN of this browser. Returns false without a PIN. */
export async function seal(one: Unsent): Promise<boolean> {
  // Without a PIN nothing is written, not even an empty database.
  if (readKept("offline") === null) return false;
  const vault = await store.readVault();
  if (!vault) return false;
  await store.writeAnswers(vault, [await rowOf(one, vault)]);
  return true;
}

async function rowOf(one: Unsent, vault: store.Vault): Promise<store.KeptAnswer> {
  const sealer = await makeSealer(vault);
  // A page that opens it again begins with it.
  const text = JSON.stringify({ ...one, sealed: true, stuckUntil: 0 });
  return { ...(await sealer.seal(PREFIX + one.id, text, one.at)), triedAt: one.triedAt };
}

/** Seals the queued items of this page, once a PIN is chosen. */
export async function sealAll(): Promise<void> {
  for (const one of unsent.get()) {
    if (one.sealed || !(await seal(one))) continue;
    // It may have been removed while it was sealed.
    if (!change(one.id, { sealed: true })) await store.removeAnswers([PREFIX + one.id]);
  }
}

/**
 * Changes a queued item in memory and, if it is sealed, in the vault. Returns false if it is gone:
 * an item that this tab or another has removed never comes back.
 */
export async function update({ id }: Unsent, to: Partial<Unsent>): Promise<boolean> {
  const one = waitingHere(id);
  if (!one) return false;
  // If nothing can be written, the copy in this page counts.
  if (one.sealed && !(await replace({ ...one, ...to }).catch(() => true))) await remove(one);
  return change(id, to);
}

function waitingHere(id: string): Unsent | undefined {
  return unsent.get().find((one) => one.id === id);
}

/** Seals an item again. Returns false if it was removed from the vault. */
async function replace(one: Unsent): Promise<boolean> {
  const vault = await store.readVault();
  return !vault || store.replaceAnswer(await rowOf(one, vault));
}

/** Changes a queued item in this page. Returns false if it is no longer queued. */
export function change(id: string, to: Partial<Unsent>): boolean {
  unsent.set(unsent.get().map((one) => (one.id === id ? { ...one, ...to } : one)));
  return waitingHere(id) !== undefined;
}

/**
 * Removes an item that was sent or discarded. Returns whether the server may have it, which is also
 * possible if another tab removed it first.
 */
export async function remove({ id, sealed }: Unsent): Promise<boolean> {
  const one = waitingHere(id);
  unsent.set(unsent.get().filter((waiting) => waiting !== one));
  const mayBeSent = one?.triedAt !== null;
  if (!(one?.sealed ?? sealed)) return mayBeSent;
  const row = await store.takeAnswer(PREFIX + id);
  return mayBeSent || row?.triedAt !== null;
}

/** Returns an item with the changes of other tabs; null if they sent or discarded it. */
export async function refreshed(one: Unsent): Promise<Unsent | null> {
  if (!one.sealed || !(await store.readVault())) return one;
  const row = await store.readAnswer(PREFIX + one.id);
  return row ? { ...one, triedAt: one.triedAt ?? row.triedAt ?? null } : null;
}

/** Counts the items that are sealed here and not open in this page. */
export async function countSealed(): Promise<void> {
  const open = new Set(unsent.get().map(({ id }) => PREFIX + id));
  const names = (await store.readNames()).filter((name) => name.startsWith(PREFIX));
  underPin.set(names.filter((name) => !open.has(name)).length);
}

/** Whether a stored answer is a queued item. */
export function isUnsent({ name }: { readonly name: string }): boolean {
  return name.startsWith(PREFIX);
}

/**
 * Loads the sealed items, once the PIN has opened them. A row that does not open, such as one
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
