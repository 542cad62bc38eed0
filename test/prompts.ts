import type { PromptWorkerOptions } from "#server/pay-ins/prompting/prompt-worker.ts";
import { handleDue } from "#server/pay-ins/prompting/prompt-worker.ts";
import type { Pushed, Standing } from "#server/pay-ins/prompting/prompt-provider.ts";
import { CALLBACK_SECRET } from "./daraja-server.ts";
import { PAYBILL } from "./paybill.ts";
import type { ServedSociety } from "./served-society.ts";
import { silentLog } from "./silent-log.ts";

/** A provider of prompts that answers what a test says, and what it was asked to show. */
export class ScriptedPrompts {
  readonly pushed: string[] = [];
  readonly queried: string[] = [];
  /** The answer to a prompt; by default it is shown. */
  answer: (reference: string) => Pushed = (reference) => ({
    outcome: "sent",
    checkoutId: checkoutOf(reference),
  });
  standings = new Map<string, Standing>();

  async push({ reference }: { readonly reference: string }): Promise<Pushed> {
    this.pushed.push(reference);
    return this.answer(reference);
  }

  async query(checkoutId: string): Promise<Standing> {
    this.queried.push(checkoutId);
    return this.standings.get(checkoutId) ?? { outcome: "open" };
  }
}

/** The provider's name of a prompt. */
export const checkoutOf = (reference: string) => `ws_CO_${reference}`;

/** Runs one round of the worker. */
export function workPrompts(
  { database }: ServedSociety,
  provider: PromptWorkerOptions["provider"],
): Promise<number> {
  const notify = () => {};
  return handleDue({ database, provider, shortCode: PAYBILL, log: silentLog, notify });
}

/** The result of a prompt in the provider's shape; paid if it has a receipt. */
export function promptResult(
  reference: string,
  { receipt, amount = 1000, code = 0 }: { receipt?: string; amount?: number; code?: number },
) {
  const told = {
    MerchantRequestID: "29115-1",
    CheckoutRequestID: checkoutOf(reference),
    ResultCode: code,
    ResultDesc: "As the test says",
  };
  const Item = [
    { Name: "Amount", Value: amount },
    { Name: "MpesaReceiptNumber", Value: receipt },
    { Name: "Balance" },
    { Name: "TransactionDate", Value: 20260414120000 },
    { Name: "PhoneNumber", Value: 254712000482 },
  ];
  const stkCallback = receipt === undefined ? told : { ...told, CallbackMetadata: { Item } };
  return { Body: { stkCallback } };
}

/** Posts the result of a prompt as the provider does, by default with the right secret. */
export function tellPrompt(society: ServedSociety, body: object, secret = CALLBACK_SECRET) {
  return society.send("POST", `/api/v1/pay-ins/${secret}/stk/result`, { body });
}

/** A prompt as the database has it. */
export async function promptIn({ owner }: ServedSociety, reference: string) {
  const { rows } = await owner.query<{
    state: string;
    problem: string;
    differs: boolean;
    credited_by: string;
    receipt: string | null;
    told: string;
  }>(
    `select p.state, p.problem, p.differs, p.credited_by, i.receipt_no as receipt,
        p.told_receipt as told
      from pay_in_prompt p left join pay_in i on i.id = p.pay_in_id where p.reference = $1`,
    [reference],
  );
  return rows[0] ?? null;
}
