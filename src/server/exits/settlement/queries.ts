import * as z from "zod/mini";
import { exitStates, shownExitFacts } from "#shared/contract/exits/settlement.ts";
import { memberStates } from "#shared/contract/members/suspensions.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { memberBalanceInSql } from "#server/ledger/journal/balances.ts";
import { leftPartsOf } from "#server/payouts/queue/dividends-left-at-exit.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents, storedDate, textCents } from "#server/kernel/platform/row-fields.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { readToday } from "#server/kernel/platform/today.ts";
import { stillToCome } from "./earliest-day.ts";
import { type ExitFact, figuresOf, type Holdings } from "./refund.ts";

const settledAccounts = z.array(
  z.object({
    kind: z.enum(["account", "loan"]),
    reference: z.string(),
    purpose: z.string(),
    cents: textCents,
  }),
);

const exitRow = z.object({
  id: z.bigint(),
  member_id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  state: z.enum(exitStates),
  reason: z.string(),
  shares_to: z.nullable(z.bigint()),
  shares_to_no: z.nullable(z.string()),
  shares_to_name: z.nullable(z.string()),
  asked_by: z.string(),
  asked_on: z.string(),
  due_on: z.string(),
  day_no: z.int(),
  approved_by: z.nullable(z.string()),
  approved_on: z.nullable(z.string()),
  paid_by: z.nullable(z.string()),
  paid_on: z.nullable(z.string()),
  receipt_no: z.string(),
  ended_by: z.nullable(z.string()),
  ended_on: z.nullable(z.string()),
  ended_because: z.string(),
  refund_cents: z.nullable(bigCents),
  shares_cents: z.nullable(bigCents),
  deposits_cents: z.nullable(bigCents),
  withdrawable_cents: z.nullable(bigCents),
  dividend_cents: z.nullable(bigCents),
  loans_cents: z.nullable(bigCents),
  fees_cents: bigCents,
  tax_cents: bigCents,
  held_shares_cents: z.nullable(bigCents),
  settled: z.nullable(settledAccounts),
  approved_facts: z.nullable(
    z.array(z.object({ name: z.enum(shownExitFacts), value: z.string() })),
  ),
});

/** A case of a leaving member. */
export type ExitRow = z.infer<typeof exitRow>;

const exits = `select e.id, e.member_id, m.member_no, m.full_name, e.state, e.reason, e.shares_to,
    s.member_no as shares_to_no, s.full_name as shares_to_name, e.asked_by,
    ${nairobiDay("e.asked_at")} as asked_on, e.due_on,
    coalesce(${nairobiDay("coalesce(e.paid_at, e.ended_at)")}, akiba_today())
      - ${nairobiDay("e.asked_at")} as day_no,
    e.approved_by, ${nairobiDay("e.approved_at")} as approved_on, e.paid_by,
    ${nairobiDay("e.paid_at")} as paid_on, e.receipt_no, e.ended_by,
    ${nairobiDay("e.ended_at")} as ended_on,
    e.ended_because, e.refund_cents, e.shares_cents, e.deposits_cents, e.withdrawable_cents,
    e.dividend_cents, e.loans_cents, e.fees_cents, e.tax_cents, e.held_shares_cents, e.settled,
    e.approved_facts
  from member_exit e join member m on m.id = e.member_id left join member s on s.id = e.shares_to`;

const findOne = statement({
  name: "exit-one",
  text: `${exits} where e.id = $1`,
  row: exitRow,
});

/** One case; null if there is none. */
export function exitAt(snapshot: Snapshot, id: bigint): Promise<ExitRow | null> {
  return snapshot.first(findOne, [id]);
}

const findPaid = statement({
  name: "exit-paid",
  text: `${exits} where m.member_no = $1 and e.state = 'paid' order by e.id desc limit 1`,
  row: exitRow,
});

/** Returns a member's latest paid exit; null if there is none. */
export function paidExit(snapshot: Snapshot, memberNo: MemberNo): Promise<ExitRow | null> {
  return snapshot.first(findPaid, [memberNo]);
}

const findNames = statement({
  name: "exit-staff-names",
  text: `select 'staff:' || s.staff_no as actor, s.full_name from staff s
    where 'staff:' || s.staff_no = any ($1)`,
  row: z.object({ actor: z.string(), full_name: z.string() }),
});

/** Returns the full names of the staff who took the steps of an exit, by actor. */
export async function namesOf(
  snapshot: Snapshot,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await snapshot.rows(findNames, [actors]);
  return new Map(found.map(({ actor, full_name }) => [actor, full_name]));
}

const findLatest = statement({
  name: "exit-latest",
  text: `${exits} where e.member_id = $1 order by e.id desc limit 1`,
  row: exitRow,
});

const PAGE = 50;

const findOpen = statement({
  name: "exit-open-page",
  text: `${exits} where e.state in ('asked', 'approved') order by e.due_on, e.id
    limit ${PAGE + 1} offset $1`,
  row: exitRow,
});

const findDone = statement({
  name: "exit-done-page",
  text: `${exits} where e.state in ('paid', 'withdrawn') order by e.id desc
    limit ${PAGE + 1} offset $1`,
  row: exitRow,
});

/** A page of a tab, and the day up to which it is counted. */
export async function tabOf(snapshot: Snapshot, tab: "open" | "done", page: number) {
  const from = (page - 1) * PAGE;
  const found = await snapshot.rows(tab === "open" ? findOpen : findDone, [from]);
  const today = await readToday(snapshot);
  return { rows: found.slice(0, PAGE), more: found.length > PAGE, today };
}

