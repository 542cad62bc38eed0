import { type Answer, type Body, failure, json } from "./answers.ts";
import type { Faults } from "./faults.ts";
import type { Organisation } from "./paybill.ts";
import type { PromptAct, PromptAnswer, Prompts } from "./prompts.ts";

interface Parts {
  readonly prompts: Prompts;
  readonly faults: Faults;
}

type Call = (parts: Parts, caller: Organisation | undefined, body: Body) => Answer | null;

/** Daraja's calls about prompts; an answer is null if it is lost on the way. */
export const promptCalls: Readonly<Record<string, Call>> = {
  "/mpesa/stkpush/v1/processrequest": ({ prompts, faults }, caller, body) => {
    if (caller === undefined) return noToken();
    const fault = faults.ofAnswer("stk");
    if (fault === "answer-500") return failure(500, "500.003.02", "System is busy");
    const answer = told(prompts.push(caller, body));
    return fault === "answer-lost" ? null : answer;
  },
  "/mpesa/stkpushquery/v1/query": ({ prompts }, caller, body) =>
    caller === undefined ? noToken() : told(prompts.query(caller, body)),
};

const noToken = (): Answer => failure(401, "404.001.03", "Invalid Access Token");

function told(answer: PromptAnswer): Answer {
  if ("body" in answer) return json(200, answer.body);
  return failure(answer.status, answer.code, answer.text);
}

/** The prompts as the page of the phones shows them. */
export function shownPrompts(prompts: Prompts) {
  return prompts.all().map(({ checkoutId, msisdn, amount, account, result, organisation }) => ({
    checkoutId,
    msisdn,
    amount: String(amount),
    account,
    result,
    name: organisation.name,
  }));
}

/** Answers a prompt with the button pressed on the page of the phones. */
export function actFromPage(prompts: Prompts, body: Body): { readonly receipt: string | null } {
  const { checkoutId, act, pin } = body;
  const acts: readonly unknown[] = ["cancel", "ignore", "expire"];
  const done = acts.includes(act) ? (act as PromptAct) : { pin: String(pin) };
  return { receipt: prompts.act(String(checkoutId), done) };
}
