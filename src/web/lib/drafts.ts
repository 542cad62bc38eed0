import { currentSession, whenLeaving } from "./session.ts";

type Draft = Readonly<Record<string, string>>;

/**
 * Keeps what is typed into forms when a session ends, so that the member finds it after logging in
 * again. Drafts are held in memory only and never shown to another member.
 */
const drafts = new Map<string, Draft>();

whenLeaving(() => drafts.clear());

export function keepDraft(form: string, draft: Draft): void {
  drafts.set(keyOf(form), draft);
}

export function findDraft(form: string): Draft {
  return drafts.get(keyOf(form)) ?? {};
}

export function dropDraft(form: string): void {
  drafts.delete(keyOf(form));
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
