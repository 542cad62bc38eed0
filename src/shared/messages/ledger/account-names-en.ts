/** The ledger accounts by what the office calls them, in English. */
export const accountNamesEn = {
  bank: "Bank",
  cash: "Cash at the office",
  "mobile-money": "M-Pesa",
  "check-off-clearing": "Check-off due from the employer",
  "check-off-suspense": "Check-off in suspense",
  "mpesa-suspense": "M-Pesa payments in suspense",
  "dividend-appropriation": "Surplus appropriated to dividends",
  "interest-on-deposits": "Interest on members' deposits",
  "payout-clearing": "Payouts on their way to members",
  "withholding-tax-payable": "Withholding tax to remit",
  "hospital-bills-payable": "Members' hospital bills to pay",
  "fee-income": "Loan fees",
  "membership-fees": "Registration and membership fees",
  "welfare-fund": "Members' welfare fund",
  "insurance-premiums": "Insurance premiums to pass on",
  "opening-balances": "Balances brought forward",
  "member-deposits": "Deposits",
  "share-capital": "Share capital",
  "withdrawable-deposits": "Withdrawable deposits",
  "dividend-payable": "Dividend payable",
  "exit-clearing": "Refunds to members who leave",
  "share-transfers": "Share capital on its way between members",
  "loan-receivable": "Loans",
};

export type AccountNames = typeof accountNamesEn;
