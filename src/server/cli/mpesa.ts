import type { Config } from "#server/kernel/platform/config.ts";
import { registerPaybill } from "#server/pay-ins/receiving/register-paybill.ts";
import { commandLine } from "#server/kernel/platform/command-line.ts";

const USAGE = `${commandLine("mpesa register")}
    tells M-Pesa the addresses at which it asks about payments to the paybill and confirms them`;

/** The operator's steps with the payment provider; returns the exit code. */
export async function runMpesa(given: readonly string[], { payIns }: Config): Promise<number> {
  if (given.length !== 1 || given[0] !== "register") {
    console.log(USAGE);
    return 2;
  }
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
