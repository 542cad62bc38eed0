import { currentSession, whenLeaving } from "./session.ts";

type Draft = Readonly<Record<string, string>>;

/**
 * What is typed into forms that outlive a session: it ends while a member is typing, they log in
 * again and find it. In memory alone, and never another member's.
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

function keyOf(form: string): string {
  return `${currentSession()?.memberNo ?? ""} ${form}`;
}
