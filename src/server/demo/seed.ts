import * as z from "zod/mini";
import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { shillings } from "#shared/money.ts";
import { parseMobileNumber } from "#shared/mobile-number.ts";
import {
  type AccountCode,
  type AccountKey,
  chartRow,
  memberAccount,
  type MemberAccountCode,
  type SocietyAccountCode,
  societyAccount,
} from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { permittedSides } from "#server/ledger/journal/permitted-kinds.ts";
import { postAll, reverse } from "#server/ledger/journal/post.ts";
import { keepRun } from "#server/ledger/journal/reconcile.ts";
import { recordGuarantee } from "#server/loans/lending/guarantees.ts";
import { policyInForce } from "#server/loans/lending/loan-policy.ts";
import { notifyBatch } from "#server/loans/lending/missed-deduction-notices.ts";
import {
  isRepaymentKind,
  recordRepayments,
  registerDisbursedLoan,
  type Repayment,
} from "#server/loans/lending/loans.ts";
import {
  openWithdrawableAccount,
  withdrawableAccount,
} from "#server/loans/lending/withdrawable-accounts.ts";
import { registerMember } from "#server/members/membership/register.ts";
import { type Database, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { DEMO_ACTOR } from "#server/kernel/platform/database-mode.ts";
import { playAlerts } from "./alerts.ts";
import { demoApplications, playApplication } from "./applications.ts";
import { playBankFiles } from "./bank-files.ts";
import { playCases } from "./cases.ts";
import { playContributions } from "./contributions.ts";
import { type DemoMember, demoMembers } from "./cast.ts";
import { declareLatestYear, isOfMeeting, latestMeeting } from "./declared-year.ts";
import { demoHistory, type HistoryEvent, type PlannedEntry } from "./history.ts";
import { bringTill } from "./imports.ts";
import { uploadResults } from "./uploaded-payout-results.ts";
import { leaveInSuspense } from "./pay-ins.ts";
import { leaveCheckOff, leaveForSecondPerson } from "./second-person.ts";
import { bringStatements } from "./statements.ts";
import { openTillOfToday, playTillOfYesterday } from "./tills.ts";
import { playTreasury, playTreasuryMonths } from "./treasury.ts";
import { demoInvitation, demoNotices, demoSociety, demoStaff } from "./society.ts";

export interface DemoLogins {
  readonly hash: (password: string) => Promise<string>;
  readonly createLogin: (
    work: UnitOfWork,
    login: { readonly memberNo: MemberNo; readonly phc: string },
  ) => Promise<void>;
  /** The server's own secret, with which a member can find the cases that they wrote unnamed. */
  readonly secret: string;
}

/**
 * The password of every member who has signed up, and of all staff; printed when the demo starts.
 */
const demoPasswords = {
  member: "Demo-2026-mwanachama",
  staff: "Demo-2026-mfanyakazi",
} as const;

const findSociety = statement({
  text: "select exists (select from society) as there",
  row: z.object({ there: z.boolean() }),
});

/**
 * Sets up the demo society with its members and replays their history up to today in Nairobi;
 * returns false if there is a society already. All or nothing, and once, however many servers
 * start.
 */
export async function seedDemo(database: Database, logins: DemoLogins): Promise<boolean> {
  const [society] = await database.one(findSociety);
  if (society?.there) return false;
  const phc = {
    member: await logins.hash(demoPasswords.member),
    staff: await logins.hash(demoPasswords.staff),
  };
  return database.unitOfWork(DEMO_ACTOR, async (work) => {
    await takeTurn(work);
    if ((await work.first(findSociety))?.there) return false;
    await insertSociety(work);
    await playHistory(work, logins.secret);
    for (const { memberNo, hasLogin } of demoMembers) {
      const login = { memberNo: memberNo as MemberNo, phc: phc.member };
      if (hasLogin) await logins.createLogin(work, login);
    }
    for (const { staffNo } of demoStaff) {
      await logins.createLogin(work, { memberNo: staffNo as MemberNo, phc: phc.staff });
    }
    await closeCodes(work);
    return true;
  });
}

/** Closes the codes of one member, as if somebody had guessed for three days. */
async function closeCodes(work: UnitOfWork): Promise<void> {
  await work.run(
    `insert into otp_standing (member_no, day, consecutive_failures, decays_from, closed_at,
        closed_until)
      values ('MS1008', akiba_today() - 1, 30, akiba_now() - interval '3 days',
        akiba_now() - interval '1 day', akiba_now() + interval '4 days')`,
  );
}

/** Waits while another server seeds; that takes longer than a request may wait for a lock. */
async function takeTurn(work: UnitOfWork): Promise<void> {
  // The driver's own time limit too is shorter than a seeding beside other work.
  await work.takeTime();
  await work.run("set local lock_timeout = '5min'");
  await work.run("select pg_advisory_xact_lock(7274483)");
}

async function insertSociety(work: UnitOfWork): Promise<void> {
  const columns = Object.keys(demoSociety);
  await work.run(
    `insert into society (${columns.join(", ")})
      values (${columns.map((_, index) => `$${index + 1}`).join(", ")})`,
    Object.values(demoSociety),
  );
  for (const { number, title_en, title_sw, text_en, text_sw } of demoNotices) {
    await work.run(
      `insert into notice (number, title_en, title_sw, text_en, text_sw)
        values ($1, $2, $3, $4, $5)`,
      [number, title_en, title_sw, text_en, text_sw],
    );
  }
  for (const { staffNo, fullName, role, mobileNumber, email } of demoStaff) {
    await work.run(
      `insert into staff (staff_no, full_name, role, mobile_number, email)
        values ($1, $2, $3, $4, $5)`,
      [staffNo, fullName, role, mobileNumber, email],
    );
  }
}

const DAY_MS = 86_400_000;

const findNow = statement({
  text: `select akiba_now() as now, akiba_today() as today,
    coalesce(current_setting('akiba.now', true), '') as still`,
  row: z.object({ now: z.date(), today: z.string(), still: z.string() }),
});

/**
 * Replays history in batches, each at the time of its last event, so that old postings have old
 * dates; a batch for every day would take four times as long.
 */
async function playHistory(work: UnitOfWork, secret: string): Promise<void> {
  const clock = await work.first(findNow);
  if (clock === null) throw new Error("the database does not tell the time");
  const stage = new Stage(work);
  const today = clock.today as CalendarDate;
  const { price } = await policyInForce(work);
  const events = demoHistory(demoMembers, price, today);
  const meeting = latestMeeting(events);
  let isDeclared = false;
  for (const batch of inBatches(events, meeting)) {
    const morning = new Date(`${batch.at(-1)?.date}T06:30:00Z`);
    const moment = morning < clock.now ? morning : clock.now;
    await setClock(work, moment.toISOString());
    const [first] = batch;
    if (!isOfMeeting(first, meeting)) await stage.play(batch);
    else if (!isDeclared) {
      await declareLatestYear(work, first?.date ?? today, today);
      isDeclared = true;
    }
  }
  await playTreasuryMonths(work, today, (day) => setClock(work, `${day}T06:30:00Z`));
  const daysAgo = (days: number) => {
    return setClock(work, new Date(clock.now.getTime() - days * DAY_MS).toISOString());
  };
  for (const planned of demoApplications) {
    await daysAgo(planned.appliedDaysAgo);
    await playApplication(work, planned, price);
  }
  await playCases(work, secret, daysAgo);
  // The database recognises by the ID which of them is a member.
  for (const { staffNo, nationalId } of demoStaff) {
    const record = "update staff set national_id = $2 where staff_no = $1";
    await work.run(record, [staffNo, nationalId]);
  }
  await uploadResults(work, { today, daysAgo });
  await playBankFiles(work, { secret, daysAgo });
  // Their notifications are too old to be sent, like those of the applications.
  await daysAgo(3);
  await notifyBatch(work, 0n, () => {});
  await daysAgo(1);
  await bringTill(work, addDays(today, -2));
  await leaveForSecondPerson(work, today);
  await leaveInSuspense(work);
  await playTreasury(work, today);
  await leaveCheckOff(work, today);
  await playTillOfYesterday(work);
  for (const nights of [4, 3, 2, 1]) {
    await daysAgo(nights);
    await keepRun(work, [], { by: "nightly", tookMs: 400 });
  }
  await playAlerts(work, daysAgo);
  await setClock(work, clock.still);
  await openTillOfToday(work, secret);
  await bringStatements(work, today);
  await playContributions(work, today);
  await requestInvitation(work);
}

/** Leaves a request of the administrator to approve or reject. */
async function requestInvitation(work: UnitOfWork): Promise<void> {
  const account = `staff:${demoInvitation.staffNo}`;
  await work.run(
    `insert into approval (kind, subject, about, payload, requested_by, requested_person,
        expires_at)
      values ('staff-invitation', $1, $1, $2::jsonb, 'staff:ST9003', '',
        akiba_now() + interval '7 days')`,
    [account, JSON.stringify(demoInvitation)],
  );
}

/**
 * Postings of one month together, and those of the latest annual meeting; every other event by
 * itself on its day.
 */
function inBatches(events: readonly HistoryEvent[], meeting: string | null): HistoryEvent[][] {
  const batches: HistoryEvent[][] = [];
  const monthOf = (event: HistoryEvent | undefined) => {
    if (isOfMeeting(event, meeting)) return meeting;
    return event?.what === "posts" ? event.date.slice(0, 7) : null;
  };
  for (const event of events) {
    const batch = batches.at(-1);
    const month = monthOf(event);
    if (month !== null && monthOf(batch?.[0]) === month) batch?.push(event);
    else batches.push([event]);
  }
  return batches;
}

async function setClock(work: UnitOfWork, still: string): Promise<void> {
  await work.run("select set_config('akiba.now', $1, true)", [still]);
}

/** Turns a batch of events into commands, with the accounts known by then. */
class Stage {
  readonly #work: UnitOfWork;
  readonly #memberIds = new Map<string, bigint>();
  readonly #entryIds = new Map<string, bigint>();

  constructor(work: UnitOfWork) {
    this.#work = work;
  }

  async play(batch: readonly HistoryEvent[]): Promise<void> {
    for (const event of batch) if (event.what === "joins") await this.#join(event.member);
    for (const event of batch) if (event.what === "borrows") await this.#borrow(event);
    const posts = batch.filter((event) => event.what === "posts");
    const planned = posts.filter(({ loanNo }) => loanNo === undefined);
    const ids = await postAll(
      this.#work,
      planned.map((entry) => this.#entryOf(entry)),
    );
    for (const [index, { referenceNo }] of planned.entries()) {
      this.#entryIds.set(referenceNo, ids[index] ?? 0n);
    }
    const repaid = posts.flatMap((entry) => this.#repaymentOf(entry) ?? []);
    await recordRepayments(this.#work, repaid);
    for (const event of batch) {
      if (event.what !== "reverses") continue;
      const reversed = this.#entryIds.get(event.referenceNo) ?? 0n;
      await reverse(this.#work, reversed);
    }
  }

  async #join(member: DemoMember): Promise<void> {
    const mobileNumber = parseMobileNumber(member.mobile);
    const id = await registerMember(this.#work, {
      memberNo: member.memberNo as MemberNo,
      fullName: member.fullName,
      ...(mobileNumber === null ? {} : { mobileNumber }),
      email: member.email,
      nationalId: member.nationalId,
      postalAddress: demoSociety.postal_address,
      language: member.language,
      nextOfKin: member.nextOfKin.map((fullName) => ({ fullName })),
    });
    this.#memberIds.set(member.memberNo, id);
    if (member.hasWithdrawable) {
      await openWithdrawableAccount(this.#work, withdrawableAccount(id, `${member.memberNo}-W1`));
    }
  }

  async #borrow({ date, loan, quote, firstDueOn }: HistoryEvent & { what: "borrows" }) {
    const { loanNo, category, purpose } = loan;
    await registerDisbursedLoan(this.#work, {
      loanNo,
      memberId: this.#memberIds.get(loan.memberNo) ?? 0n,
      category,
      purpose,
      quote,
      startDate: date,
      firstDueOn,
    });
    for (const { memberNo, amount, level } of loan.guarantors) {
      const guarantorId = this.#memberIds.get(memberNo) ?? 0n;
      const given = { loanNo, guarantorId, amount: shillings(amount), level, givenOn: date };
      await recordGuarantee(this.#work, given);
    }
  }

  #repaymentOf(planned: PlannedEntry): Repayment | null {
    const { kind, loanNo, date: valueDate, narration, referenceNo, receiptNo } = planned;
    const { amounts: amount } = planned;
    if (loanNo === undefined || !isRepaymentKind(kind) || typeof amount !== "bigint") return null;
    const memberId = this.#memberIds.get(planned.memberNo ?? "") ?? 0n;
    return { kind, memberId, loanNo, amount, valueDate, narration, referenceNo, receiptNo };
  }

  #entryOf(planned: PlannedEntry): Entry {
    const { amounts } = planned;
    const sides = permittedSides.filter(({ kind }) => kind === planned.kind);
    const lines = sides.flatMap(({ code, sign }) => {
      const amount = typeof amounts === "bigint" ? amounts : amounts[code];
      if (amount === undefined) return [];
      return (sign === 1 ? debit : credit)(this.#account(code, planned.memberNo), amount);
    });
    const { kind, date: valueDate, narration, referenceNo, receiptNo, dividendYear } = planned;
    return { kind, valueDate, narration, referenceNo, receiptNo, dividendYear, lines };
  }

  #account(code: AccountCode, memberNo: string | null): AccountKey {
    if (chartRow(code).holder === "society") return societyAccount(code as SocietyAccountCode);
    const id = this.#memberIds.get(memberNo ?? "") ?? 0n;
    const reference = code === "withdrawable-deposits" ? `${memberNo}-W1` : "";
    return memberAccount(code as MemberAccountCode, id, reference);
  }
}
