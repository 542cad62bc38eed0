import { currentSession, whenLeaving } from "./session.ts";

type Draft = Readonly<Record<string, string>>;

/**
 * Keeps what is typed into forms when a session ends, so that the member finds it after logging in
 * again. Drafts are held in memory only and never shown to another member.
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

/** Keeps a draft of something that stays where it is until the form is sent or given up. */
export function openDraft(form: string, draft: Draft, source: Source): void {
  keepDraft(form, draft);
  sources.set(keyOf(form), source);
}

/** Whether what is typed into a form came from something that was kept, by its id. */
export function isOpenedFrom(form: string, id: string): boolean {
  return sources.get(keyOf(form))?.id === id;
}

/** Whether something is typed into a form that another draft of it would replace. */
export function differsFrom(form: string, draft: Draft): boolean {
  return Object.entries(findDraft(form)).some(([name, value]) => value !== (draft[name] ?? ""));
}

export function findDraft(form: string): Draft {
  return drafts.get(keyOf(form)) ?? {};
}

/** Drops what was sent or given up, and what it was opened from. */
export function dropDraft(form: string): void {
  void endDraft(form);
}

/** Drops a draft as above, and waits until what it was opened from is gone. */
export async function endDraft(form: string): Promise<void> {
  const key = keyOf(form);
  const source = sources.get(key);
  drafts.delete(key);
  sources.delete(key);
  await source?.end();
}

const alsoLost: (() => boolean)[] = [];

/** Registers something else that a page may hold and would lose. */
export function alsoHolds(isHeld: () => boolean): void {
  alsoLost.push(isHeld);
}

/** Whether anything typed, or not sent yet, would be lost if the page were loaded again. */
export function holdsDrafts(): boolean {
  return drafts.size > 0 || alsoLost.some((isHeld) => isHeld());
}

function keyOf(form: string): string {
  return `${currentSession()?.memberNo ?? ""} ${form}`;
}
