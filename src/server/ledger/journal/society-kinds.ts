import type { PermittedKind } from "./permitted-kind.ts";

/** The kinds of entry that move the society's own money only: permitted beside those of members. */
export const societyKinds = {
  "cash-drawn": {
    name: "Cash drawn from the bank for the office",
    debit: ["cash"],
    credit: ["bank"],
  },
  "bank-charge": { name: "Charge of the bank", debit: ["bank-charges"], credit: ["bank"] },
  "mpesa-charge": { name: "Charge of M-Pesa", debit: ["mpesa-charges"], credit: ["mobile-money"] },
  "mpesa-charge-at-bank": {
    name: "Charge of M-Pesa paid by the bank",
    debit: ["mpesa-charges"],
    credit: ["bank"],
  },
  "expense-by-bank": {
    name: "Operating expense paid by the bank",
    debit: ["operating-expenses"],
    credit: ["bank"],
  },
  "expense-by-mpesa": {
    name: "Operating expense paid by M-Pesa",
    debit: ["operating-expenses"],
    credit: ["mobile-money"],
  },
  "expense-in-cash": {
    name: "Operating expense paid in cash",
    debit: ["operating-expenses"],
    credit: ["cash"],
  },
  "bank-interest-received": {
    name: "Interest received at the bank",
    debit: ["bank"],
    credit: ["bank-interest"],
  },
  "other-income-at-bank": {
    name: "Other income received at the bank",
    debit: ["bank"],
    credit: ["other-income"],
  },
  "other-income-by-mpesa": {
    name: "Other income received by M-Pesa",
    debit: ["mobile-money"],
    credit: ["other-income"],
  },
  "other-income-in-cash": {
    name: "Other income received in cash",
    debit: ["cash"],
    credit: ["other-income"],
  },
  "insurance-premiums-paid": {
    name: "Insurance premiums passed on",
    debit: ["insurance-premiums"],
    credit: ["bank"],
  },
  "welfare-paid": {
    name: "Paid out of the welfare fund",
    debit: ["welfare-fund"],
    credit: ["bank"],
  },
  "capital-grant-received": {
    name: "Grant received as capital",
    debit: ["bank"],
    credit: ["institutional-capital"],
  },
  "surplus-to-statutory-reserve": {
    name: "Surplus transferred to the statutory reserve",
    debit: ["retained-surplus"],
    credit: ["statutory-reserve"],
  },
  "surplus-to-institutional-capital": {
    name: "Surplus transferred to institutional capital",
    debit: ["retained-surplus"],
    credit: ["institutional-capital"],
  },
  "dividends-from-surplus": {
    name: "Dividends taken from the retained surplus",
    debit: ["retained-surplus"],
    credit: ["dividend-appropriation"],
  },
  "surplus-brought-forward": {
    name: "Retained surplus brought forward",
    debit: ["opening-balances"],
    credit: ["retained-surplus"],
  },
  "deficit-brought-forward": {
    name: "Accumulated deficit brought forward",
    debit: ["retained-surplus"],
    credit: ["opening-balances"],
  },
  "reserve-brought-forward": {
    name: "Statutory reserve brought forward",
    debit: ["opening-balances"],
    credit: ["statutory-reserve"],
  },
  "capital-brought-forward": {
    name: "Institutional capital brought forward",
    debit: ["opening-balances"],
    credit: ["institutional-capital"],
  },
} as const satisfies Record<string, PermittedKind>;
