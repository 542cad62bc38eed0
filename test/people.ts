import { expect } from "vitest";
import { quoteLoan } from "#shared/instant-loan.ts";
import type { MemberNo } from "#shared/member-number.ts";
import type { MobileNumber } from "#shared/mobile-number.ts";
import { shillings } from "#shared/money.ts";
import { createLogin } from "#server/identity/logins/create-login.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { type DisbursedLoan, registerDisbursedLoan } from "#server/loans/lending/loans.ts";
import { registerMember } from "#server/members/membership/register.ts";
import { DEMO_ACTOR } from "#server/kernel/platform/database-mode.ts";
import { hasherFor } from "#server/kernel/platform/password-hash.ts";
import { sha256 } from "#server/kernel/platform/random.ts";
import { specifiedPrice } from "./loan-price.ts";
import type { ServedSociety } from "./served-society.ts";
import type { TestSociety } from "./test-society.ts";

export const PASSWORD = "korosho-tamu-41";

interface PersonOptions {
  readonly mobile?: string;
  readonly fullName?: string;
}

/** Puts a member on the register, without a login. */
export async function enrol(society: ServedSociety, memberNo: string, options: PersonOptions = {}) {
  await society.database.unitOfWork("test", (work) =>
    registerMember(work, {
      memberNo: memberNo as MemberNo,
      fullName: options.fullName ?? `Member ${memberNo}`,
      mobileNumber: (options.mobile ?? "+254712000482") as MobileNumber,
      email: `${memberNo.toLowerCase()}@example.com`,
      nationalId: "28416903",
      nextOfKin: [{ fullName: "Peter Kamau Mwangi" }],
    }),
  );
}

interface LoanOptions extends Partial<Omit<DisbursedLoan, "memberId" | "quote">> {
  readonly principal?: number;
  readonly months?: number;
}

/** Pays a member an instant loan of the demo's history, of 6,600 over 2 months by default. */
export async function lend(society: TestSociety, memberNo: string, options: LoanOptions = {}) {
  const { principal = 6600, months = 2, ...more } = options;
  const memberId = await memberIdOf(society, memberNo);
  const quote = quoteLoan(shillings(principal), months, specifiedPrice);
  await society.database.unitOfWork(DEMO_ACTOR, (work) =>
    registerDisbursedLoan(work, {
      loanNo: "LN-1",
      memberId,
      category: "Instant",
      purpose: "School fees",
      quote,
      ...more,
    }),
  );
}

export async function memberIdOf(society: TestSociety, memberNo: string): Promise<bigint> {
  const found = await society.owner.query("select id from member where member_no = $1", [memberNo]);
  return BigInt((found.rows[0] as { id: string }).id);
}

/** Puts a member on the register with a login, whose password is PASSWORD. */
export async function enrolWithLogin(
  society: ServedSociety,
  memberNo: string,
  options: PersonOptions = {},
) {
  await enrol(society, memberNo, options);
  await giveLogin(society, memberNo);
}

/**
 * Puts a member of staff on the register with a login, whose password is PASSWORD. They have had
 * their role for long, and the first has the mobile number +254711000001, the next +254711000002.
 */
export async function employ(society: ServedSociety, staffNo: string, role: string) {
  await society.owner.query(
    `insert into staff (staff_no, full_name, role, mobile_number)
      select $1, $2, $3, '+2547110' || to_char(count(*) + 1, 'FM00000') from staff`,
    [staffNo, `Staff ${staffNo}`, role],
  );
  await giveLogin(society, staffNo);
}

/** Puts somebody on the staff with a session already, for tests without a served sign-in. */
export async function employSignedIn(
  { owner }: TestSociety,
  role: string,
  token: string,
): Promise<void> {
  const staff = "insert into staff (staff_no, full_name, role) values (upper($1), $1, $1)";
  await owner.query(staff, [role]);
  await owner.query(
    `with made as (
        insert into login (login_no, staff_id, password_phc)
          select staff_no, id, '' from staff where role = $1 returning id
      )
      insert into session (token_hash, login_id, idle_seconds, expires_at)
        select $2, id, 86400, akiba_now() + interval '1 day' from made`,
    [role, sha256(token)],
  );
}

