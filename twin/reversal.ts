import { type Body, textIn } from "./answers.ts";
import {
  type Accepted,
  declined,
  DONE,
  type InitiatedCall,
  type Outcome,
  type Parts,
} from "./initiated-calls.ts";
import { toCompactTime, toSmsTime } from "./nairobi-time.ts";
import { fromWholeShillings, toDecimal, toSmsAmount } from "./shillings.ts";

/** Reversal: a payment from a phone goes back to it, as a whole and once. */
export const reversal: InitiatedCall = {
  call: "reversal",
  initiator: "Initiator",
  faultIn,
  carryOut: reverse,
};

function faultIn(body: Body, shortCode: string): string | null {
  if (body["CommandID"] !== "TransactionReversal") return "CommandID";
  if (!/^[A-Z0-9]{1,30}$/.test(textIn(body, "TransactionID"))) return "TransactionID";
  if (fromWholeShillings(body["Amount"]) === null) return "Amount";
  if (textIn(body, "ReceiverParty") !== shortCode) return "ReceiverParty";
  // Daraja spells the name of this field without an e.
  return textIn(body, "RecieverIdentifierType") === "11" ? null : "RecieverIdentifierType";
}

function reverse(parts: Parts, { organisation, body, ...ids }: Accepted): Outcome {
  const { books, phones, transactions, now } = parts;
  const { shortCode } = organisation;
  const original = textIn(body, "TransactionID");
  const amount = fromWholeShillings(body["Amount"]) ?? 0n;
  const line = books.find(shortCode, original);
  const phone = phones.find(line?.otherParty.split(" ")[0] ?? "");
  if (line === undefined || phone === undefined || line.paidIn !== amount) {
    return declined("R000002", "The OriginalTransactionID is invalid.");
  }
  if (books.isReversed(shortCode, original)) {
    return declined("R000001", "The transaction has already been reversed.");
  }
  if (books.balance(shortCode) < amount) {
    return declined(1, "The balance is insufficient for the transaction.");
  }
  const creditParty = line.otherParty;
  const debitParty = `${shortCode} - ${organisation.name}`;
  const { receipt } = books.append(shortCode, {
    details: `Reversal of Pay Bill ${original} to ${creditParty}`,
    reasonType: "Pay Utility Reversal",
    withdrawn: amount,
    otherParty: creditParty,
    linkedReceipt: original,
  });
  const transaction = { receipt, shortCode, amount, debitParty, creditParty, endedAt: now() };
  const reasonType = "Pay Utility Reversal";
  transactions.add({ ...ids, ...transaction, status: "Completed", reasonType });
  phones.give(phone.msisdn, amount);
  phones.tell(
    phone.msisdn,
    `${receipt} Confirmed. Your payment ${original} of ${toSmsAmount(amount)} to ` +
      `${organisation.name} was reversed on ${toSmsTime(now())} and is in your M-PESA account.`,
  );
  const parameters = (told: bigint) =>
    [
      ["DebitAccountBalance", `Utility Account|KES|${toDecimal(books.balance(shortCode))}`],
      ["Amount", Number(toDecimal(told))],
      ["TransCompletedTime", Number(toCompactTime(now()))],
      ["OriginalTransactionID", original],
      ["Charge", 0],
      ["CreditPartyPublicName", creditParty],
      ["DebitPartyPublicName", debitParty],
    ] as const;
  return { code: 0, description: DONE, receipt, amount, parameters };
}
