import { MpesaTwin } from "./mpesa.ts";

/** The settings that the parent process sends: one organisation, whose money is in shillings. */
interface Settings {
  readonly shortCode: string;
  readonly name: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly initiatorName: string;
  readonly securityCredential: string;
  readonly passkey: string;
  readonly phones: readonly { readonly msisdn: string; readonly name: string }[];
}

const PIN = "1234";
const ON_EACH_PHONE = 50_000_00n;
/** The money of the organisation for its payments to phones. */
const OF_ORGANISATION = 5_000_000_00n;

// A separate process, like M-Pesa: it starts with its parent's settings and ends with it.
process.once("message", (settings: Settings) => {
  const { phones, ...organisation } = settings;
  const twin = new MpesaTwin({
    organisations: [{ ...organisation, balance: OF_ORGANISATION }],
    phones: phones.map((phone) => ({ ...phone, pin: PIN, balance: ON_EACH_PHONE })),
    pinOfOthers: PIN,
  });
  void twin.open().then((address) => process.send?.(address));
});
process.once("disconnect", () => process.exit());
// The parent decides when to stop; a Ctrl-C in the terminal reaches both.
process.on("SIGINT", () => {});
