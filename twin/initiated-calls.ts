import { type Answer, type Body, failure, json, textIn } from "./answers.ts";
import { type Callbacks, isLocalAddress } from "./callbacks.ts";
import type { Faults, FaultyCall } from "./faults.ts";
import { toCompactTime } from "./nairobi-time.ts";
import type { OrganisationBooks } from "./organisation-books.ts";
import type { Organisation } from "./paybill.ts";
import type { Phones } from "./phones.ts";
import type { Transactions } from "./transactions.ts";

/** The parts of the twin that a call uses. */
export interface Parts {
  readonly organisations: readonly Organisation[];
  readonly books: OrganisationBooks;
  readonly phones: Phones;
  readonly callbacks: Callbacks;
  readonly transactions: Transactions;
  readonly faults: Faults;
  readonly now: () => Date;
}

/** An accepted request of an organisation. */
export interface Accepted {
  readonly organisation: Organisation;
  readonly body: Body;
  readonly originatorId: string;
  readonly conversationId: string;
}

/** The result of a request: code 0 is a success. */
export interface Outcome {
  readonly code: number | string;
  readonly description: string;
  readonly receipt: string;
  /** In cents; a fault may report a different amount. */
  readonly amount: bigint;
  readonly parameters: (amount: bigint) => Parameters;
}

/** A call whose result arrives later at the address that it names. */
export interface InitiatedCall {
  readonly call: FaultyCall;
  /** The field that names the person who acts for the organisation. */
  readonly initiator: "Initiator" | "InitiatorName";
  /** Returns the name of the first field that is not valid, or null. */
  readonly faultIn: (body: Body, shortCode: string) => string | null;
  readonly carryOut: (parts: Parts, accepted: Accepted) => Outcome;
}

/** Returns a result that moved nothing. */
export const declined = (code: number | string, description: string): Outcome => ({
  code,
  description,
  receipt: "",
  amount: 0n,
  parameters: () => [],
});

export const DONE = "The service request is processed successfully.";

/** Answers the calls that organisations initiate, and posts their results. */
export class InitiatedCalls {
  readonly #parts: Parts;
  readonly #calls: ReadonlyMap<string, InitiatedCall>;
  readonly #taken = new Set<string>();
  #count = 0;

  constructor(parts: Parts, calls: Readonly<Record<string, InitiatedCall>>) {
    this.#parts = parts;
    this.#calls = new Map(Object.entries(calls));
  }

  has(path: string): boolean {
    return this.#calls.has(path);
  }

  /** Takes a request of a short code; null if its answer is lost on the way. */
  take(path: string, shortCode: string, body: Body): Answer | null {
    const call = this.#calls.get(path);
    const organisation = this.#parts.organisations.find((one) => one.shortCode === shortCode);
    if (call === undefined || organisation === undefined) {
      return failure(404, "404.001.01", "Resource not found");
    }
    const fault = this.#parts.faults.ofAnswer(call.call);
    if (fault === "answer-500") return failure(500, "500.003.02", "System is busy.");
    const field = addressFault(body) ?? call.faultIn(body, shortCode);
    if (field !== null) return failure(400, "400.002.02", `Bad Request - Invalid ${field}`);
    const accepted = this.#accept(call, organisation, body);
    if (accepted === null) {
      return failure(500, "500.002.1001", "Duplicate OriginatorConversationID.");
    }
    this.#parts.callbacks.track(this.#carryOut(call, accepted));
    if (fault === "answer-lost") return null;
    return json(200, {
      ConversationID: accepted.conversationId,
      OriginatorConversationID: accepted.originatorId,
      ResponseCode: "0",
      ResponseDescription: "Accept the service request successfully.",
    });
  }

  /** Only a payment names its own id; M-Pesa names the others. */
  #accept(call: InitiatedCall, organisation: Organisation, body: Body): Accepted | null {
    this.#count += 1;
    const day = toCompactTime(this.#parts.now()).slice(0, 8);
    const tail = String(this.#count).padStart(6, "0");
    const conversationId = `AG_${day}_2010${tail}`;
    const originatorId =
      call.call === "b2c" ? textIn(body, "OriginatorConversationID") : `29115-34620561-T${tail}`;
    if (this.#taken.has(originatorId)) return null;
    this.#taken.add(originatorId);
    return { organisation, body, originatorId, conversationId };
  }

  async #carryOut(call: InitiatedCall, accepted: Accepted): Promise<void> {
    // After the answer, as Daraja queues what it accepts.
    await new Promise((resolve) => setImmediate(resolve));
    const { callbacks, now } = this.#parts;
    const outcome = isInitiator(call, accepted)
      ? call.carryOut(this.#parts, accepted)
      : declined(2001, "The initiator information is invalid.");
    callbacks.send({
      call: call.call,
      url: textIn(accepted.body, "ResultURL"),
      timeoutUrl: textIn(accepted.body, "QueueTimeOutURL"),
      amount: outcome.amount,
      body: (told) => resultBody(accepted, outcome, parametersOf(outcome, told, now())),
    });
  }
}

function addressFault(body: Body): string | null {
  return (
    ["ResultURL", "QueueTimeOutURL"].find((field) => {
      const url = textIn(body, field);
      return !isLocalAddress(url) || /mpesa|safaricom/i.test(url);
    }) ?? null
  );
}

function isInitiator({ initiator }: InitiatedCall, { organisation, body }: Accepted): boolean {
  const { initiatorName, securityCredential } = organisation;
  return (
    initiatorName !== undefined &&
    body[initiator] === initiatorName &&
    body["SecurityCredential"] === securityCredential
  );
}

type Parameters = readonly (readonly [string, (string | number)?])[];

function parametersOf(outcome: Outcome, told: bigint, now: Date): Parameters {
  if (outcome.code === 0) return outcome.parameters(told);
  return [["BOCompletedTime", Number(toCompactTime(now))]];
}

/** A result in Daraja's shape, which makes no list of a single parameter. */
function resultBody(
  { originatorId, conversationId }: Accepted,
  { code, description, receipt }: Outcome,
  parameters: Parameters,
) {
  const listed = parameters.map(([Key, Value]) => (Value === undefined ? { Key } : { Key, Value }));
  return {
    Result: {
      ResultType: 0,
      ResultCode: code,
      ResultDesc: description,
      OriginatorConversationID: originatorId,
      ConversationID: conversationId,
      TransactionID: receipt,
      ResultParameters: { ResultParameter: listed.length === 1 ? listed[0] : listed },
      ReferenceData: { ReferenceItem: { Key: "Occasion" } },
    },
  };
}
