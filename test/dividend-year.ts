import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Holdings } from "#shared/dividend-entitlement.ts";
import { type Cents, ZERO_CENTS } from "#shared/money.ts";
import { approve, declare, postAllMembers } from "#server/dividends/declarations/commands.ts";
import type { Declaration } from "#server/dividends/declarations/declared-terms.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { postAll } from "#server/ledger/journal/post.ts";
import { memberIdOf } from "./people.ts";
import type { ServedSociety } from "./served-society.ts";
import type { TestSociety } from "./test-society.ts";

/** Posts a member's year before the fixture begins: shares and deposits, then month by month. */
export async function bookYear(
  society: TestSociety,
  memberNo: string,
  year: number,
  held: Holdings,
) {
  const memberId = await memberIdOf(society, memberNo);
  const [opening, ...months] = held.deposits;
  const entries = [
    ...paidIn(memberId, "share-capital", `${year}-12-31`, held.shareCapital),
    ...paidIn(memberId, "member-deposits", `${year - 1}-12-31`, opening ?? ZERO_CENTS),
    ...months.flatMap((amount, month) =>
      paidIn(
        memberId,
        "member-deposits",
        `${year}-${String(month + 1).padStart(2, "0")}-15`,
        amount,
      ),
    ),
  ];
  await society.database.unitOfWork("test", (work) => postAll(work, entries));
}

/** No entry for a month without movement. */
function paidIn(
  memberId: bigint,
  code: "share-capital" | "member-deposits",
  valueDate: string,
  amount: Cents,
): Entry[] {
  if (amount === 0n) return [];
  const kind = code === "share-capital" ? "share-capital-by-mpesa" : "deposit-by-mpesa";
  return [
    {
      kind,
      valueDate: valueDate as CalendarDate,
      narration: "M-Pesa deposit",
      lines: [
        debit(societyAccount("mobile-money"), amount),
        credit(memberAccount(code, memberId), amount),
      ],
    },
  ];
}

/** A declaration of 2025 with the demo's rates, of which each test changes a part. */
export const declaration2025 = {
  year: 2025,
  shareRateBasisPoints: 1400,
  depositRateBasisPoints: 1100,
  weighting: "from-the-month",
  booksClosedOn: "2025-12-31",
  agmReference: "AGM-2026",
  holdArrears: false,
  opensOn: "2026-04-14",
  closesOn: "2026-04-30",
  defaultMode: "CAPITALIZE TO SHARES",
} as const;

/** Declares 2025, has it approved by another person and posted, by the commands themselves. */
export async function postYear(
  society: TestSociety,
  changes: Partial<Declaration> = {},
): Promise<void> {
  const declared = { ...(declaration2025 as unknown as Declaration), ...changes };
  const given = { ...declared, defaultMode: changes.defaultMode ?? "share-capital" };
  const { database } = society;
  await database.unitOfWork("staff:PREPARES", (work) => declare(work, given));
  await database.unitOfWork("staff:APPROVES", (work) => approve(work, given.year));
  await database.unitOfWork("staff:PREPARES", (work) => postAllMembers(work, given.year));
}

/** The address whose answer has the digest for a step of a year's dividend. */
export function shownAt(year: number, step: string): string {
  const path = `/api/v1/dividends/${year}`;
  return step === "lock" || step === "payment" ? `${path}/uptake` : path;
}

/** Takes a step of a year's dividend with the digest of what is shown of it now. */
export async function takeStep(society: ServedSociety, token: string, step: string, year = 2025) {
  const shown = await society.send("GET", shownAt(year, step), { token });
  const { digest = "" } = shown.body as { digest?: string };
  const path = `/api/v1/dividends/${year}/${step}`;
  return society.send("POST", path, { token, body: { digest } });
}
