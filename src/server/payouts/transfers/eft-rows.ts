import * as z from "zod/mini";
import { eftLineStates } from "#shared/contract/payouts/bank.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiMoment } from "#server/kernel/platform/nairobi.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { staffNameInSql } from "#server/kernel/platform/staff-names.ts";
import { payable, payableColumns } from "./payable-by-bank.ts";

const file = z.object({
  id: z.bigint(),
  debit_account: z.string(),
  made_by: z.string(),
  approved_by: z.string(),
  approved_at: z.string(),
  payments: z.int(),
  amount: bigCents,
  paid: z.int(),
  returned: z.int(),
  open: z.int(),
  taken_back: z.boolean(),
});
export type EftFileRow = z.infer<typeof file>;

const fileColumns = `f.id, f.debit_account, ${staffNameInSql("f.made_by")} as made_by,
  ${staffNameInSql("f.approved_by")} as approved_by,
  ${nairobiMoment("f.approved_at")} as approved_at,
  c.payments, c.amount, c.paid, c.returned, c.open, f.taken_back_by is not null as taken_back`;
const counted = `cross join lateral (select count(*)::int as payments,
    coalesce(sum(l.amount_cents), 0)::bigint as amount,
    count(*) filter (where l.state = 'paid')::int as paid,
    count(*) filter (where l.state in ('returned', 'bounced'))::int as returned,
    count(*) filter (where l.state = 'open')::int as open
  from eft_line l where l.file_id = f.id) c`;

const findFiles = statement({
  name: "eft-files",
  text: `select ${fileColumns} from eft_file f ${counted} order by f.id desc limit 20`,
  row: file,
});

/** The last twenty files, the latest first. */
export const lastEftFiles = (snapshot: Snapshot): Promise<EftFileRow[]> => snapshot.rows(findFiles);

const findFile = statement({
  name: "eft-file",
  text: `select ${fileColumns} from eft_file f ${counted} where f.id = $1`,
  row: file,
});

/** Returns a file with its totals; null if there is none. */
export const eftFileAt = (snapshot: Snapshot, id: bigint): Promise<EftFileRow | null> =>
  snapshot.first(findFile, [id]);

const line = z.object({
  ...payable.shape,
  line_no: z.int(),
  state: z.enum(eftLineStates),
  bank_reference: z.string(),
  reason: z.string(),
});
export type EftLineRow = z.infer<typeof line>;

const findLines = statement({
  name: "eft-lines",
  text: `select ${payableColumns}, l.line_no, l.state, l.bank_reference, l.reason
    from eft_line l join payout p on p.id = l.payout_id join member m on m.id = p.member_id
      join member_bank_details d on d.id = l.details_id
    where l.file_id = $1 order by l.line_no`,
  row: line,
});

/** The payments of a file, in its order, with the account that each was sent to. */
export const eftLinesOf = (snapshot: Snapshot, id: bigint): Promise<EftLineRow[]> =>
  snapshot.rows(findLines, [id]);

const comparedReference = z.object({
  reference: z.string(),
  plain: z.string(),
  used: z.boolean(),
});

/** A reference of the bank as it is compared: in plain form, and whether it has booked money. */
export type ComparedReference = z.infer<typeof comparedReference>;

const compare = statement({
  name: "eft-references-compared",
  text: `select r.reference, ltrim(akiba_plain(r.reference), '0') as plain,
      exists (select from payout_receipt p where p.receipt_no = r.reference)
        or bank_reference_is_booked(r.reference) as used
    from unnest($1::text[]) as r (reference)`,
  row: comparedReference,
});

/** Returns these references of the bank as they are compared with each other and the books. */
export const compareReferences = (
  snapshot: Snapshot,
  references: readonly string[],
): Promise<ComparedReference[]> => snapshot.rows(compare, [references]);
