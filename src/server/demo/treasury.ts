import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import { shillings } from "#shared/money.ts";
import { type NewAccount, openAccount } from "#server/ledger/chart/commands.ts";
import { type NewMovement, enterMovement } from "#server/treasury/movements/enter.ts";
import { keepAttachment } from "#server/treasury/movements/attachments.ts";
import { postMovement } from "#server/treasury/movements/post-movement.ts";
import { standingOf } from "#server/treasury/movements/movement-limit.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { inNameOf } from "./second-person.ts";
import { movementsOfMonths } from "./treasury-year.ts";

const ADMINISTRATOR = "staff:ST9003";
const TREASURER = "staff:ST9005";

/** Books the income and the running costs of past months, each on the day that `onDay` sets. */
export async function playTreasuryMonths(
  work: UnitOfWork,
  today: CalendarDate,
  onDay: (day: CalendarDate) => Promise<void>,
): Promise<void> {
  for (const one of movementsOfMonths(today)) {
    await onDay(one.day);
    await book(work, one);
  }
}

const notify = (): void => {};

const added: readonly NewAccount[] = [
  {
    code: "4100",
    name: "Hire of rooms",
    type: "income",
    kinds: ["other-income-at-bank", "other-income-by-mpesa", "other-income-in-cash"],
  },
  { code: "6100", name: "Audit fees", type: "expense", kinds: ["expense-by-bank"] },
];

/** Adds the two accounts that the movements of these days are on. */
async function addAccounts(work: UnitOfWork): Promise<void> {
  const administrator = inNameOf(work, ADMINISTRATOR);
  for (const account of added) await openAccount(administrator, account, notify);
}

/**
 * Books a few movements of these days, and leaves one with its invoice that waits for a second
 * person.
 */
export async function playTreasury(work: UnitOfWork, today: CalendarDate): Promise<void> {
  const ago = (days: number) => addDays(today, -days);
  await addAccounts(work);
  const booked: readonly NewMovement[] = [
    {
      kind: "bank-interest-received",
      amount: shillings(4310),
      day: ago(9),
      description: "Interest on the current account",
    },
    {
      kind: "bank-charge",
      amount: shillings(1250),
      day: ago(9),
      reference: "LF-40211",
      description: "Ledger fees of the month",
    },
    {
      kind: "mpesa-charge",
      amount: shillings(684),
      day: ago(8),
      description: "Charges of payouts, by M-Pesa's statement",
    },
    {
      kind: "other-income-in-cash",
      amount: shillings(8000),
      day: ago(7),
      reference: "CV-0218",
      account: "4100",
      description: "Hire of the meeting room, Uzima choir",
    },
    {
      kind: "cash-banked",
      amount: shillings(6000),
      day: ago(6),
      reference: "DS-771204",
      description: "Cash of the week, deposited at the branch",
    },
  ];
  for (const one of booked) await book(work, one);
  await remitTax(work, ago(2));
  await leaveWaiting(work, ago(1));
}

/** Has the treasurer enter a movement and the administrator approve it. */
async function book(work: UnitOfWork, movement: NewMovement): Promise<void> {
  const { id, approvalId } = await enterMovement(inNameOf(work, TREASURER), movement);
  await work.run(
    `update approval set state = 'approved', decided_by = $2, decided_at = akiba_now()
      where id = $1`,
    [approvalId, ADMINISTRATOR],
  );
  await postMovement(inNameOf(work, ADMINISTRATOR), id);
}

/** Remits what is owed of withheld tax, if anything is. */
async function remitTax(work: UnitOfWork, day: CalendarDate): Promise<void> {
  const amount = await standingOf(work, "withholding-tax-remitted");
  if (amount === null || amount <= 0n) return;
  await book(work, {
    kind: "withholding-tax-remitted",
    amount,
    day,
    reference: "KRA-20771903",
    description: "Withholding tax on dividends",
  });
}

async function leaveWaiting(work: UnitOfWork, day: CalendarDate): Promise<void> {
  const treasurer = inNameOf(work, TREASURER);
  const invoice = { mediaType: "application/pdf", content: invoiceFile() } as const;
  const attachment = await keepAttachment(treasurer, "invoice-0417.pdf", invoice);
  await enterMovement(treasurer, {
    kind: "expense-by-bank",
    amount: shillings(18_400),
    day,
    reference: "FT2611480",
    account: "6100",
    description: "Audit fee, first instalment, Omondi and Partners",
    attachments: [attachment],
  });
}

/** A PDF of one page with two lines of text. */
function invoiceFile(): Uint8Array {
  const text = "BT /F1 16 Tf 60 760 Td (Invoice 0417) Tj 0 -30 Td (Audit fee: Ksh 18,400.00) Tj ET";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R " +
      "/Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const starts = objects.map((object, at) => {
    const start = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${starts.join("")}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return new TextEncoder().encode(file + table + end);
}