const findHolder = statement({
  name: "exit-holder",
  text: `select m.id, m.member_no, m.full_name, m.membership, akiba_today() as today,
      ${memberBalanceInSql("member-deposits")} as deposits,
      ${memberBalanceInSql("dividend-payable")} as dividend,
      ${memberBalanceInSql("share-capital")} as shares,
      (select count(*) from loan l where l.member_id = m.id
        and l.state in ('applied', 'approved'))::int as applications,
      (select max(${nairobiDay("d.closes_at")}) from dividend_entitlement e
        join dividend d on d.id = e.dividend_id and d.state in ('posted', 'locked')
        where e.member_id = m.id
          and ${memberBalanceInSql("dividend-payable")} > 0) as choice_closes_on,
      exists (select from payout p where p.member_id = m.id
          and (p.state in ('waiting', 'sending', 'sent', 'unknown')
            or p.state = 'failed' and p.source = 'dividend'))
        or exists (select from dividend_leg g where g.member_id = m.id
          and g.hold_reason is not null) as on_its_way
    from member m where m.member_no = $1`,
  row: z.object({
    id: z.bigint(),
    member_no: z.string(),
    full_name: z.string(),
    membership: z.enum(memberStates),
    today: storedDate,
    deposits: bigCents,
    dividend: bigCents,
    shares: bigCents,
    applications: z.int(),
    /** The day on which choices for an unpaid dividend close; null if there is none. */
    choice_closes_on: z.nullable(storedDate),
    /** Whether money is on its way to the member, or held. */
    on_its_way: z.boolean(),
  }),
});

type Holder = z.infer<typeof findHolder.row>;

const findBalances = statement({
  name: "exit-balances",
  text: `select a.code, a.reference, a.balance_cents * a.normal_side as balance,
      coalesce(l.purpose, '') as purpose
    from ledger_account a left join loan l on l.member_id = a.member_id and l.loan_no = a.reference
    where a.member_id = $1 and a.balance_cents <> 0
      and a.code in ('withdrawable-deposits', 'loan-receivable')
    order by a.id`,
  row: z.object({
    code: z.enum(["withdrawable-deposits", "loan-receivable"]),
    reference: z.string(),
    balance: bigCents,
    purpose: z.string(),
  }),
});

const findGuarantees = statement({
  name: "exit-guarantees",
  text: `select l.loan_no, b.member_no, b.full_name, g.amount_cents as amount,
      coalesce((select a.balance_cents * a.normal_side from ledger_account a
        where a.code = 'loan-receivable' and a.member_id = l.member_id
          and a.reference = l.loan_no), 0)::bigint as outstanding,
      (select max(i.due_on) from loan_instalment i
        where i.loan_id = l.id and l.state = 'disbursed') as ends_on
    from guarantee g join loan l on l.id = g.loan_id join member b on b.id = l.member_id
    where g.guarantor_id = $1 and g.state = 'accepted' order by g.id`,
  row: z.object({
    loan_no: z.string(),
    member_no: z.string(),
    full_name: z.string(),
    amount: bigCents,
    outstanding: bigCents,
    /** The day of its last instalment; null if it is not paid out, or has no schedule. */
    ends_on: z.nullable(storedDate),
  }),
});

export type ExitView = NonNullable<Awaited<ReturnType<typeof viewOf>>>;

/** All facts about a member's exit, with the latest case; null if there is no such member. */
export async function viewOf(snapshot: Snapshot, memberNo: MemberNo) {
  const holder = await snapshot.first(findHolder, [memberNo]);
  if (holder === null) return null;
  const balances = await snapshot.rows(findBalances, [holder.id]);
  const dividendParts = await leftPartsOf(snapshot, holder.id);
  const guarantees = await snapshot.rows(findGuarantees, [holder.id]);
  const loans = balances.filter(({ code }) => code === "loan-receivable");
  const holdings: Holdings = {
    deposits: holder.deposits,
    dividend: holder.dividend,
    dividendParts,
    shares: holder.shares,
    withdrawable: balances.filter(({ code }) => code === "withdrawable-deposits"),
    loans,
    guarantees: guarantees.length,
    applications: holder.applications,
    ...dividendUnderWay(holder),
  };
  return {
    holder,
    holdings,
    loans,
    guarantees,
    latest: await snapshot.first(findLatest, [holder.id]),
  };
}

/** Whether choices for an unpaid dividend are open, and whether money is on its way. */
function dividendUnderWay({ choice_closes_on, on_its_way, today }: Holder) {
  const choiceIsOpen = stillToCome(choice_closes_on, today) !== null;
  const isClosed = choice_closes_on !== null && !choiceIsOpen;
  return { choiceIsOpen, isOnItsWay: on_its_way || isClosed };
}

/** Returns what a person is shown of an exit before they approve or pay it. */
export function shownExit({ holder, holdings, latest }: ExitView): ExitFact[] {
  const receiver = latest?.shares_to_no ? `${latest.shares_to_name} (${latest.shares_to_no})` : "";
  return [
    { name: "name", value: holder.full_name },
    { name: "member-no", value: holder.member_no },
    { name: "state", value: latest?.state ?? "" },
    { name: "reason", value: latest?.reason ?? "" },
    { name: "asked-by", value: latest?.asked_by ?? "" },
    { name: "approved-by", value: latest?.approved_by ?? "" },
    { name: "shares-to", value: receiver },
    ...figuresOf(holdings),
  ];
}

const findReceiver = statement({
  name: "exit-receiver",
  text: "select id, membership from member where member_no = $1",
  row: z.object({ id: z.bigint(), membership: z.enum(memberStates) }),
});

/** The recipient of the shares. */
export function receiverOf(snapshot: Snapshot, memberNo: MemberNo) {
  return snapshot.first(findReceiver, [memberNo]);
}
