import type { Destination, Placement } from "#shared/contract/check-off/files.ts";
import { narrationInSql } from "#server/ledger/journal/narrations.ts";
import type { SocietyAccountCode } from "#server/ledger/journal/chart-of-accounts.ts";
import type { EntryKind } from "#server/ledger/journal/permitted-kinds.ts";

const month = "to_char(b.month, 'Mon YYYY')";
const checkOff = narrationInSql("checkOff", { month });

interface Posting {
  /** The entry when a file is posted. */
  readonly kind: EntryKind;
  /** The account that it credits. */
  readonly code: string;
  /** The entry's narration, as SQL. */
  readonly words: string;
}

/** The posting of a part of a check-off line, by its destination. */
const postings: Readonly<Record<Destination, Posting>> = {
  loan: {
    kind: "loan-repaid-by-check-off",
    code: "loan-receivable",
    words: narrationInSql("checkOffToLoan", { month, loanNo: "l.loan_no" }),
  },
  deposits: { kind: "deposit-by-check-off", code: "member-deposits", words: checkOff },
  "share-capital": {
    kind: "share-capital-by-check-off",
    code: "share-capital",
    words: narrationInSql("checkOffToShares", { month }),
  },
  fees: {
    kind: "fee-by-check-off",
    code: "membership-fees",
    words: `${checkOff} || ', fee of member ' || m.member_no`,
  },
  welfare: {
    kind: "fee-by-check-off",
    code: "welfare-fund",
    words: `${checkOff} || ', welfare contribution of member ' || m.member_no`,
  },
  insurance: {
    kind: "fee-by-check-off",
    code: "insurance-premiums",
    words: `${checkOff} || ', insurance premium of member ' || m.member_no`,
  },
  suspense: {
    kind: "check-off-unplaced",
    code: "check-off-suspense",
    words: `${checkOff} || ', row ' || p.row_no || ', not placed yet'`,
  },
};

const isFee = (alias: string) => `${alias} in ('fees', 'welfare', 'insurance')`;

/** The VALUES of every destination: its posting and its account. Contains no text of a caller. */
const postingsInSql = `(values ${Object.entries(postings)
  .map(([to, { kind, code }]) => `('${to}', '${kind}', '${code}')`)
  .join(", ")}) as d (destination, kind, code)`;

/** The narration of a part, by its destination. */
const wordsOfPart = `case p.destination ${Object.entries(postings)
  .map(([to, { words }]) => `when '${to}' then ${words}`)
  .join(" ")} end`;

/** The parts of a file, each with its position in the set that is posted. */
export const partsInOrder = `select p.*, row_number() over (order by row_no, part_no) as position
  from check_off_part p where batch_id = $1`;

/**
 * Posts an entry for each part: debits the employer, and credits the loan, the deposits or
 * suspense.
 */
export const linesOfParts = `select p.position, d.kind,
    ${wordsOfPart},
    'CO-' || b.id, side.code, side.member_id, side.reference, side.cents
  from (${partsInOrder}) p join check_off_batch b on b.id = p.batch_id
    join ${postingsInSql} using (destination)
    left join loan l on l.id = p.loan_id left join member m on m.id = p.member_id
    cross join lateral (values
      ('check-off-clearing', null::bigint, '', p.amount_cents),
      (d.code, case when ${isFee("p.destination")} then null else p.member_id end,
        coalesce(l.loan_no, ''), -p.amount_cents)
    ) as side (code, member_id, reference, cents)`;

/** The fee account of the society that a destination credits; null if it is not a fee. */
export function feeAccount(to: Placement): SocietyAccountCode | null {
  return to === "fees" || to === "welfare" || to === "insurance"
    ? (postings[to].code as SocietyAccountCode)
    : null;
}
