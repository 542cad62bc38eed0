import { useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { elect, split as splitEndpoint } from "#shared/contract/dividends/splits.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import type { SplitTerms } from "#shared/dividend-split.ts";
import { formatMoney, parseTypedAmount } from "#shared/money.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { dropDraft, findDraft, keepDraft } from "#web/lib/drafts.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { problemWords } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { splitMessages } from "#web/lib/member-texts.ts";
import { offlineSince } from "#web/lib/offline-since.ts";
import { useRenew } from "#web/lib/query.ts";
import { useMessages } from "#web/lib/words.ts";
import { splitAddress } from "#web/paths.ts";
import { keepUnsent } from "../identity/unsent/outbox.ts";
import { splitFigures } from "./unsent-split.ts";
import {
  blankRow,
  bodyRows,
  draftOf,
  fromDraft,
  isBlank,
  type CalculatedSplit,
  calculateTyped,
  rejectedFields,
  type Rest,
  type RowField,
  rowsOf,
  type Share,
  type Start,
  startedRows,
  termsOf,
  type TypedRow,
} from "./typed-split.ts";

export type Receipt = z.output<typeof elect.answer>;

/** A split while it is being typed. */
export interface SplitForm {
  readonly terms: SplitTerms;
  readonly rows: readonly TypedRow[];
  readonly calculated: CalculatedSplit;
  /** The row last worked on. */
  readonly last: number | null;
  /** The version that the member has seen and that this one replaces. */
  readonly seen: number;
  readonly busy: boolean;
  readonly failure: { readonly error: unknown; readonly words: string } | null;
  readonly problemAt: (row: TypedRow, field: RowField) => string | undefined;
  readonly change: (row: TypedRow, to: Partial<TypedRow>) => void;
  /** Shows a row's problems once it loses focus. */
  readonly leave: (row: TypedRow) => void;
  readonly put: (rest: Pick<Rest, "key" | "mode" | "amount">) => void;
  readonly add: () => void;
  /** Shares out everything in one press. */
  readonly begin: (start: Start) => void;
  /** The first problem that keeps the split from being sent, whether it is shown or not. */
  readonly inTheWay: { readonly number: number; readonly words: string } | null;
  /** Clears a row; removes it if it is already empty. */
  readonly clear: (row: TypedRow) => void;
  readonly see: (version: number) => void;
  readonly start: (said: Share) => void;
  readonly submit: () => void;
}

/** How many of a row's problems are shown. */
type ShownFaults = ReadonlyMap<number, "left" | "sent">;

const draftName = (year: number): string => `split-dividend-${year}`;

/** Whether there are typed rows that are not sent yet. */
export function hasDraft(year: number): boolean {
  return fromDraft(findDraft(draftName(year))) !== null;
}

/** Returns the kept rows and the version they are based on; else the last submitted ones. */
function useRows(share: Share) {
  const [kept] = useState(() => fromDraft(findDraft(draftName(share.year))));
  const [rows, setRows] = useState<readonly TypedRow[]>(kept?.rows ?? rowsOf(share.rows));
  const [seen, setSeen] = useState(kept?.seen ?? share.version);
  return {
    rows,
    seen,
    keep(next: readonly TypedRow[], over = seen): void {
      setRows(next);
      setSeen(over);
      keepDraft(draftName(share.year), draftOf(next, over));
    },
    start(said: Share): void {
      setRows(rowsOf(said.rows));
      setSeen(said.version);
      dropDraft(draftName(share.year));
    },
  };
}

/** Returns the problems of the rows that are to be shown now. */
function useProblems(calculated: CalculatedSplit) {
  const words = useWords();
  const [told, setTold] = useState<ShownFaults>(new Map());
  const [refused, setRejected] = useState<ReadonlyMap<string, string>>(new Map());
  const wordsOf = (problem: FieldProblem): string => problemWords(problem, words);
  return {
    reject: setRejected,
    tell(rows: readonly TypedRow[], when: "left" | "sent"): void {
      setTold((before) => new Map([...before, ...rows.map(({ key }) => [key, when] as const)]));
    },
    forget({ key }: TypedRow): void {
      setTold((before) => new Map([...before].filter(([one]) => one !== key)));
      setRejected((before) => new Map([...before].filter(([at]) => !at.startsWith(`${key}.`))));
    },
    first(rows: readonly TypedRow[]) {
      const at = rows.findIndex(({ key }) => calculated.faults.has(key));
      const fault = calculated.faults.get(rows[at]?.key ?? -1);
      return fault ? { number: at + 1, words: wordsOf(fault.problem) } : null;
    },
    at(row: TypedRow, field: RowField): string | undefined {
      const fault = calculated.faults.get(row.key);
      const when = told.get(row.key);
      const isShown = when === "sent" || (when === "left" && fault?.showsOnBlur);
      if (fault?.field === field && isShown) return wordsOf(fault.problem);
      return refused.get(`${row.key}.${field}`);
    },
  };
}

interface Sent {
  readonly rows: readonly TypedRow[];
  readonly seen: number;
}

/**
 * Returns the function that queues a split until there is a connection, with the figures it is
 * based on.
 */
function useKeeping(share: Share) {
  const { page, sum } = useMessages(splitMessages);
  const { year } = share;
  return async (rows: readonly TypedRow[], body: z.input<typeof elect.body>): Promise<void> => {
    const [toSplit, tax] = splitFigures(share);
    const request = { params: { year: String(year) }, body };
    await keepUnsent("split", elect, request, {
      what: `${page.title} ${year}`,
      address: splitAddress(year),
      drafts: { [draftName(year)]: draftOf(rows, body.seen) },
      saw: [
        { term: sum.toSplit, value: toSplit ?? "" },
        { term: sum.tax, value: tax ?? "" },
      ],
    });
  };
}

/** Sends a split and shows the outcome. */
function useSending(
  share: Share,
  onDone: (receipt: Receipt) => void,
  reject: (fields: ReadonlyMap<string, string>) => void,
) {
  const { year } = share;
  const keepForLater = useKeeping(share);
  const renew = useRenew();
  const settle = async (error: unknown, rows: readonly TypedRow[]): Promise<void> => {
    const fields =
      error instanceof ProblemAnswer ? rejectedFields(error.details.fields, rows) : null;
    if (fields && fields.size > 0) return reject(fields);
    const reason = error instanceof ProblemAnswer ? error.details.reason : "";
    // A rejected split may be based on terms, or on the member's own choice, that have changed
    // since. A newer choice of the member is then shown in full.
    if (reason !== "") await renew(splitEndpoint);
    if (reason !== "election-newer") throw error;
  };
  const { busy, failed, error, run } = useAction(async ({ rows, seen }: Sent) => {
    try {
      const body = { seen, rows: bodyRows(rows) };
      if (offlineSince.get() !== null) return await keepForLater(rows, body);
      const receipt = await call(elect, { params: { year: String(year) }, body });
      dropDraft(draftName(year));
      onDone(receipt);
      await renew(splitEndpoint);
    } catch (problem) {
      await settle(problem, rows);
    }
  });
  return { busy, failure: failed ? { error, words: failed } : null, send: run };
}

/** Holds a split while it is typed, and sends it. */
export function useSplit(share: Share, onDone: (receipt: Receipt) => void): SplitForm {
  const { rows, seen, keep, start } = useRows(share);
  const [last, setLast] = useState<number | null>(null);
  const terms = termsOf(share);
  const calculated = calculateTyped(rows, terms);
  const problems = useProblems(calculated);
  const focusOnProblem = useFocusOnProblem();
  const change = (row: TypedRow, to: Partial<TypedRow>): void => {
    problems.forget(row);
    setLast(row.key);
    keep(rows.map((one) => (one.key === row.key ? { ...one, ...to } : one)));
  };
  const sending = useSending(share, onDone, (fields) => {
    problems.reject(fields);
    focusOnProblem();
  });
  return {
    terms,
    rows,
    calculated,
    last,
    seen,
    busy: sending.busy,
    failure: sending.failure,
    problemAt: problems.at,
    change,
    leave(row) {
      const read = parseTypedAmount(row.amount);
      const tidy = read === null ? row.amount : formatMoney(read);
      if (tidy !== row.amount) change(row, { amount: tidy });
      if (!isBlank(row)) problems.tell([row], "left");
    },
    put({ key, mode, amount }) {
      const row = rows.find((one) => one.key === key);
      if (row) change(row, { mode, amount: formatMoney(amount) });
    },
    add: () => keep([...rows, blankRow(nextKey(rows))]),
    begin: (start) => keep(startedRows(rows, start)),
    inTheWay: problems.first(rows),
    clear(row) {
      problems.forget(row);
      const left = rows.filter(({ key }) => key !== row.key);
      if (isBlank(row) && left.length > 0) keep(left);
      else keep(rows.map((one) => (one.key === row.key ? blankRow(row.key) : one)));
    },
    see: (version) => keep(rows, version),
    start,
    submit() {
      if (sending.busy) return;
      problems.tell(rows, "sent");
      if (calculated.isReady) sending.send({ rows, seen });
      else focusOnProblem();
    },
  };
}

function nextKey(rows: readonly TypedRow[]): number {
  return Math.max(-1, ...rows.map(({ key }) => key)) + 1;
}

/** Moves the focus to the first field with a problem, once the problem is rendered. */
function useFocusOnProblem(): () => void {
  const [asked, setAsked] = useState(0);
  const done = useRef(0);
  useEffect(() => {
    if (asked === done.current) return;
    done.current = asked;
    document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus();
  }, [asked]);
  return () => setAsked((before) => before + 1);
}
