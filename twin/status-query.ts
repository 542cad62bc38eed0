import { type Body, textIn } from "./answers.ts";
import {
  type Accepted,
  declined,
  DONE,
  type InitiatedCall,
  type Outcome,
  type Parts,
} from "./initiated-calls.ts";
import { toCompactTime } from "./nairobi-time.ts";
import { toDecimal } from "./shillings.ts";
import type { Transaction } from "./transactions.ts";

/** Transaction status: what became of an earlier request, or of a payment from a phone. */
export const statusQuery: InitiatedCall = {
  call: "status",
  initiator: "Initiator",
  faultIn,
  carryOut: answer,
};

function faultIn(body: Body, shortCode: string): string | null {
  if (body["CommandID"] !== "TransactionStatusQuery") return "CommandID";
  if (textIn(body, "PartyA") !== shortCode) return "PartyA";
  if (textIn(body, "IdentifierType") !== "4") return "IdentifierType";
  return idIn(body) === "" ? "TransactionID" : null;
}

/** A receipt, or the id of the request that is asked about, under either of its names. */
function idIn(body: Body): string {
  const names = ["TransactionID", "OriginatorConversationID", "OriginalConversationID"];
  return names.map((name) => textIn(body, name)).find((id) => id !== "") ?? "";
}

function answer(parts: Parts, { organisation, body }: Accepted): Outcome {
  const { shortCode } = organisation;
  const id = idIn(body);
  const found = parts.transactions.find(shortCode, id) ?? paidIn(parts, shortCode, id);
  if (found === undefined) {
    return declined("2033", "The transaction receipt number does not exist.");
  }
  return {
    code: 0,
    description: DONE,
    receipt: found.receipt,
    amount: found.amount,
    parameters,
  };

  function parameters(told: bigint) {
    if (found === undefined) return [];
    const time = Number(toCompactTime(found.endedAt));
    return [
      ["DebitPartyName", found.debitParty],
      ["CreditPartyName", found.creditParty],
      ["OriginatorConversationID", found.originatorId],
      ["InitiatedTime", time],
      ["DebitAccountType", "Utility Account"],
      ["DebitPartyCharges"],
      ["TransactionReason"],
      ["ReasonType", found.reasonType],
      ["TransactionStatus", found.status],
      ["FinalisedTime", time],
      ["Amount", Number(toDecimal(told))],
      ["ConversationID", found.conversationId],
      ["ReceiptNo", found.receipt],
    ] as const;
  }
}

/** A payment to the paybill, which no organisation asked for. */
function paidIn({ books }: Parts, shortCode: string, receipt: string): Transaction | undefined {
  const line = books.find(shortCode, receipt);
  if (line === undefined) return undefined;
  return {
    originatorId: "",
    conversationId: "",
    receipt,
    shortCode,
    status: "Completed",
    reasonType: line.reasonType,
    amount: line.paidIn,
    debitParty: line.otherParty,
    creditParty: shortCode,
    endedAt: line.completedAt,
  };
}