/** The hash of PASSWORD under each pepper and cost. */
const hashes = new Map<string, Promise<string>>();

function hashOfPassword({ config, hashCost }: ServedSociety): Promise<string> {
  const name = `${config.passwordPepper} ${hashCost?.memoryCost}`;
  const known = hashes.get(name);
  if (known !== undefined) return known;
  const made = hasherFor(config, hashCost).hash(PASSWORD);
  hashes.set(name, made);
  return made;
}

/** Gives somebody on a register a login, whose password is PASSWORD. */
export async function giveLogin(society: ServedSociety, memberNo: string) {
  const phc = await hashOfPassword(society);
  await society.database.unitOfWork("test", (work) =>
    createLogin(work, { memberNo: memberNo as MemberNo, phc }),
  );
}

/** Signs in and returns the token. */
export async function signIn(society: ServedSociety, memberNo: string): Promise<string> {
  const body = { memberNo, password: PASSWORD };
  const reply = await society.send("POST", "/api/v1/auth/authenticate", { body });
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { token: string }).token;
}

/** Approves a request as a second person, who first reads its effect. */
export async function approveRequest(society: ServedSociety, token: string, approvalId: string) {
  const reply = await tryToApprove(society, token, approvalId);
  expect(reply.status, reply.text).toBe(201);
  return reply;
}

/** The same, for an approval that may be rejected. */
export async function tryToApprove(society: ServedSociety, token: string, approvalId: string) {
  const { body } = await society.send("GET", "/api/v1/approvals", { token });
  const { rows } = body as { rows: { id: string; digest: string }[] };
  const digest = rows.find(({ id }) => id === approvalId)?.digest;
  const path = `/api/v1/approvals/${approvalId}/approval`;
  return society.send("POST", path, { token, body: { digest } });
}

/** Requests a one-time code and reads it from the message that was sent. */
export async function codeFor(society: ServedSociety, memberNo: string): Promise<string> {
  const reply = await society.send("POST", "/api/v1/auth/registerOtp", { body: { memberNo } });
  expect(reply.status, reply.text).toBe(200);
  const [latest] = await society.messages();
  return /\b\d{6}\b/.exec(latest?.text ?? "")?.[0] ?? "";
}

/** A sign-up that is right in every field but those given. */
export function signUpBody(memberNo: string, otp: string, others: Record<string, unknown> = {}) {
  return {
    memberNo,
    mobileNo: "0712 000 482",
    email: `${memberNo.toLowerCase()}@example.com`,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    otp,
    ...others,
  };
}

/** Sets up the society, as messages and problems name it. */
export async function foundSociety(society: ServedSociety): Promise<void> {
  await society.owner.query(
    `insert into society values (1, 'Uzima Hospital Staff Sacco', 'Uzima Sacco', 'Uzima', 'Box 1',
      '0709 000 210', 'help@uzimasacco.example', '8 to 4', 'Block C')`,
  );
  await society.owner.query("update society set debit_account = '0100200300'");
}

/** Gives a member deposits, in shillings, as cash brought to the office. */
export async function deposit(
  society: TestSociety,
  memberNo: string,
  amount: number,
): Promise<void> {
  const memberId = await memberIdOf(society, memberNo);
  await society.database.unitOfWork("test", (work) =>
    post(work, {
      kind: "opening-savings",
      narration: "Opening savings",
      lines: [
        debit(societyAccount("bank"), shillings(amount)),
        credit(memberAccount("member-deposits", memberId), shillings(amount)),
      ],
    }),
  );
}

/** Lets one person record as much alone as the settings allow at most. */
export async function raiseOnePersonLimits(society: TestSociety): Promise<void> {
  await society.owner.query(
    `update one_person_limit set opening_savings_cents = 10000000, repayment_cents = 10000000,
      over_cents = 1000000, day_cents = 50000000`,
  );
}
