import type { Config } from "#server/kernel/platform/config.ts";
import { registerPaybill } from "#server/pay-ins/receiving/register-paybill.ts";

/** Registers the addresses of the paybill with the payment provider; returns the exit code. */
export async function runMpesa({ payIns }: Config): Promise<number> {
  if (payIns.channel === "none") {
    console.log("Set PAY_IN_CHANNEL=daraja and the variables that it needs.");
    return 2;
  }
  const failure = await registerPaybill(payIns);
  if (failure !== null) {
    console.error(`The paybill ${payIns.shortCode} was not registered: ${failure}.`);
    return 1;
  }
  console.log(`The paybill ${payIns.shortCode} is registered for ${payIns.callbackUrl}/….`);
  return 0;
}
