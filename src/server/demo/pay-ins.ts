import { shillings } from "#shared/money.ts";
import { receive } from "#server/pay-ins/receiving/receive.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";

/** The paybill of the demo society, as in `npm run phones`. */
const DEMO_PAYBILL = "400200";

/** Confirms two payments whose account numbers match nobody; the first has a digit too many. */
export async function leaveInSuspense(work: UnitOfWork): Promise<void> {
  const payment = { shortCode: DEMO_PAYBILL, paidAt: null };
  const payments = [
    {
      receiptNo: "TKH4R8W2PD",
      amount: shillings(3000),
      accountText: "MS10008",
      senderName: "NYAMBURA GITAU",
      senderNumber: "2547 ***** 215",
    },
    {
      receiptNo: "TKH9X1C5VM",
      amount: shillings(1200),
      accountText: "SCHOOL FEES",
      senderName: "PETER OLUOCH",
      senderNumber: "2541 ***** 760",
    },
  ];
  await receive(
    work,
    payments.map((one) => ({ ...payment, ...one })),
    () => {},
  );
}
