import type { PayInConfig } from "#server/kernel/platform/daraja-config.ts";
import { CALLBACK_SECRET } from "./daraja-server.ts";
import type { Reply, ServedSociety } from "./served-society.ts";

export const PAYBILL = "400200";

const payIns: Extract<PayInConfig, { channel: "daraja" }> = {
  channel: "daraja",
  initiator: null,
  consumerKey: "key",
  consumerSecret: "word",
  shortCode: PAYBILL,
  passkey: "pass-of-prompts",
  baseUrl: "http://127.0.0.1:9",
  callbackUrl: "https://sacco.example.ke/api/v1/pay-ins",
  callbackSecret: CALLBACK_SECRET,
  callbackAddresses: ["127.0.0.1"],
};

/** The configuration of a society whose members pay in by a paybill. */
export const paybillConfig = { payIns };

/** A payment in the provider's shape; of 1,000 shillings at noon of the tests' first day. */
export function paymentCallback(receipt: string, account: string, more: object = {}) {
  return {
    TransactionType: "Pay Bill",
    TransID: receipt,
    TransTime: "20260414120000",
    TransAmount: "1000.00",
    BusinessShortCode: PAYBILL,
    BillRefNumber: account,
    InvoiceNumber: "",
    OrgAccountBalance: "5000.00",
    ThirdPartyTransID: "",
    MSISDN: "2547 ***** 482",
    FirstName: "WANJIKU",
    MiddleName: "",
    LastName: "KAMAU",
    ...more,
  };
}

/** The provider's calls to a society, by default with the right secret. */
export function paybillCalls(society: ServedSociety) {
  const tell = (kind: string, body: object, secret: string): Promise<Reply> =>
    society.send("POST", `/api/v1/pay-ins/${secret}/c2b/${kind}`, { body });
  return {
    validate: (body: object, secret = CALLBACK_SECRET) => tell("validation", body, secret),
    confirm: (body: object, secret = CALLBACK_SECRET) => tell("confirmation", body, secret),
  };
}

/** A payment as the database has it. */
export async function payInOf(society: ServedSociety, receipt: string) {
  const found = await society.owner.query<{
    id: string;
    state: string;
    cause: string;
    differs: boolean;
    turn: number;
    parts: string | null;
  }>(
    `select p.id::text, p.state, p.cause, p.differs, p.turn,
        (select string_agg(t.destination || ' ' || t.amount_cents / 100, ', ' order by t.part_no)
          from pay_in_part t where t.pay_in_id = p.id and t.turn = p.turn) as parts
      from pay_in p where p.receipt_no = $1`,
    [receipt],
  );
  return found.rows[0] ?? null;
}
