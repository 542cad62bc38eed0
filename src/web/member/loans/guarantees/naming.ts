import { useState } from "react";
import { MAX_GUARANTORS } from "#shared/contract/loans/instant-loans.ts";
import { addCents, type Cents, parseTypedAmount, toWireAmount } from "#shared/money.ts";
import { dropDraft, findDraft, keepDraft } from "#web/lib/drafts.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";

/** A guarantor as typed into an application form. */
export interface NamingRow {
  readonly key: number;
  readonly memberNo: string;
  readonly amount: string;
}

type RowField = "memberNo" | "amount";

export interface Naming {
  readonly rows: readonly NamingRow[];
  readonly problemOf: (row: NamingRow, field: RowField) => string | undefined;
  readonly change: (row: NamingRow, field: RowField, typed: string) => void;
  readonly remove: (row: NamingRow) => void;
  /** Absent where no more can be added. */
  readonly add: (() => void) | null;
  /** The amounts that the rows pledge so far, without invalid ones, and their sum. */
  readonly pledges: readonly Cents[];
  readonly pledged: Cents;
  /** Returns the rows that are not blank, as the application sends them. */
  readonly body: () => { memberNo: string; amount: number | string }[];
  /** Shows the server's problems at their rows. */
  readonly reject: (error: unknown) => void;
  readonly clear: () => void;
  /** Whether a row says a problem of its own. */
  readonly isRejected: boolean;
  /** How often rows were rejected; the focus goes to the first of them. */
  readonly rejections: number;
}

/** The name of the draft of the guarantors. */
export const NAMING_DRAFT = "apply-guarantors";
const blank: NamingRow = { key: 0, memberNo: "", amount: "" };

/**
 * Holds the guarantors of an application while they are typed; they survive a new sign-in. Calls
 * `onChange` when they change.
 */
export function useNaming(onChange: () => void): Naming {
  const [rows, setRows] = useState<readonly NamingRow[]>(draftedRows);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [rejections, setRejections] = useState(0);
  const typed = rows.filter(
    ({ memberNo, amount }) => memberNo.trim() !== "" || amount.trim() !== "",
  );
  const pledges = typed.flatMap(({ amount }) => parseTypedAmount(amount) ?? []);
  const keep = (next: readonly NamingRow[]): void => {
    onChange();
    setRows(next);
    keepDraft(NAMING_DRAFT, draftOf(next));
  };
  const nextKey = Math.max(...rows.map(({ key }) => key)) + 1;
  return {
    rows,
    problemOf: ({ key }, field) => problems[`${key}.${field}`],
    change(row, field, value) {
      setProblems(({ [`${row.key}.${field}`]: _, ...others }) => others);
      keep(rows.map((one) => (one.key === row.key ? { ...one, [field]: value } : one)));
    },
    remove(row) {
      const left = rows.filter(({ key }) => key !== row.key);
      keep(left.length > 0 ? left : [{ ...blank, key: nextKey }]);
    },
    add: rows.length < MAX_GUARANTORS ? () => keep([...rows, { ...blank, key: nextKey }]) : null,
    pledges,
    pledged: addCents(...pledges),
    body: () =>
      typed.map(({ memberNo, amount }) => {
        const read = parseTypedAmount(amount);
        return { memberNo: memberNo.trim(), amount: read === null ? amount : toWireAmount(read) };
      }),
    isRejected: Object.keys(problems).length > 0,
    rejections,
    reject(error) {
      const found = problemsIn(error, typed);
      setProblems(found);
      if (Object.keys(found).length > 0) setRejections((before) => before + 1);
    },
    clear() {
      dropDraft(NAMING_DRAFT);
      setRows([blank]);
    },
  };
}

function problemsIn(error: unknown, sent: readonly NamingRow[]): Record<string, string> {
  if (!(error instanceof ProblemAnswer)) return {};
  return Object.fromEntries(
    Object.entries(error.details.fields).flatMap(([field, words]) => {
      const [list, index, name] = field.split(".");
      const row = sent[Number(index)];
      return list === "guarantors" && row && name ? [[`${row.key}.${name}`, words]] : [];
    }),
  );
}

function draftOf(rows: readonly NamingRow[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap(({ memberNo, amount }, index) => [
      [`memberNo.${index}`, memberNo],
      [`amount.${index}`, amount],
    ]),
  );
}

function draftedRows(): NamingRow[] {
  const kept = findDraft(NAMING_DRAFT);
  const count = Object.keys(kept).length / 2;
  const rows = Array.from({ length: count }, (_, key) => ({
    key,
    memberNo: kept[`memberNo.${key}`] ?? "",
    amount: kept[`amount.${key}`] ?? "",
  }));
  return rows.length > 0 ? rows : [blank];
}
