import type { MemberNo } from "#shared/member-number.ts";
import { shillings } from "#shared/money.ts";
import { bankApprovals } from "#server/payouts/bank/approvals.ts";
import { choose, give } from "#server/payouts/own-bank/commands.ts";
import { type NewDetails, requestDetails } from "#server/payouts/transfers/bank-details.ts";
import { requestFile, requestResults } from "#server/payouts/transfers/eft-files.ts";
import { lastEftFiles } from "#server/payouts/transfers/eft-rows.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { approveAs } from "./approve.ts";
import { codeFor } from "./codes.ts";
import { inNameOf } from "./second-person.ts";
import { askAtOffice } from "./withdrawals.ts";

const CLERK = "staff:ST9001";
const ADMINISTRATOR = "staff:ST9003";
const notify = (): void => {};
const kinds = bankApprovals(notify);

/** A member who withdraws on their own page, and one without a login, who comes to the office. */
const WITH_LOGIN = "MS1002" as MemberNo;
const WITHOUT_LOGIN = "MS1011" as MemberNo;
/** The member whose account waits for the office. */
const WAITING = "MS1003" as MemberNo;

const accounts: ReadonlyMap<MemberNo, NewDetails> = new Map([
  [
    WITH_LOGIN,
    {
      bankName: "Benki ya Ushirika",
      branchCode: "11000",
      accountNo: "00110200427015",
      accountName: "Otieno Ochieng Owino",
    },
  ],
  [
    WITHOUT_LOGIN,
    {
      bankName: "Benki ya Wauguzi",
      branchCode: "68014",
      accountNo: "0450390088126",
      accountName: "Muthoni Waceke Ndirangu",
    },
  ],
]);

const givenByCode: NewDetails = {
  bankName: "Benki ya Ushirika",
  branchCode: "11017",
  accountNo: "00117300918844",
  accountName: "Chebet Jepkosgei Koech",
};

interface Playing {
  /** The server's own secret, from which codes are derived. */
  readonly secret: string;
  /** Sets the clock back by a number of days. */
  readonly daysAgo: (days: number) => Promise<void>;
}

/**
 * Has the office pay withdrawals by a file for the bank, which returned one of them, and leaves the
 * next file and a member's bank account that wait for a second person.
 */
export async function playBankFiles(work: UnitOfWork, playing: Playing): Promise<void> {
  const { secret, daysAgo } = playing;
  await daysAgo(12);
  await setAccounts(work);
  await daysAgo(6);
  await withdraw(work, secret, { withLogin: [4000, 1200], withoutLogin: 2500 });
  await daysAgo(5);
  await approveAs(work, "ST9005", { id: await askForFile(work), kinds });
  await daysAgo(3);
  await recordResults(work);
  await daysAgo(2);
  await withdraw(work, secret, { withLogin: [3000], withoutLogin: 2500 });
  await daysAgo(1);
  await askForFile(work);
  await giveByCode(work, secret);
  await choose(inNameOf(work, `member:${WITH_LOGIN}`), WITH_LOGIN, "bank", notify);
  await sendNothing(work);
}

/** Has the clerk enter bank accounts and the loans officer approve them. */
async function setAccounts(work: UnitOfWork): Promise<void> {
  for (const [memberNo, details] of accounts) {
    const id = await requestDetails(inNameOf(work, CLERK), memberNo, details, notify);
    await approveAs(work, "ST9002", { id, kinds });
  }
}

/** Amounts in shillings. */
interface Withdrawn {
  readonly withLogin: readonly number[];
  readonly withoutLogin: number;
}

async function withdraw(
  work: UnitOfWork,
  secret: string,
  { withLogin, withoutLogin }: Withdrawn,
): Promise<void> {
  for (const amount of withLogin) {
    await askAtOffice(work, { memberNo: WITH_LOGIN, amount: shillings(amount), secret });
  }
  await askAtOffice(work, {
    memberNo: WITHOUT_LOGIN,
    amount: shillings(withoutLogin),
    secret,
    enteredBy: CLERK,
  });
}

/** Has the administrator request a file of what is ready; returns the number of the request. */
const askForFile = (work: UnitOfWork): Promise<bigint> =>
  requestFile(inNameOf(work, ADMINISTRATOR));

/** The bank paid the first two payments of the file and returned the third. */
async function recordResults(work: UnitOfWork): Promise<void> {
  const [file] = await lastEftFiles(work);
  if (file === undefined) throw new Error("there is no file for the bank");
  const id = await requestResults(inNameOf(work, ADMINISTRATOR), file.id, [
    { line: 1, outcome: "paid", bankReference: "FT26330KQ7L1" },
    { line: 2, outcome: "paid", bankReference: "FT26330KQ7L2" },
    { line: 3, outcome: "returned", reason: "Account dormant" },
  ]);
  await approveAs(work, "ST9005", { id, kinds });
}

/** Has a member give their own bank account by a code, which waits for the office. */
async function giveByCode(work: UnitOfWork, secret: string): Promise<void> {
  const { branchCode, accountNo, bankName, accountName } = givenByCode;
  const otp = await codeFor(work, secret, {
    memberNo: WAITING,
    purpose: "bank-account",
    subject: [branchCode, accountNo, bankName, accountName].join(":"),
  });
  const member = inNameOf(work, `member:${WAITING}`);
  const typed = { otp, ip: "127.0.0.1", secret, limits: limitDefaults };
  const given = await give(member, { memberNo: WAITING, given: givenByCode }, typed, notify);
  if (given instanceof Problem) throw given;
}

/** The demo sends nothing when it starts. */
async function sendNothing(work: UnitOfWork): Promise<void> {
  await work.run(
    `update outbox_message set expires_at = akiba_now()
      where template like 'bank-details-%' or template like 'withdrawal-%'
        or template like 'payout-choice-%'`,
  );
}
