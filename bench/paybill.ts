import type pg from "pg";
import type { PlantedMember } from "./planted.ts";

const SECRET = "bENcHqW8eR5tY2uI9oP4aS7dF1gH3jK6";

/** The environment of a demo that receives payments from this machine. */
export const paybillEnvironment = {
  PAY_IN_CHANNEL: "daraja",
  DARAJA_CONSUMER_KEY: "key",
  DARAJA_CONSUMER_SECRET: "word",
  DARAJA_PAYBILL: "400200",
  DARAJA_PASSKEY: "pass-of-bench",
  DARAJA_CALLBACK_SECRET: SECRET,
  DARAJA_CALLBACK_ADDRESSES: "127.0.0.1",
};

let receipts = 0;

/** A confirmation of a payment by a member; to the same receipt again with `again`. */
export function confirmationOf({ memberNo }: PlantedMember, again = false) {
  if (!again) receipts += 1;
  const TransID = `TB${String(receipts).padStart(8, "0")}`;
  const body = { TransID, TransAmount: "250.00", BusinessShortCode: "400200" };
  return {
    method: "POST" as const,
    path: `/api/v1/pay-ins/${SECRET}/c2b/confirmation`,
    headers: { "content-type": "application/json", "x-forwarded-for": "127.0.0.1" },
    body: JSON.stringify({ ...body, BillRefNumber: memberNo, FirstName: "A", LastName: "MEMBER" }),
  };
}

/** Adds the payments up again, each receipt one entry of its amount; says what differs. */
export async function proveOnce(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ payments: string; wrong: string }>(
    `select count(*) as payments,
        count(*) filter (where e.entries <> 1 or e.cents <> p.amount_cents) as wrong
      from pay_in p left join lateral (
        select count(distinct j.id) as entries, sum(l.amount_cents) as cents
        from journal_entry j join journal_line l on l.entry_id = j.id and l.amount_cents > 0
        where j.receipt_no = p.receipt_no) e on true`,
  );
  return `${rows[0]?.payments} receipts, ${rows[0]?.wrong} not credited exactly once`;
}
