/** The words of a member's page about leaving the Sacco, in English. */
export const leavingEn = {
  title: "If you leave",
  text: "The money you would get back today, and what prevents it.",
  open: "See your refund",
  loading: "Calculating your refund",
  failed: "We could not calculate your refund",
  refund: "Refund today",
  savings: "Savings",
  account: "Withdrawable savings {accNo}",
  dividend: "Dividend not paid yet",
  tax: "Tax on it",
  loan: "Loan {loanNo}",
  inAll: "Ksh {amount}",
  shareCapital: "Share capital",
  shares: "{amount}, not refunded. You can transfer it to another member.",
  blocks: {
    title: "When you can leave",
    guarantees:
      "You guarantee other members' loans. They must be paid off, or have another guarantor.",
    applications: "You have an open loan application. Withdraw it, or wait until it is paid out.",
    choice: "You can still choose where a dividend goes. It is paid after that.",
    dividend: "A dividend or another payment to you is still on its way.",
    owes: "You owe Ksh {short} more than you have. Pay that first.",
  },
  guaranteed: "{loanNo}, Ksh {amount}",
  until: "until {day}",
  untilUnknown: "end date unknown",
  today: "You can leave today.",
  earliest: "Earliest day: {day}, if everything is paid on time.",
  afterThat: "You can leave as soon as that is done.",
  unknown: "The earliest day is not known yet.",
  how: "Ask the office to record it. The refund is paid within {days} days of your request.",
  recorded: "Your request is recorded. The refund is due by {day}.",
};

export type LeavingWords = typeof leavingEn;
