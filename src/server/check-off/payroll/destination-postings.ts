import type { Destination, Placement } from "#shared/contract/check-off/files.ts";
import type { SocietyAccountCode } from "#server/ledger/journal/chart-of-accounts.ts";
import type { EntryKind } from "#server/ledger/journal/permitted-kinds.ts";

interface Posting {
  /** The entry when a file is posted. */
  readonly kind: EntryKind;
  /** The account that it credits. */
  readonly code: string;
  /** The end of the entry's narration, after the month. */
  readonly words: string;
}

/** The posting of a part of a check-off line, by its destination. */
const postings: Readonly<Record<Destination, Posting>> = {
  loan: { kind: "loan-repaid-by-check-off", code: "loan-receivable", words: " on loan " },
  deposits: { kind: "deposit-by-check-off", code: "member-deposits", words: "" },
  "share-capital": {
    kind: "share-capital-by-check-off",
    code: "share-capital",
    words: " to share capital",
  },
  fees: { kind: "fee-by-check-off", code: "membership-fees", words: ", fee of member " },
  welfare: {
    kind: "fee-by-check-off",
    code: "welfare-fund",
    words: ", welfare contribution of member ",
  },
  insurance: {
    kind: "fee-by-check-off",
    code: "insurance-premiums",
    words: ", insurance premium of member ",
  },
  suspense: { kind: "check-off-unplaced", code: "check-off-suspense", words: ", row " },
};

const isFee = (alias: string) => `${alias} in ('fees', 'welfare', 'insurance')`;

/** The VALUES of every destination: its posting and its account. Contains no text of a caller. */
const postingsInSql = `(values ${Object.entries(postings)
  .map(([to, { kind, code, words }]) => `('${to}', '${kind}', '${code}', '${words}')`)
  .join(", ")}) as d (destination, kind, code, words)`;

/** The parts of a file, each with its position in the set that is posted. */
export const partsInOrder = `select p.*, row_number() over (order by row_no, part_no) as position
  from check_off_part p where batch_id = $1`;

/**
 * Posts an entry for each part: debits the employer, and credits the loan, the deposits or
 * suspense.
 */
export const linesOfParts = `select p.position, d.kind,
    'Check-off, ' || to_char(b.month, 'Mon YYYY') || d.words || case
      when p.destination = 'loan' then l.loan_no
      when p.destination = 'suspense' then p.row_no || ', not placed yet'
      when ${isFee("p.destination")} then m.member_no else '' end,
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
