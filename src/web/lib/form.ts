import { type FormEvent, useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import type { Language } from "#shared/language.ts";
import type { Messages } from "#shared/messages/en.ts";
import type { OfficeProblem } from "#shared/messages/kernel/office-problems-en.ts";
import type { FieldBinding } from "#web/ui/field.tsx";
import { dropDraft, findDraft, keepDraft } from "./drafts.ts";
import { failureWords, ProblemAnswer } from "./failure.ts";
import { spokenLanguage, useWords } from "./language.ts";

export type Values<Name extends string> = Readonly<Record<Name, string>>;
export type Problems<Name extends string> = Partial<Record<Name, string>>;

export interface FormPlan<Name extends string> {
  readonly names: readonly Name[];
  /** Returns the problems found before anything is sent; empty if the form may be sent. */
  readonly check: (values: Values<Name>) => Problems<Name>;
  /**
   * Sends the values. A form that continues afterwards calls `taken` once the server has accepted
   * the values: the next page may open the form again, which must then be empty.
   */
  readonly send: (values: Values<Name>, taken: () => void) => Promise<void>;
  /** The text for a failure without its own message. */
  readonly wordless?: string;
  /** The initial values of the fields. */
  readonly starting?: Partial<Values<Name>>;
  /** The key of the draft that is kept while the member signs in again; never of a password. */
  readonly draft?: string;
}

export interface Form<Name extends string> {
  readonly values: Values<Name>;
  /** The problem of the whole form; each field shows its own. */
  readonly alert: string | null;
  readonly busy: boolean;
  readonly bind: (name: Name) => FieldBinding;
  /** Sets several values at once, as if they were typed; clears the messages of the form. */
  readonly put: (values: Partial<Values<Name>>) => void;
  readonly reject: (problems: Problems<Name>) => void;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Holds the state of a form. Input is never discarded. A problem appears at its field and clears
 * when the field changes; the form's own problem clears when any field changes. The focus goes to
 * the first field with a problem.
 */
export function useForm<Name extends string>(plan: FormPlan<Name>): Form<Name> {
  const words = useWords();
  const [values, setValues] = useState<Values<Name>>(() => startingValues(plan));
  const [problems, setProblems] = useState<Problems<Name>>({});
  const [alert, setAlert] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [rejections, setRejections] = useState(0);
  const element = useRef<HTMLFormElement | null>(null);
  useFocusOnProblem(element, rejections);

  const reject = (found: Problems<Name>): void => {
    setProblems(found);
    setRejections((before) => before + 1);
  };
  const put = (given: Partial<Values<Name>>): void => {
    const next = { ...values, ...given };
    setValues(next);
    setAlert(null);
    const settled = Object.fromEntries(Object.keys(given).map((name) => [name, undefined]));
    setProblems((before) => ({ ...before, ...settled }));
    if (plan.draft) keepDraft(plan.draft, next);
  };
  const fail = (error: unknown): void => {
    const found = problemsIn(error, plan.names);
    if (Object.keys(found).length > 0) return reject(found);
    const said = error instanceof ProblemAnswer && (error.message || plan.wordless);
    setAlert(said || `${failureWords(error, words)} ${words.failure.kept}`);
  };
  const taken = (): void => {
    if (plan.draft) dropDraft(plan.draft);
  };
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await plan.send(values, taken);
      taken();
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    values,
    alert,
    busy,
    put,
    reject,
    bind: (name) => ({
      name,
      value: values[name],
      error: problems[name],
      onValue: (value) => put({ [name]: value } as Partial<Values<Name>>),
    }),
    submit(event) {
      event.preventDefault();
      element.current = event.currentTarget;
      if (busy) return;
      setAlert(null);
      const found = plan.check(values);
      if (Object.keys(found).length > 0) reject(found);
      else void send();
    },
  };
}

function startingValues<Name extends string>(plan: FormPlan<Name>): Values<Name> {
  const { names, draft, starting } = plan;
  const kept = draft ? findDraft(draft) : {};
  return Object.fromEntries(
    names.map((name) => [name, kept[name] ?? starting?.[name] ?? ""]),
  ) as Values<Name>;
}

function useFocusOnProblem(element: { current: HTMLFormElement | null }, rejections: number): void {
  useEffect(() => {
    if (rejections === 0) return;
    const form = element.current ?? document.querySelector("form");
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus();
    // Focusing scrolls only the control into view; its problem is shown below it.
    const said = document.getElementById(wrong?.getAttribute("aria-describedby") ?? "");
    bringIntoSight(said);
  }, [element, rejections]);
}

/** Scrolls to a new element; used as its `ref`, so it runs once the element is on the page. */
export function bringIntoSight(shown: Element | null): void {
  shown?.scrollIntoView({ block: "nearest" });
}

function problemsIn<Name extends string>(error: unknown, names: readonly Name[]): Problems<Name> {
  if (!(error instanceof ProblemAnswer)) return {};
  const found = names.filter((name) => error.details.fields[name] !== undefined);
  return Object.fromEntries(
    found.map((name) => [name, error.details.fields[name]]),
  ) as Problems<Name>;
}

type OfficeProblems = Readonly<Record<OfficeProblem, string>>;
let officeProblems: Readonly<Record<Language, OfficeProblems>> | null = null;

/** Adds the labels of staff fields, which members do not load. */
export function learnOfficeProblems(both: Readonly<Record<Language, OfficeProblems>>): void {
  officeProblems = both;
}

/** Returns the text for a field's problem, or the general text if it has no own text. */
export function problemWords(problem: FieldProblem, words: Messages): string {
  const own: Partial<Record<FieldProblem, string>> = words.problems;
  const office: Partial<Record<FieldProblem, string>> = officeProblems?.[spokenLanguage()] ?? {};
  return own[problem] ?? office[problem] ?? words.problems["field.invalid"];
}

/** Checks the input against the contract and returns the messages the server would send. */
export function contractProblems<Name extends string>(
  body: z.ZodMiniType,
  values: Readonly<Record<Name, unknown>>,
  words: Messages,
): Problems<Name> {
  const read = body.safeParse(values);
  if (read.success) return {};
  const found: Record<string, string> = {};
  for (const issue of read.error.issues) {
    const text = problemWords(issue.message as FieldProblem, words);
    // A field inside a list is named by its full path, as the server names it.
    for (const name of [issue.path.join("."), String(issue.path[0])]) found[name] ??= text;
  }
  return found as Problems<Name>;
}
