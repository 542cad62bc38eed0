import type { AccountNames } from "./account-names-en.ts";

/** The ledger accounts by what the office calls them, in Kiswahili. */
export const accountNamesSw: AccountNames = {
  bank: "Benki",
  cash: "Fedha taslimu ofisini",
  "mobile-money": "M-Pesa",
  "check-off-clearing": "Makato yanayodaiwa mwajiri",
  "check-off-suspense": "Makato yasiyopangiwa bado",
  "mpesa-suspense": "Malipo ya M-Pesa yasiyopangiwa bado",
  "dividend-appropriation": "Ziada iliyotengwa kwa gawio",
  "interest-on-deposits": "Riba ya amana za wanachama",
  "payout-clearing": "Malipo yaliyo njiani kwa wanachama",
  "withholding-tax-payable": "Kodi ya zuio ya kuwasilisha",
  "hospital-bills-payable": "Bili za hospitali za wanachama",
  "fee-income": "Ada za mikopo",
  "membership-fees": "Ada za usajili na uanachama",
  "welfare-fund": "Mfuko wa ustawi wa wanachama",
  "insurance-premiums": "Malipo ya bima ya kupelekwa",
  "opening-balances": "Salio zilizoletwa mbele",
  "member-deposits": "Amana",
  "share-capital": "Hisa",
  "withdrawable-deposits": "Amana zinazoweza kutolewa",
  "dividend-payable": "Gawio la kulipwa",
  "exit-clearing": "Pesa za wanaotoka",
  "share-transfers": "Hisa zilizo njiani kati ya wanachama",
  "loan-receivable": "Mikopo",
};
