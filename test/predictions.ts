import { expect } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { cents } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { sha256 } from "#server/kernel/platform/random.ts";
import * as fc from "fast-check";
import { enrol, memberIdOf } from "./people.ts";
import type { ServedSociety } from "./served-society.ts";

/**
 * How many random members predict something and then do it, in each of the three tests. Set
 * PREDICTIONS for a long run.
 */
export const PREDICTIONS = Number(process.env["PREDICTIONS"] ?? 30);

/** Limits under which many members ask from one address. */
export const manyReads = {
  readsPerMinute: 6_000_000,
  readBurst: 6_000_000,
};

const tokenOf = (memberNo: string): string => memberNo.padEnd(43, "_");

/** Opens a session without a password: ten thousand sign-ins would take longer than the test. */
async function sitDown(society: ServedSociety, memberNo: string): Promise<void> {
  await society.owner.query(
    `with made as (
        insert into login (login_no, member_id, password_phc)
          select member_no, id, '' from member where member_no = $1 returning id
      )
      insert into session (token_hash, login_id, idle_seconds, expires_at)
        select $2, id, 900000000, akiba_now() + interval '9 years' from made`,
    [memberNo, sha256(tokenOf(memberNo))],
  );
}

/** Reads a simulator as its member. */
export async function ask<Answer>(
  society: ServedSociety,
  memberNo: string,
  path: string,
): Promise<Answer> {
  const reply = await society.send("GET", `/api/v1/${path}`, { token: tokenOf(memberNo) });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Answer;
}

let members = 0;
/** Puts the next member on the register, signed in. */
export async function newMember(
  society: ServedSociety,
): Promise<{ readonly memberNo: MemberNo; readonly memberId: bigint }> {
  const memberNo = `PR${(members += 1)}` as MemberNo;
  await enrol(society, memberNo);
  await sitDown(society, memberNo);
  return { memberNo, memberId: await memberIdOf(society, memberNo) };
}

/** Returns the entry that pays money in; none for zero. */
export function paidIn(
  kind: Entry["kind"],
  to: ReturnType<typeof memberAccount>,
  amount: bigint,
  valueDate?: string,
): Entry[] {
  if (amount === 0n) return [];
  const from = societyAccount(kind === "opening-savings" ? "bank" : "mobile-money");
  const lines = [debit(from, cents(amount)), credit(to, cents(amount))];
  const dated = valueDate === undefined ? {} : { valueDate: valueDate as CalendarDate };
  return [{ kind, narration: "Paid in", lines, ...dated }];
}

export const savings = (memberId: bigint) => memberAccount("member-deposits", memberId);
export const shares = (memberId: bigint) => memberAccount("share-capital", memberId);

/** Any amount in cents up to one. */
export const upTo = (most: bigint) => fc.bigInt({ min: 0n, max: most });
