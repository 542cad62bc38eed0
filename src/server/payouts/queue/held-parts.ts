import * as z from "zod/mini";
import {
  type HeldDestination,
  type HoldReason,
  holdReasons,
  places,
} from "#shared/dividend-part-places.ts";
import { type Cents, cents } from "#shared/money.ts";
import { numberIsConfirmed } from "#server/members/membership/goes-to-phone-sql.ts";
import { moneyInSql } from "#server/kernel/platform/money-in-sql.ts";
import { enqueueSelected, type Notify } from "#server/messaging/outbox/enqueue.ts";
import { contactInSql } from "#server/messaging/outbox/society-contact.ts";
import {
  type Snapshot,
  statement,
  type UnitOfWork,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { lockParts, postParts } from "./post-parts.ts";
import { taxInSql } from "./dividend-tax-sql.ts";

const heldPart = z.object({
  dividend_id: z.bigint(),
  year: z.int(),
  member_id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  leg_no: z.int(),
  mode: z.enum(places),
  amount_cents: bigCents,
  tax_cents: bigCents,
  reason: z.enum(holdReasons),
  is_requested: z.boolean(),
});

/** A part of a paid dividend that is on hold on the member's dividend account. */
export type HeldPart = z.infer<typeof heldPart>;

/** Returns the audit subject of a request to send a part elsewhere. */
export const subjectOfPart = (year: number, memberNo: string, legNo: number | bigint): string =>
  `dividend-part:${year}-${memberNo}-${legNo}`;

const heldParts = `select g.dividend_id, d.year, g.member_id, m.member_no, m.full_name, g.leg_no,
    g.mode, g.amount_cents, g.tax_cents, g.hold_reason as reason,
    exists (select from approval a where a.kind = 'dividend-part' and a.state = 'waiting'
      and a.expires_at > akiba_now()
      and a.subject = 'dividend-part:' || d.year || '-' || m.member_no || '-' || g.leg_no)
      as is_requested
  from dividend_part_on_hold g join dividend d on d.id = g.dividend_id and d.state = 'paid'
    join member m on m.id = g.member_id
  where true`;

const findOfYear = statement({
  name: "dividend-held-of-year",
  text: `${heldParts} and d.year = $1 
    order by g.amount_cents desc, m.member_no, g.leg_no limit 100`,
  row: heldPart,
});

/** Returns a year's parts that are on hold, the largest first, a hundred at most. */
export const heldOfYear = (snapshot: Snapshot, year: number): Promise<HeldPart[]> =>
  snapshot.rows(findOfYear, [year]);

const findOne = statement({
  name: "dividend-held-part",
  text: `${heldParts} and d.year = $1 and m.member_no = $2 and g.leg_no = $3`,
  row: heldPart,
});

/** Returns one part that is on hold; null if there is none, or it has already been sent. */
export const heldPartOf = (
  snapshot: Snapshot,
  year: number,
  memberNo: string,
  legNo: bigint,
): Promise<HeldPart | null> => snapshot.first(findOne, [year, memberNo, legNo]);

const findOfMember = statement({
  name: "dividend-held-of-member",
  text: `${heldParts} and m.member_no = $1 order by d.year, g.leg_no`,
  row: heldPart,
});

/** Returns the parts of a member's dividends that are on hold, the oldest year first. */
export const heldOfMember = (snapshot: Snapshot, memberNo: string): Promise<HeldPart[]> =>
  snapshot.rows(findOfMember, [memberNo]);

// The rows stay locked until the commit, so that the second of two releases finds nothing.
const takeConfirmed = statement({
  name: "dividend-release-confirmed",
  text: `update dividend_leg g set hold_reason = null,
      mobile_number = case when g.mode = 'mobile' and not paid_at_bank(m.id)
        then m.mobile_number else '' end,
      by_bank = g.mode = 'mobile' and paid_at_bank(m.id)
    from member m, dividend d
    where m.id = $1 and (paid_at_bank(m.id) or ${numberIsConfirmed})
      and g.member_id = m.id and g.hold_reason in ('mobile-missing', 'mobile-unconfirmed')
      and d.id = g.dividend_id and d.state = 'paid'
      and (select sum(h.amount_cents) from dividend_leg h where h.member_id = $1
          and h.hold_reason in ('mobile-missing', 'mobile-unconfirmed'))
        <= (select -a.balance_cents from ledger_account a where a.member_id = $1
          and a.code = 'dividend-payable' and a.reference = '')
    returning d.year, m.member_no, paid_at_bank(m.id) as goes_to_bank,
      case when g.mode = 'mobile' then g.amount_cents - g.tax_cents else 0 end as to_phone_cents`,
  row: z.object({
    year: z.int(),
    member_no: z.string(),
    goes_to_bank: z.boolean(),
    to_phone_cents: bigCents,
  }),
});

/**
 * Queues the parts on hold for a confirmed number, and moves the cents left over from them to share
 * capital, once. Call it in the unit of work that confirms the number, or that stores the member's
 * choice of the bank, after that step.
 */
export async function releaseConfirmed(
  work: UnitOfWork,
  memberId: bigint,
  notify: Notify,
): Promise<number> {
  const released = await work.rows(takeConfirmed, [memberId]);
  const [first] = released;
  if (first === undefined) return 0;
  await lockParts(work, { memberId });
  await postParts(work, { memberId });
  const net = cents(released.reduce((sum, part) => sum + part.to_phone_cents, 0n));
  work.audit({
    action: "dividend-parts-released",
    subject: `member:${first.member_no}`,
    detail: { parts: released.length, cents: String(net) },
  });
  const template = first.goes_to_bank ? "dividend-released-bank" : "dividend-released";
  await notifyMember(work, memberId, template, net, notify);
  return released.length;
}

/** The message to a member when a part on hold is sent. */
type HeldNews =
  | "dividend-released"
  | "dividend-released-bank"
  | "dividend-held-to-shares"
  | "dividend-held-to-deposits"
  | "dividend-held-to-cash";

async function notifyMember(
  work: UnitOfWork,
  memberId: bigint,
  template: HeldNews,
  amount: Cents,
  notify: Notify,
): Promise<void> {
  await enqueueSelected(
    work,
    template,
    {
      text: `select 'sms', m.mobile_number, m.language, jsonb_build_object(${contactInSql.pairs},
          'amount', ${moneyInSql("$2::bigint")})
        from member m ${contactInSql.join} where m.id = $1`,
      values: [memberId, amount],
    },
    notify,
  );
}

const findTax = statement({
  name: "dividend-tax-of-part",
  text: `select ${taxInSql("$4::bigint")} as tax from dividend_member_rate t
    where t.dividend_id = $1 and t.member_id = $2 and t.mode = $3`,
  row: z.object({ tax: bigCents }),
});

/** The tax on a part at a destination; deposits and cash keep the tax of the original mode. */
async function taxIn(work: UnitOfWork, part: HeldPart, to: HeldDestination): Promise<Cents> {
  if (to !== "share-capital") return part.tax_cents;
  const values = [part.dividend_id, part.member_id, to, part.amount_cents];
  const found = await work.first(findTax, values);
  if (found === null) throw new Error(`a part of dividend ${part.dividend_id} has no rate of tax`);
  return found.tax;
}

const news: Readonly<Record<HeldDestination, HeldNews>> = {
  "share-capital": "dividend-held-to-shares",
  deposits: "dividend-held-to-deposits",
  cash: "dividend-held-to-cash",
};

export interface HeldMove {
  readonly to: HeldDestination;
  /** The number of the cash voucher; empty for the other destinations. */
  readonly voucher: string;
}

/**
 * Sends a part on hold elsewhere, in one unit of work with its audit record and its message. Throws
 * `not-held` if it has gone already, `receipt-used` for a used voucher.
 */
export async function sendHeldPart(
  work: UnitOfWork,
  part: HeldPart,
  { to, voucher }: HeldMove,
  notify: Notify,
): Promise<void> {
  const tax = await taxIn(work, part, to);
  const taken = await noteVoucher(async () => {
    await takeRest(work, part);
    return work.run(
      `update dividend_leg set source = 'redirected', mode = $4, amount_cents = $5, tax_cents = $6,
          loan_id = null, bill_reference = '', mobile_number = '', hold_reason = null,
          by_bank = false,
          voucher_no = $7
        where dividend_id = $1 and member_id = $2 and leg_no = $3 and hold_reason is not null`,
      [part.dividend_id, part.member_id, part.leg_no, to, part.amount_cents, tax, voucher],
    );
  });
  if (taken === 0) throw new Problem("not-held");
  await lockParts(work, { memberId: part.member_id });
  await postParts(work, { memberId: part.member_id });
  work.audit({
    action: "dividend-part-sent",
    subject: subjectOfPart(part.year, part.member_no, part.leg_no),
    detail: { to, cents: String(part.amount_cents), ...(voucher !== "" && { voucher }) },
  });
  const net = cents(part.amount_cents - tax);
  await notifyMember(work, part.member_id, news[to], net, notify);
}

/** Moves the cents left over from a part's payment to the same destination. */
async function takeRest(work: UnitOfWork, part: HeldPart): Promise<void> {
  await work.run(
    `delete from dividend_leg where dividend_id = $1 and member_id = $2 and leg_no = $3 + 1
      and source = 'default' and mode = 'share-capital' and hold_reason is not null
      and $4 = 'mobile'`,
    [part.dividend_id, part.member_id, part.leg_no, part.mode],
  );
}

async function noteVoucher<Outcome>(write: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== "dividend_leg_voucher") throw error;
    throw new Problem("receipt-used");
  }
}

/** Whether a part on hold for a reason may be sent to a destination. */
export function mayGoTo(reason: HoldReason, to: HeldDestination): boolean {
  return reason !== "member-left" || to === "cash";
}
