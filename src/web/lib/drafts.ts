import { currentSession, whenLeaving } from "./session.ts";

type Draft = Readonly<Record<string, string>>;

/**
 * Keeps the input of forms when a session ends, so that the member finds it after logging in again.
 * Drafts are held in memory only and never shown to another member.
 */
const drafts = new Map<string, Draft>();

/** Where a draft was opened from something that was kept: what ends that, with the draft. */
const sources = new Map<string, Source>();

interface Source {
  readonly id: string;
  readonly end: () => Promise<unknown>;
}

whenLeaving(() => {
  drafts.clear();
  sources.clear();
});

export function keepDraft(form: string, draft: Draft): void {
  drafts.set(keyOf(form), draft);
}

/** Keeps a draft of a stored item that stays until the form is sent or abandoned. */
export function openDraft(form: string, draft: Draft, source: Source): void {
  keepDraft(form, draft);
  sources.set(keyOf(form), source);
}

/** Whether the input of a form came from a stored item, by its id. */
export function isOpenedFrom(form: string, id: string): boolean {
  return sources.get(keyOf(form))?.id === id;
}

/** Whether a form has input that another draft would replace. */
export function differsFrom(form: string, draft: Draft): boolean {
  return Object.entries(findDraft(form)).some(([name, value]) => value !== (draft[name] ?? ""));
}

export function findDraft(form: string): Draft {
  return drafts.get(keyOf(form)) ?? {};
}

/** Removes a draft that was sent or abandoned, and the stored item from which it was opened. */
export function dropDraft(form: string): void {
  void endDraft(form);
}

/** Removes a draft as above, and waits until the stored item is gone. */
export async function endDraft(form: string): Promise<void> {
  const key = keyOf(form);
  const source = sources.get(key);
  drafts.delete(key);
  sources.delete(key);
  await source?.end();
}

const alsoLost: (() => boolean)[] = [];

/** Registers other data of a page that would be lost. */
export function alsoHolds(isHeld: () => boolean): void {
  alsoLost.push(isHeld);
}

/** Whether input, or queued actions, would be lost if the page were reloaded. */
export function holdsDrafts(): boolean {
  return drafts.size > 0 || alsoLost.some((isHeld) => isHeld());
}

function keyOf(form: string): string {
  return `${currentSession()?.memberNo ?? ""} ${form}`;
}
