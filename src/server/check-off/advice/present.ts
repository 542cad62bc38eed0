import type { Language } from "#shared/language.ts";
import { checkOffAdviceMessages } from "#shared/messages/check-off/advice-sw.ts";
import { addCents, type Cents, toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import type { StatementTable } from "#server/kernel/documents/statement-document.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import { factsOf } from "./commands.ts";
import type { AdviceLine, Draft, MadeAdvice } from "./queries.ts";

type Figures = Omit<Draft, "lines">;

/** The figures of an advice, on the wire. */
export function presentFigures(figures: Figures) {
  return {
    month: figures.month,
    members: figures.members,
    loans: toWireAmount(figures.loans_cents),
    contributions: toWireAmount(figures.contributions_cents),
    asBefore: figures.as_before,
  };
}

/** An advice that was made, on the wire. */
export const presentMade = (row: MadeAdvice) => ({
  ...presentFigures(row),
  madeBy: row.made_by,
  madeOn: row.made_on,
});

/** An advice that can be made, on the wire. */
export const presentDraft = (draft: Draft) => ({
  ...presentFigures(draft),
  digest: digestOfShown(factsOf(draft)),
});

/** An advice as the employer reads it. An empty contribution means: go on as before. */
export function adviceTable(language: Language, lines: readonly AdviceLine[]): StatementTable {
  const { heads, total } = checkOffAdviceMessages[language].file;
  const sum = (of: (line: AdviceLine) => Cents) => addCents(...lines.map(of));
  const contribution = (line: AdviceLine) => line.contribution_cents ?? ZERO_CENTS;
  const together = (line: AdviceLine) => addCents(line.loans_cents, contribution(line));
  return {
    columns: [
      { head: heads.memberNo, kind: "text" },
      { head: heads.payrollNo, kind: "text" },
      { head: heads.member, kind: "text", grows: true },
      { head: heads.loans, kind: "money" },
      { head: heads.contribution, kind: "money" },
      { head: heads.amount, kind: "money" },
    ],
    broughtForward: null,
    rows: lines.map((line) => [
      line.member_no,
      line.payroll_no,
      line.full_name,
      line.loans_cents,
      line.contribution_cents,
      together(line),
    ]),
    total: {
      label: total,
      sums: [null, null, null, sum((line) => line.loans_cents), sum(contribution), sum(together)],
      tied: 3,
    },
    proof: null,
  };
}
