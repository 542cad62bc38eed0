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

const commandIds = new Set(["BusinessPayment", "SalaryPayment", "PromotionPayment"]);
const SMALLEST = 10_00n;
const LARGEST = 250_000_00n;

/** B2C: a payment from an organisation to a phone. */
export const paymentOut: InitiatedCall = {
  call: "b2c",
  initiator: "InitiatorName",
  faultIn,
  carryOut: pay,
};

function faultIn(body: Body, shortCode: string): string | null {
  const id = textIn(body, "OriginatorConversationID");
  if (id === "" || id.length > 100) return "OriginatorConversationID";
  if (!commandIds.has(textIn(body, "CommandID"))) return "CommandID";
  if (fromWholeShillings(body["Amount"]) === null) return "Amount";
  if (textIn(body, "PartyA") !== shortCode) return "PartyA";
  if (!/^254[17]\d{8}$/.test(textIn(body, "PartyB"))) return "PartyB";
  const remarks = textIn(body, "Remarks");
  return remarks === "" || remarks.length > 100 ? "Remarks" : null;
}

function pay(parts: Parts, accepted: Accepted): Outcome {
  const { books, phones, transactions, now } = parts;
  const { organisation, body, originatorId, conversationId } = accepted;
  const amount = fromWholeShillings(body["Amount"]) ?? 0n;
  const phone = phones.receiver(textIn(body, "PartyB"));
  const receipt = books.nextReceipt();
  const debitParty = `${organisation.shortCode} - ${organisation.name}`;
  const creditParty = `${textIn(body, "PartyB")} - ${phone?.name ?? ""}`;
  const reasonType = "Business Payment to Customer via API";
  const refused = refusal(parts, organisation.shortCode, amount, phone !== undefined);
  transactions.add({
    originatorId,
    conversationId,
    receipt,
    shortCode: organisation.shortCode,
    status: refused === null ? "Completed" : "Failed",
    reasonType,
    amount,
    debitParty,
    creditParty,
    endedAt: now(),
  });
  if (refused !== null || phone === undefined) return { ...(refused ?? unknownPhone), receipt };
  const details = `${reasonType} to ${creditParty}. ${textIn(body, "Remarks")}`;
  books.append(organisation.shortCode, {
    receipt,
    details,
    reasonType,
    withdrawn: amount,
    otherParty: creditParty,
  });
  phones.give(phone.msisdn, amount);
  const left = toSmsAmount(phones.find(phone.msisdn)?.balance ?? 0n);
  phones.tell(
    phone.msisdn,
    `${receipt} Confirmed. You have received ${toSmsAmount(amount)} from ${organisation.name} ` +
      `on ${toSmsTime(now())}. New M-PESA balance is ${left}.`,
  );
  return { code: 0, description: DONE, receipt, amount, parameters: parametersOf };

  function parametersOf(told: bigint) {
    const balance = Number(toDecimal(books.balance(organisation.shortCode)));
    return [
      ["TransactionAmount", Number(toDecimal(told))],
      ["TransactionReceipt", receipt],
      ["B2CRecipientIsRegisteredCustomer", "Y"],
      ["B2CChargesPaidAccountAvailableFunds", 0],
      ["ReceiverPartyPublicName", creditParty],
      ["TransactionCompletedDateTime", toDottedTime(now())],
      ["B2CUtilityAccountAvailableFunds", balance],
      ["B2CWorkingAccountAvailableFunds", 0],
    ] as const;
  }
}

const unknownPhone = declined(
  2040,
  "Credit Party customer type (Unregistered or Registered Customer) can't be supported by the " +
    "service.",
);

function refusal(
  { books }: Parts,
  shortCode: string,
  amount: bigint,
  isPhone: boolean,
): Outcome | null {
  if (!isPhone) return unknownPhone;
  if (amount < SMALLEST) {
    return declined(2, "Declined due to limit rule: less than the minimum transaction amount.");
  }
  if (amount > LARGEST) {
    return declined(3, "Declined due to limit rule: greater than the maximum transaction amount.");
  }
  if (books.balance(shortCode) < amount) {
    return declined(1, "The balance is insufficient for the transaction.");
  }
  return null;
}

/** Prints a moment as B2C results do: "24.11.2026 16:05:00". */
function toDottedTime(moment: Date): string {
  const time = toCompactTime(moment);
  const date = [time.slice(6, 8), time.slice(4, 6), time.slice(0, 4)].join(".");
  return `${date} ${time.slice(8, 10)}:${time.slice(10, 12)}:${time.slice(12)}`;
}
