import { loanPolicyMessages } from "#shared/messages/loans/policy-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import { dropDraft, findDraft, keepDraft } from "#web/lib/drafts.ts";
import {
  type DraftProblems,
  draftOf,
  type PolicyDraft,
  readDraft,
  type RuleName,
  tierField,
  type ValueName,
} from "./draft.ts";
import { holdingOn, type Policies, type Policy } from "./terms.ts";

const DRAFT = "loan-policy";
export const MAX_TIERS = 10;

/** A policy that is being edited. */
export interface Editing {
  readonly draft: PolicyDraft;
  /** The resulting policy; null while there is a problem. */
  readonly policy: Policy | null;
  /** The problems of the fields that lost focus, or of all fields after submitting. */
  readonly problems: DraftProblems;
  readonly setValue: (name: ValueName, value: string) => void;
  readonly setAsked: (name: RuleName, asked: boolean) => void;
  readonly setTier: (key: number, part: "upTo" | "flat" | "rate", value: string) => void;
  readonly addTier: () => void;
  readonly removeTier: (key: number) => void;
  readonly beginFrom: (policy: Policy) => void;
  /** For the form: records which field lost focus. */
  readonly leave: (name: string) => void;
  /** For the form: shows the first problem, or passes the policy on. */
  readonly submit: (event: FormEvent<HTMLFormElement>, next: (policy: Policy) => void) => void;
  readonly reject: (problems: DraftProblems) => void;
}

/** Returns the usual first day of a change: the first of the next month. */
function usualDay(today: string): string {
  return addMonths(`${today.slice(0, 8)}01` as CalendarDate, 1);
}

function startingDraft({ rows, today }: Policies): PolicyDraft {
  const inForce = holdingOn(rows, today);
  if (inForce === undefined) throw new Error("no loan policy is in force");
  const fresh = draftOf(inForce.policy, usualDay(today));
  const kept = findDraft(DRAFT)["draft"];
  if (!kept) return fresh;
  // A draft kept by an older page may lack a field that was added since.
  const { tiers, values, asked } = JSON.parse(kept) as PolicyDraft;
  return { tiers, values: { ...fresh.values, ...values }, asked: { ...fresh.asked, ...asked } };
}

/** Keeps the draft of a policy, even while its officer signs in again. */
export function useEditing(listed: Policies): Editing {
  const words = useMessages(loanPolicyMessages);
  const [draft, setDraft] = useState(() => startingDraft(listed));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRejected] = useState<DraftProblems>({});
  const { show, showAll } = useFocusOnProblem();
  const read = readDraft(draft, listed.today, words);

  const change = (next: PolicyDraft, field: string): void => {
    setDraft(next);
    setRejected(({ [field]: _, ...others }) => others);
    keepDraft(DRAFT, { draft: JSON.stringify(next) });
  };
  const wrong = Object.entries({ ...read.problems, ...refused });
  return {
    draft,
    policy: read.policy,
    problems: Object.fromEntries(wrong.filter(([name]) => show || left.has(name) || refused[name])),
    setValue: (name, value) =>
      change({ ...draft, values: { ...draft.values, [name]: value } }, name),
    setAsked: (name, asked) => change({ ...draft, asked: { ...draft.asked, [name]: asked } }, name),
    setTier: (key, part, value) => change(withTier(draft, key, part, value), tierField(key, part)),
    addTier: () => change(withOneMore(draft), ""),
    removeTier: (key) => change(withoutTier(draft, key), ""),
    beginFrom(policy) {
      const { effectiveFrom: day } = policy;
      setDraft(draftOf(policy, day > listed.today ? day : usualDay(listed.today)));
      setLeft(new Set());
      setRejected({});
      showAll(false);
      dropDraft(DRAFT);
    },
    leave: (name) => setLeft((before) => new Set([...before, name])),
    submit(event, next) {
      event.preventDefault();
      if (read.policy) next(read.policy);
      else showAll(true);
    },
    reject(problems) {
      setRejected(problems);
      showAll(true);
    },
  };
}

function useFocusOnProblem() {
  const [asked, setAsked] = useState({ show: false, times: 0 });
  const before = useRef(0);
  useEffect(() => {
    if (!asked.show || asked.times === before.current) return;
    before.current = asked.times;
    document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
  }, [asked]);
  const showAll = (show: boolean): void => setAsked(({ times }) => ({ show, times: times + 1 }));
  return { show: asked.show, showAll };
}

function withTier(
  draft: PolicyDraft,
  key: number,
  part: "upTo" | "flat" | "rate",
  value: string,
): PolicyDraft {
  const tiers = draft.tiers.map((tier) => (tier.key === key ? { ...tier, [part]: value } : tier));
  return { ...draft, tiers };
}

/** A new tier goes before the last one, which covers the remaining amounts. */
function withOneMore({ tiers, ...rest }: PolicyDraft): PolicyDraft {
  const key = Math.max(...tiers.map((tier) => tier.key)) + 1;
  const fresh = { key, upTo: "", flat: "0", rate: tiers.at(-1)?.rate ?? "0" };
  return { ...rest, tiers: [...tiers.slice(0, -1), fresh, ...tiers.slice(-1)] };
}

function withoutTier({ tiers, ...rest }: PolicyDraft, key: number): PolicyDraft {
  return { ...rest, tiers: tiers.filter((tier) => tier.key !== key) };
}
