import { type VarianceKind, varianceKinds } from "#shared/contract/check-off/variance.ts";
import type { Language } from "#shared/language.ts";
import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { addCents, type Cents, cents, toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import type { Column, StatementTable } from "#server/kernel/documents/statement-document.ts";
import type { VarianceRow } from "./queries.ts";

interface VarianceSum {
  readonly kind: VarianceKind;
  readonly members: number;
  readonly expected: Cents;
  readonly received: Cents;
}

export function presentTotals(sums: readonly VarianceSum[]) {
  const of = (kind: VarianceKind) => {
    const {
      members = 0,
      expected = ZERO_CENTS,
      received = ZERO_CENTS,
    } = sums.find((one) => one.kind === kind) ?? {};
    return { members, expected: toWireAmount(expected), received: toWireAmount(received) };
  };
  return Object.fromEntries(varianceKinds.map((kind) => [kind, of(kind)])) as Record<
    VarianceKind,
    ReturnType<typeof of>
  >;
}

export function presentVariance(row: VarianceRow) {
  return {
    memberNo: row.member_no,
    member: row.full_name,
    expected: toWireAmount(row.expected),
    received: toWireAmount(row.received),
    difference: toWireAmount(difference(row)),
  };
}

/** The amount received beyond the amount due; negative if it was less. */
function difference({ expected, received }: VarianceRow): Cents {
  return cents(received - expected);
}

/** The whole report as a table, with the totals of its columns. */
export function varianceTable(language: Language, rows: readonly VarianceRow[]): StatementTable {
  const { heads, kinds, total } = checkOffMessages[language].report;
  const columns: Column[] = [
    { head: heads.memberNo, kind: "text" },
    { head: heads.member, kind: "text", grows: true },
    { head: heads.kind, kind: "text" },
    { head: heads.expected, kind: "money" },
    { head: heads.received, kind: "money" },
    { head: heads.difference, kind: "money" },
  ];
  const sum = (of: (row: VarianceRow) => Cents) => addCents(...rows.map(of));
  const sums = [sum((row) => row.expected), sum((row) => row.received), sum(difference)];
  return {
    columns,
    broughtForward: null,
    rows: rows.map((row) => [
      row.member_no,
      row.full_name,
      kinds[row.kind],
      row.expected,
      row.received,
      difference(row),
    ]),
    total: { label: total, sums: [null, null, null, ...sums], tied: 4 },
    proof: null,
  };
}
