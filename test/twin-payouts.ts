import type { DarajaConfig } from "#server/kernel/platform/daraja-config.ts";
import { type FaultSettings, noFaults } from "../twin/faults.ts";
import { MpesaTwin, type TwinOptions } from "../twin/mpesa.ts";
import { CALLBACK_SECRET } from "./daraja-server.ts";

export const SHORT_CODE = "600100";

const organisation = {
  shortCode: SHORT_CODE,
  name: "UZIMA SACCO",
  consumerKey: "key",
  consumerSecret: "word",
  initiatorName: "akiba",
  securityCredential: "sealed",
};

/** A twin of one organisation with so much money, in shillings, and the phones given. */
export function twinWith(
  shillings: number,
  phones: readonly string[],
  more: Partial<TwinOptions> = {},
): MpesaTwin {
  return new MpesaTwin({
    organisations: [{ ...organisation, balance: BigInt(shillings) * 100n }],
    phones: phones.map((msisdn, at) => ({
      msisdn,
      name: `Member ${at}`,
      pin: "1234",
      balance: 0n,
    })),
    now: () => new Date("2026-04-15T09:00:00Z"),
    ...more,
  });
}

/** Access to a twin, whose results come to a society at an address. */
export const accessTo = (twin: string, societyUrl: string): DarajaConfig => ({
  ...organisation,
  baseUrl: twin,
  callbackUrl: `${societyUrl}/api/v1/payout-results`,
  callbackSecret: CALLBACK_SECRET,
  callbackAddresses: ["127.0.0.1"],
});

/** The sum of the payments from a twin's organisation, in shillings. */
export const paidOut = (twin: MpesaTwin): number =>
  twin.statement(SHORT_CODE).reduce((sum, { withdrawn }) => sum + Number(withdrawn) / 100, 0);

/** Every request of some kinds goes wrong in the same way. */
export const always = (
  kind: FaultSettings["kinds"][number],
  ...calls: FaultSettings["calls"]
): FaultSettings => ({ ...noFaults, share: 1, kinds: [kind], calls });
