import { addCents, cents, negateCents, toWireAmount } from "#shared/money.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import {
  type ItemRow,
  matchFacts,
  type MatchRow,
  proposalFacts,
  type ProposalRow,
} from "./queries.ts";

/** An item of one side only, on the wire. */
export function presentOpen(row: ItemRow) {
  return {
    id: String(row.id),
    day: row.day,
    receipt: row.receipt_no,
    text: row.text,
    amount: toWireAmount(row.amount_cents),
    note: row.note,
    notedBy: row.noted_by,
    isProposed: row.is_proposed,
    awaitsApproval: row.awaits_approval,
    ...(row.booked_cents !== null && { bookedAmount: toWireAmount(row.booked_cents) }),
  };
}

/** The proposals of a rule, with the digest that confirms all of them. */
export function presentProposals(row: ProposalRow, requester: string) {
  return {
    rule: row.rule,
    matches: row.matches,
    amount: toWireAmount(row.amount_cents),
    own: row.proposers.includes(requester),
    shownDigest: digestOfShown(proposalFacts(row.rule, row)),
  };
}

function presentItem({ id, day, receipt, text, cents: amount }: MatchRow["lines"][number]) {
  return { id: String(id), day, receipt, text, amount: toWireAmount(amount) };
}

/** A match with its lines and entries, on the wire. */
export function presentMatch(row: MatchRow, requester: string) {
  const sums = row.lines.length > 0 ? row.lines : row.entries.slice(0, 1);
  const amount = addCents(...sums.map((one) => one.cents));
  return {
    id: String(row.id),
    rule: row.rule,
    state: row.state === "undone" ? ("proposed" as const) : row.state,
    proposedBy: row.proposed_by,
    confirmedBy: row.confirmed_by,
    own: row.proposed_by === requester,
    amount: toWireAmount(amount < 0n ? negateCents(cents(amount)) : amount),
    lines: row.lines.map(presentItem),
    entries: row.entries.map(presentItem),
    shownDigest: digestOfShown(matchFacts(row)),
  };
}
