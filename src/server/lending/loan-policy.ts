import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { FeeTier, LoanPrice } from "#shared/instant-loan.ts";
import { type Cents, cents } from "#shared/money.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/platform/database.ts";
import { refuseField } from "#server/platform/refusal.ts";

/** What holds of instant loans from a day on. */
export interface LoanPolicy {
  readonly price: LoanPrice;
  readonly minimum: Cents;
  readonly maximum: Cents;
  readonly minMonths: number;
  readonly maxMonths: number;
  /** 100 lends as much as the deposits; nought asks for none. */
  readonly depositsPercent: number;
  readonly membershipMonths: number;
  readonly shareCapital: Cents;
  readonly refuseUnpaid: boolean;
  readonly refuseBlacklisted: boolean;
}

const bigCents = z.pipe(z.bigint(), z.transform(cents));

/** Cents inside JSON are text, so that no reader of it makes them a float. */
const jsonCents = z.pipe(
  z.string().check(z.regex(/^\d+$/)),
  z.transform((given) => cents(BigInt(given))),
);

const feeTiers = z.array(
  z.pipe(
    z.object({
      upToCents: z.nullable(jsonCents),
      flatFeeCents: jsonCents,
      rateBasisPoints: z.int(),
    }),
    z.transform(({ upToCents, flatFeeCents, rateBasisPoints }): FeeTier => {
      return { upTo: upToCents, flatFee: flatFeeCents, rateBasisPoints: BigInt(rateBasisPoints) };
    }),
  ),
);

/** A policy as it was set, with the day from which it holds. */
export interface SetPolicy extends LoanPolicy {
  readonly id: bigint;
  readonly effectiveFrom: CalendarDate;
}

const policyColumns = `p.id, p.effective_from, p.fee_tiers, p.min_cents, p.max_cents, p.min_months,
  p.max_months, p.deposits_percent, p.membership_months, p.share_capital_cents, p.refuse_unpaid,
  p.refuse_blacklisted`;

const policyRow = z.pipe(
  z.object({
    id: z.bigint(),
    effective_from: z.string(),
    fee_tiers: feeTiers,
    min_cents: bigCents,
    max_cents: bigCents,
    min_months: z.int(),
    max_months: z.int(),
    deposits_percent: z.int(),
    membership_months: z.int(),
    share_capital_cents: bigCents,
    refuse_unpaid: z.boolean(),
    refuse_blacklisted: z.boolean(),
  }),
  z.transform((row): SetPolicy => ({
    id: row.id,
    effectiveFrom: row.effective_from as CalendarDate,
    price: { tiers: row.fee_tiers },
    minimum: row.min_cents,
    maximum: row.max_cents,
    minMonths: row.min_months,
    maxMonths: row.max_months,
    depositsPercent: row.deposits_percent,
    membershipMonths: row.membership_months,
    shareCapital: row.share_capital_cents,
    refuseUnpaid: row.refuse_unpaid,
    refuseBlacklisted: row.refuse_blacklisted,
  })),
);

const findPolicy = statement({
  name: "loan-policy",
  text: `select ${policyColumns} from loan_policy p where p.effective_from <= akiba_today()
    order by p.effective_from desc, p.id desc limit 1`,
  row: policyRow,
});

/** The policy in force today; of several from one day, the one that was set last. */
export async function policyInForce(snapshot: Snapshot): Promise<SetPolicy> {
  const found = await snapshot.first(findPolicy);
  if (found === null) throw new Error("no loan policy is in force");
  return found;
}

const findPolicyById = statement({
  name: "loan-policy-by-id",
  text: `select ${policyColumns} from loan_policy p where p.id = $1`,
  row: policyRow,
});

/** The policy that a loan was quoted under. */
export async function policyById(snapshot: Snapshot, id: bigint): Promise<SetPolicy> {
  const found = await snapshot.first(findPolicyById, [id]);
  if (found === null) throw new Error(`there is no loan policy ${id}`);
  return found;
}

const insertPolicy = statement({
  text: `insert into loan_policy (effective_from, fee_tiers, min_cents, max_cents, min_months,
      max_months, deposits_percent, membership_months, share_capital_cents, refuse_unpaid,
      refuse_blacklisted, set_by)
    select $1::date, $2::jsonb, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
    where $1::date >= akiba_today()
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Sets what holds from a day on, never for days gone by. */
export async function setPolicy(
  work: UnitOfWork,
  policy: LoanPolicy & { readonly effectiveFrom: CalendarDate },
): Promise<SetPolicy> {
  const tiers = policy.price.tiers.map(({ upTo, flatFee, rateBasisPoints }) => ({
    upToCents: upTo === null ? null : String(upTo),
    flatFeeCents: String(flatFee),
    rateBasisPoints: Number(rateBasisPoints),
  }));
  const written = await work.first(insertPolicy, [
    policy.effectiveFrom,
    JSON.stringify(tiers),
    policy.minimum,
    policy.maximum,
    policy.minMonths,
    policy.maxMonths,
    policy.depositsPercent,
    policy.membershipMonths,
    policy.shareCapital,
    policy.refuseUnpaid,
    policy.refuseBlacklisted,
    work.actor,
  ]);
  if (written === null) throw refuseField("effectiveFrom", "date.past");
  const subject = `loan-policy:${policy.effectiveFrom}`;
  work.audit({ action: "loan-policy-set", subject, detail: { tiers } });
  return policyById(work, written.id);
}
