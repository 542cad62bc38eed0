import type { FileLine } from "#server/check-off/payroll/file-lines.ts";
import {
  destine,
  held,
  type MatchedLine,
  type Matching,
  type Note,
  type NotedLine,
  OpenLoans,
  Payment,
} from "./line-allocation.ts";

const loanNoForm = /[A-Z0-9][A-Z0-9/_-]*/g;

/** Returns the parts of a note that may be the number of a loan. */
export function loanNosIn(note: string): string[] {
  return note.toUpperCase().match(loanNoForm) ?? [];
}

function readNote(note: string, { loanNos, words }: Matching): Note {
  const named = new Set(loanNosIn(note).filter((loanNo) => loanNos.has(loanNo)));
  const rest = note.toUpperCase().replace(loanNoForm, (chunk) => (named.has(chunk) ? " " : chunk));
  return { ...words.read(rest), loanNos: [...named] };
}

/**
 * Finds the destination of each line. Lines whose note names a loan or a destination come first,
 * then the others in the order of the file; amounts that no rule places go to suspense.
 */
export function matchLines(lines: readonly FileLine[], matching: Matching): MatchedLine[] {
  const open = matching.open ?? new OpenLoans();
  const count = new Map<string, number>();
  for (const { memberNo } of lines) count.set(memberNo, (count.get(memberNo) ?? 0) + 1);
  const read = lines.map((line): NotedLine => {
    const { memberNo } = line;
    const isSingle = count.get(memberNo) === 1 && !matching.decidedFor?.has(memberNo);
    return { line, note: readNote(line.note, matching), isSingle };
  });
  const isNamed = ({ note }: NotedLine) => note.loanNos.length + note.destinations.size > 0;
  const named = read.filter(isNamed);
  const others = read.filter((line) => !isNamed(line));
  return [...named, ...others]
    .map((noted) => match(noted, matching, open))
    .toSorted((one, other) => one.row - other.row);
}

function match(noted: NotedLine, matching: Matching, open: OpenLoans): MatchedLine {
  const { line } = noted;
  const payer = matching.payers.get(line.memberNo);
  if (payer === undefined) {
    const reason = matching.left?.has(line.memberNo) ? "member-left" : "no-member";
    return { ...line, memberId: null, ...held("unmatched", reason, line) };
  }
  const payment = new Payment(payer, line, open);
  return { ...line, memberId: payer.memberId, ...destine(payment, noted, matching) };
}
