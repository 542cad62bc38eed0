import type { shownProposalFacts } from "#shared/contract/privacy/desk.ts";

interface Proposal {
  readonly should_be: string;
  readonly parts: readonly string[];
  readonly prepared_by: string | null;
}

/** One line of a proposal, as named in the contract. */
export interface ShownProposalFact {
  readonly name: (typeof shownProposalFacts)[number];
  readonly value: string;
}

/**
 * Returns what a person is shown of a proposal before they approve it. `current` is the register's
 * value of the detail to be corrected.
 */
export function shownProposal(row: Proposal, current: string): ShownProposalFact[] {
  return [
    { name: "current", value: current },
    { name: "should-be", value: row.should_be },
    ...row.parts.map((value) => ({ name: "part" as const, value })),
    { name: "prepared-by", value: row.prepared_by ?? "" },
  ];
}
