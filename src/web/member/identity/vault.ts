import { OFFLINE_STORE } from "#web/lib/offline-reading.ts";
import { isTooOld, MAX_WRONG_PINS } from "./offline-limits.ts";

/** The keys of the kept figures, and everything that can be read without the PIN. */
export interface Vault {
  /** Random; another vault has another. */
  readonly id: string;
  /** Cannot be exported, so it does not leave this browser through a script. */
  readonly device: CryptoKey;
  readonly salt: Uint8Array<ArrayBuffer>;
  /** Seals figures without the PIN. */
  readonly publicKey: CryptoKey;
  /** Opens them; itself sealed by the PIN and the device. */
  readonly sealedKey: Sealed;
  /** A digest of the member number and of when the password was set. */
  readonly owner: string;
  /** The wrong PINs in a row, and the one being tried. */
  readonly tries: number;
  /** When figures of the server were last kept, in milliseconds. */
  readonly savedAt: number;
}

export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** One sealed answer of the server. */
export interface KeptAnswer extends Sealed {
  /** The digest of the request, under which its answer is stored. */
  readonly name: string;
  /** The public half of the key pair of the page that sealed it. */
  readonly sender: ArrayBuffer;
  /** When the answer arrived, in milliseconds. */
  readonly at: number;
  /** For a queued item: when it was first sent, for tabs that cannot open it. */
  readonly triedAt?: number | null;
}

const VAULT = "vault";
const ANSWERS = "answers";

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(OFFLINE_STORE, 1);
    asked.addEventListener("upgradeneeded", () => {
      asked.result.createObjectStore(VAULT);
      asked.result.createObjectStore(ANSWERS, { keyPath: "name" });
    });
    asked.addEventListener("success", () => resolve(asked.result));
    asked.addEventListener("error", () => reject(asked.error ?? new Error("no database")));
  });
}

type Act<T> = (vault: IDBObjectStore, answers: IDBObjectStore) => IDBRequest<T>;

/** Runs one transaction and returns the result of the request once it is written. */
async function transact<T>(mode: IDBTransactionMode, act: Act<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const change = database.transaction([VAULT, ANSWERS], mode, { durability: "strict" });
      const request = act(change.objectStore(VAULT), change.objectStore(ANSWERS));
      change.addEventListener("complete", () => resolve(request.result));
      change.addEventListener("abort", () => reject(change.error ?? new Error("not written")));
    });
  } finally {
    // An open connection would hold up the removal of the database.
    database.close();
  }
}

/** Changes the vault in one transaction, so that no two tabs do it at the same time. */
function changeVault(change: (before: Vault) => Vault | null): Promise<Vault | undefined> {
  return transact("readwrite", (store) => {
    const read = store.get(VAULT) as IDBRequest<Vault | undefined>;
    read.onsuccess = () => {
      const next = read.result && change(read.result);
      if (next) store.put(next, VAULT);
    };
    return read;
  });
}

export function readVault(): Promise<Vault | undefined> {
  return transact("readonly", (store) => store.get(VAULT) as IDBRequest<Vault | undefined>);
}

/** Replaces the vault by a new one without answers. */
export async function writeVault(vault: Vault): Promise<void> {
  await transact("readwrite", (store, answers) => {
    answers.clear();
    return store.put(vault, VAULT);
  });
}

/**
 * Counts an attempt before its PIN is checked, so that neither a reload nor a second tab gets more
 * attempts. Returns the vault as it was before; undefined if there is none.
 */
export function countTry(): Promise<Vault | undefined> {
  return changeVault((before) =>
    before.tries < MAX_WRONG_PINS ? { ...before, tries: before.tries + 1 } : null,
  );
}

/** Resets the count of attempts after a right PIN. */
export async function clearTries({ id }: Vault): Promise<void> {
  await changeVault((before) => (before.id === id ? { ...before, tries: 0 } : null));
}

export function readAnswers(): Promise<KeptAnswer[]> {
  return transact("readonly", (_, answers) => answers.getAll() as IDBRequest<KeptAnswer[]>);
}

/** Returns the names of all kept answers. */
export function readNames(): Promise<string[]> {
  return transact("readonly", (_, answers) => answers.getAllKeys() as IDBRequest<string[]>);
}

export function readAnswer(name: string): Promise<KeptAnswer | undefined> {
  return transact("readonly", (_, answers) => answers.get(name) as IDBRequest<KeptAnswer>);
}

/** Replaces the answer with the same name. Returns false if that was removed. */
export async function replaceAnswer(answer: KeptAnswer): Promise<boolean> {
  const found = await transact("readwrite", (_, answers) => {
    const before = answers.getKey(answer.name);
    before.onsuccess = () => {
      if (before.result !== undefined) answers.put(answer);
    };
    return before;
  });
  return found !== undefined;
}

/** Removes an answer and returns it as it was; undefined if it was removed before. */
export function takeAnswer(name: string): Promise<KeptAnswer | undefined> {
  return transact("readwrite", (_, answers) => {
    const before = answers.get(name) as IDBRequest<KeptAnswer | undefined>;
    before.onsuccess = () => answers.delete(name);
    return before;
  });
}

/** Removes the answers of these names. */
export async function removeAnswers(names: readonly string[]): Promise<void> {
  await transact("readwrite", (store, answers) => {
    for (const name of names) answers.delete(name);
    return store.count();
  });
}

/** Stores answers unless the vault was removed meanwhile, and removes those that are too old. */
export async function writeAnswers({ id }: Vault, kept: readonly KeptAnswer[]): Promise<void> {
  const savedAt = Math.max(...kept.map(({ at }) => at));
  await transact("readwrite", (store, answers) => {
    const read = store.get(VAULT) as IDBRequest<Vault | undefined>;
    read.onsuccess = () => {
      const vault = read.result;
      if (vault?.id !== id) return;
      store.put({ ...vault, savedAt: Math.max(savedAt, vault.savedAt) }, VAULT);
      for (const answer of kept) answers.put(answer);
      const all = answers.openCursor();
      all.onsuccess = () => {
        const { result: cursor } = all;
        if (!cursor) return;
        if (isTooOld((cursor.value as KeptAnswer).at)) cursor.delete();
        cursor.continue();
      };
    };
    return read;
  });
}
