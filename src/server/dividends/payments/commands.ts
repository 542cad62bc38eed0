import * as z from "zod/mini";
import type { HeldDestination, HoldReason } from "#shared/dividend-part-places.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { moneyInSql } from "#server/kernel/platform/money-in-sql.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { beginRun, reportProgress } from "#server/ledger/journal/posting-run.ts";
import { enqueueSelected, type Notify } from "#server/messaging/outbox/enqueue.ts";
import { contactInSql } from "#server/messaging/outbox/society-contact.ts";
import { isThemselves } from "#server/members/membership/member-summary.ts";
import { heldPartOf, mayGoTo, subjectOfPart } from "#server/payouts/queue/held-parts.ts";
import { lockParts, postParts } from "#server/payouts/queue/post-parts.ts";
import {
  factsOfPlan,
  isThere,
  partsToLock,
  partsToPay,
  planOf,
} from "#server/payouts/queue/dividend-plan.ts";
import { rateOf, taxInSql } from "#server/payouts/queue/dividend-tax-sql.ts";
import {
  statement,
  type UnitOfWork,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { requireShown } from "#server/kernel/platform/shown-facts.ts";
import { nairobiDay, nairobiTime } from "#server/kernel/platform/nairobi.ts";
import { type PaymentMessage, placesWithoutChoice } from "./messages.ts";
import { dividendOf, type PaymentRow, uptakeOf } from "./queries.ts";
import { canBeReminded } from "./reminders-sql.ts";

/** Only one person at a time takes a year's dividend to the next step. */
async function takeRun(work: UnitOfWork, year: number): Promise<PaymentRow> {
  await beginRun(work, year);
  const dividend = await dividendOf(work, year);
  if (dividend === null) throw new Problem("no-such-dividend");
  return dividend;
}

const markReminded = statement({
  name: "dividend-mark-reminded",
  text: `update dividend_entitlement e set reminded_on = akiba_today() from member m
    where e.dividend_id = $1 and m.id = e.member_id and ${canBeReminded}
      and ${isThere("$1", "e.member_id")} and not exists (
        select from dividend_election v where v.dividend_id = $1 and v.member_id = e.member_id)
    returning e.member_id as id`,
  row: z.object({ id: z.bigint() }),
});

/** Reminds members who have not chosen and can be reached, each once a day. */
export async function remind(work: UnitOfWork, year: number, notify: Notify): Promise<number> {
  const dividend = await takeRun(work, year);
  if (!dividend.window_is_open) throw new Problem("window-closed");
  const marked = (await work.rows(markReminded, [dividend.id])).map(({ id }) => id);
  const template: PaymentMessage = "dividend-reminder";
  const reminded = await enqueueSelected(
    work,
    template,
    {
      text: `select 'sms', m.mobile_number, m.language, jsonb_build_object(
        ${contactInSql.pairs}, 'year', d.year::text,
        'amount', ${moneyInSql("e.gross_cents")},
        'date', ${nairobiDay("d.closes_at")}::text,
        'time', ${nairobiTime("d.closes_at")},
        'where', $2::jsonb -> d.default_mode ->> m.language)
      from dividend d join dividend_entitlement e on e.dividend_id = d.id
        join member m on m.id = e.member_id ${contactInSql.join}
      where d.id = $1 and e.member_id = any ($3::bigint[])`,
      values: [dividend.id, JSON.stringify(placesWithoutChoice), marked],
    },
    notify,
  );
  const detail = { members: reminded };
  work.audit({ action: "dividend-reminded", subject: `dividend:${year}`, detail });
  return reminded;
}

const writeParts = (select: string) => `insert into dividend_leg (dividend_id, member_id, leg_no,
    source, mode, amount_cents, tax_cents, loan_id, bill_reference, hold_reason)
  select $1, p.member_id, row_number() over (
      partition by p.member_id order by p.place, p.loan_id, p.piece),
    p.source, p.mode, p.cents, p.tax, p.loan_id, p.bill, p.reason
  from (${select}) p`;

/**
 * Locks the members' choices once the window has closed, with the default for those who made none.
 * Puts parts that cannot go by their mode on hold. Waits for elections in progress; later ones are
 * rejected.
 */
export async function lock(
  work: UnitOfWork,
  year: number,
  digest: string | null = null,
): Promise<PaymentRow> {
  const before = await takeRun(work, year);
  if (before.state === "posted" && !before.has_closed) throw new Problem("window-open");
  const taken = await work.run(
    `update dividend set state = 'locked', locked_by = $2, locked_at = akiba_now()
      where id = $1 and state = 'posted'`,
    [before.id, work.actor],
  );
  if (taken === 0) throw new Problem("dividend-state");
  await work.run(writeParts(partsToLock), [before.id]);
  await leaveOut(work, before.id);
  await requireParts(work, before.id, digest);
  await assertWhole(work, before.id);
  work.audit({ action: "dividend-locked", subject: `dividend:${year}` });
  return { ...before, state: "locked" };
}

/** Throws `shown-changed` unless the parts match the digest; null means there was no screen. */
async function requireParts(work: UnitOfWork, id: bigint, digest: string | null): Promise<void> {
  if (digest !== null) requireShown(digest, factsOfPlan(await planOf(work, id, "paid")));
}

/**
 * Leaves out members whose dividend was paid out in another way: they must not block everybody
 * else's payment.
 */
async function leaveOut(work: UnitOfWork, id: bigint): Promise<void> {
  await work.run(
    `with left_out as (
        insert into dividend_exception (dividend_id, member_id, reason, amount_cents)
          select $1, e.member_id, 'paid-otherwise', e.gross_cents from dividend_entitlement e
          where e.dividend_id = $1 and not ${isThere("$1", "e.member_id")}
            and exists (select from dividend_leg g
              where g.dividend_id = $1 and g.member_id = e.member_id)
          returning member_id
      )
      delete from dividend_leg g using left_out l
      where g.dividend_id = $1 and g.member_id = l.member_id`,
    [id],
  );
}

/**
 * Judges every part again, as numbers may have been confirmed and loans repaid since the lock.
 * Locks members without a confirmed number, so that they confirm it before or after this, not
 * during it.
 */
async function judgeAgain(work: UnitOfWork, id: bigint): Promise<void> {
  await work.run(
    `select count(*) from (
        select m.id from member m
        where m.mobile_confirmed_at is null and exists (select from dividend_leg g
          where g.dividend_id = $1 and g.member_id = m.id and g.mode = 'mobile')
        order by m.id for share
      ) as locked`,
    [id],
  );
  await work.run(`create temporary table judged_part on commit drop as ${partsToPay}`, [id]);
  await work.run("delete from dividend_leg where dividend_id = $1", [id]);
  await work.run(writeParts("select * from judged_part"), [id]);
  await work.run(
    `update dividend_leg g set ${numberOrBank} from member m
      where g.dividend_id = $1 and g.mode = 'mobile' and m.id = g.member_id`,
    [id],
  );
}

/**
 * Sends parts that cannot go by their mode to the fallback destination of the declaration, and
 * records it.
 */
async function sendElsewhere(work: UnitOfWork, id: bigint): Promise<void> {
  await work.run(
    `with moved as (
        update dividend_leg g set source = 'redirected', mode = d.otherwise, loan_id = null,
          bill_reference = '', mobile_number = '', by_bank = false, hold_reason = null,
          tax_cents = case d.otherwise when 'share-capital' then ${taxInSql("g.amount_cents")}
            else g.tax_cents end
        from dividend d, dividend_leg old,
          ${rateOf("old.dividend_id", "old.member_id", "'share-capital'")} t
        where g.dividend_id = $1 and d.id = $1 and d.otherwise <> 'hold'
          and g.hold_reason <> 'member-left'
          and (old.dividend_id, old.member_id, old.leg_no)
            = (g.dividend_id, g.member_id, g.leg_no)
        returning g.member_id, g.amount_cents, old.hold_reason as reason
      )
      insert into dividend_exception (dividend_id, member_id, reason, amount_cents)
        select $1, member_id, reason, amount_cents from moved`,
    [id],
  );
}

const findTorn = statement({
  text: `select count(*)::int as torn from dividend_entitlement e
      left join (select member_id, sum(amount_cents) as cents from dividend_leg
        where dividend_id = $1 group by member_id) g using (member_id)
    where e.dividend_id = $1 and g.cents is distinct from e.gross_cents and not exists (
      select from dividend_exception x where x.dividend_id = $1 and x.member_id = e.member_id
        and x.reason = 'paid-otherwise')`,
  row: z.object({ torn: z.int() }),
});

/** The parts sum to each gross, to the cent; anything else is a defect. */
async function assertWhole(work: UnitOfWork, id: bigint): Promise<void> {
  const torn = (await work.first(findTorn, [id]))?.torn ?? 0;
  if (torn > 0) throw new Error(`the parts of ${torn} dividends do not sum to the whole`);
}

/**
 * Posts every part that can go to its destination, in one unit of work. Other parts stay on the
 * member's dividend account, on hold, unless the declaration names a fallback.
 */
export async function pay(
  work: UnitOfWork,
  year: number,
  notify: Notify,
  digest: string | null = null,
): Promise<PaymentRow> {
  const before = await takeRun(work, year);
  if (before.state !== "locked") throw new Problem("dividend-state");
  await reportProgress(work, 0);
  await takePayment(work, before.id);
  const due = { dividendId: before.id };
  // Locked before the loans' balances are read, so that no repayment comes between.
  await lockParts(work, due);
  await leaveOut(work, before.id);
  await judgeAgain(work, before.id);
  await requireParts(work, before.id, digest);
  await sendElsewhere(work, before.id);
  await assertWhole(work, before.id);
  const { members } = await uptakeOf(work, before);
  const { entries, payouts } = await postParts(work, due, (done, of) =>
    reportProgress(work, Math.floor((members * done) / of)),
  );
  await notifyPaid(work, before.id, notify);
  const detail = { entries, payouts };
  work.audit({ action: "dividend-paid", subject: `dividend:${year}`, detail });
  return { ...before, state: "paid" };
}

/** Claims the payment, once; the database rejects the person who approved the dividend. */
async function takePayment(work: UnitOfWork, id: bigint): Promise<void> {
  try {
    const taken = await work.run(
      `update dividend set state = 'paid', paid_by = $2, paid_at = akiba_now()
        where id = $1 and state = 'locked'`,
      [id, work.actor],
    );
    if (taken === 0) throw new Problem("dividend-state");
  } catch (error) {
    if (violatedConstraint(error) !== "dividend_payment_people") throw error;
    throw new Problem("dividend-two-people");
  }
}

/** Notifies each member of their payment: each destination, and what is still on hold. */
async function notifyPaid(work: UnitOfWork, id: bigint, notify: Notify): Promise<void> {
  for (const [name, { pairs, having }] of Object.entries(paidNews)) {
    const template = name as keyof typeof paidNews;
    await enqueueSelected(
      work,
      template,
      {
        text: `select 'sms', m.mobile_number, m.language, jsonb_build_object(
            ${contactInSql.pairs}, 'year', d.year::text, ${pairs})
          from dividend d ${contactInSql.join}
            join dividend_leg g on g.dividend_id = d.id
            join member m on m.id = g.member_id and m.mobile_number <> ''
          where d.id = $1 group by m.id, d.id, s.short_name, s.phone having ${having}`,
        values: [id],
      },
      notify,
    );
  }
}

/** Sets where a part to a phone goes: the number of a member `m`, or the bank, as they chose. */
const numberOrBank = `by_bank = paid_at_bank(m.id),
  mobile_number = case when paid_at_bank(m.id) then '' else m.mobile_number end`;

const sumWhere = (condition: string): string =>
  moneyInSql(`coalesce(sum(g.amount_cents - g.tax_cents) filter (where ${condition}), 0)`);

const goesToBank = "g.by_bank and g.hold_reason is null";

const went = (mode: string): string => sumWhere(`g.hold_reason is null and g.mode = '${mode}'`);

const waits = (...reasons: readonly HoldReason[]) => {
  const condition = `g.hold_reason in (${reasons.map((reason) => `'${reason}'`).join(", ")})`;
  const gross = moneyInSql(`sum(g.amount_cents) filter (where ${condition})`);
  return { pairs: `'amount', ${gross}`, having: `bool_or(${condition})` };
};

const moved = (mode: string) => {
  const condition = `g.source = 'redirected' and g.mode = '${mode}'`;
  return { pairs: `'amount', ${sumWhere(condition)}`, having: `bool_or(${condition})` };
};

/** The messages of a payment: their amounts, and the members who get each. */
const paidNews: Readonly<
  Partial<Record<PaymentMessage, { readonly pairs: string; readonly having: string }>>
> = {
  "dividend-paid": {
    pairs: `'mobile', ${sumWhere("g.hold_reason is null and g.mode = 'mobile' and not g.by_bank")},
      'shares', ${went("share-capital")},
      'loans', ${went("loan")}, 'bills', ${went("hospital-bill")},
      'tax', ${moneyInSql("sum(g.tax_cents) filter (where g.hold_reason is null)")}`,
    having: "bool_or(g.hold_reason is null and not g.by_bank)",
  },
  "dividend-to-bank": {
    pairs: `'amount', ${sumWhere(goesToBank)}`,
    having: `bool_or(${goesToBank})`,
  },
  "dividend-hold-number": waits("mobile-missing", "mobile-unconfirmed"),
  "dividend-hold-loan": waits("loan-paid"),
  "dividend-hold-left": waits("member-left"),
  "dividend-moved-shares": moved("share-capital"),
  "dividend-moved-deposits": moved("deposits"),
};

interface AskedPart {
  readonly year: number;
  readonly memberNo: MemberNo;
  readonly part: bigint;
}

interface AskedSending {
  readonly destination: HeldDestination;
  readonly voucher?: string | undefined;
  readonly reason: string;
}

/**
 * Requests to send a part on hold elsewhere; another person approves it. Rejects a request for the
 * person's own part. Members who have left are paid in cash only.
 */
export async function requestSending(
  work: UnitOfWork,
  { year, memberNo, part: legNo }: AskedPart,
  { destination, voucher = "", reason }: AskedSending,
): Promise<bigint> {
  const part = await heldPartOf(work, year, memberNo, legNo);
  if (part === null) throw new Problem("not-held");
  if (await isThemselves(work, work.actor, part.member_id)) throw new Problem("own-listing");
  if (!mayGoTo(part.reason, destination)) {
    throw new Problem("invalid", { fields: [{ field: "destination", problem: "field.invalid" }] });
  }
  if ((destination === "cash") !== (voucher !== "")) {
    const problem = destination === "cash" ? "field.required" : "field.invalid";
    throw new Problem("invalid", { fields: [{ field: "voucher", problem }] });
  }
  return requestApproval(work, {
    kind: "dividend-part",
    subject: subjectOfPart(year, memberNo, legNo),
    about: `member:${memberNo}`,
    payload: { year, memberNo, part: String(legNo), destination, voucher },
    reason,
  });
}
