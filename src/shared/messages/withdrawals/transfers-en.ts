/** The words of a member's page for moving money between their own accounts, in English. */
export const transfersEn = {
  title: "Move money",
  lead: "From your withdrawable account to your deposits, share capital or a loan. At once, without a fee.",
  back: "Withdrawable account",
  loading: "Loading your accounts",
  failed: "Your accounts could not be loaded",
  blocked: {
    "not-active": {
      title: "You cannot move money now",
      text: "Your membership is not active. Call the office if that is not right.",
    },
    leaving: {
      title: "You cannot move money now",
      text: "You are leaving the society, so the office settles all your accounts together.",
    },
    "no-account": {
      title: "You have no withdrawable account",
      text: "Once you have one, you can move money from it here.",
    },
  },
  form: {
    title: "What to move",
    from: "From account",
    to: "To",
    destinations: { deposits: "Deposits", "share-capital": "Share capital", loan: "A loan" },
    loan: "Loan",
    chooseLoan: "Choose the loan to repay",
    owes: "{loanNo}, Ksh {owed} owed",
    noLoans: "You have no loan to repay.",
    amount: "Amount in Ksh",
    upTo: "At most {most}",
    more: "Use at most Ksh {most}.",
    move: "Move the money",
  },
  preview: {
    title: "After the move",
    account: "Withdrawable account",
    empty: "Type an amount to see both balances after the move.",
    change: "{before} → {after}",
    final: {
      deposits: "Deposits cannot be withdrawn while you are a member.",
      "share-capital": "Share capital cannot be withdrawn. You can only pass it to another member.",
      loan: "The repayment counts today.",
    },
  },
  confirm: {
    title: "Move Ksh {amount}?",
    text: "From withdrawable account {account} to {where}.",
    where: {
      deposits: "your deposits",
      "share-capital": "your share capital",
      loan: "loan {loanNo}",
    },
    yes: "Move Ksh {amount}",
    no: "Change something",
  },
  done: "Ksh {amount} was moved",
  doneDetail: "Reference {reference}",
  history: {
    title: "What you moved",
    none: "Nothing moved yet",
    noneText: "Each move appears here with its reference.",
    heads: { when: "Date", to: "To", reference: "Reference", amount: "Amount Ksh" },
  },
  card: {
    title: "Withdrawable account",
    statement: "Statement",
    loading: "Loading your withdrawable account",
    failed: "Your withdrawable account could not be loaded",
    none: "You have no withdrawable account yet. It is free, and you can pay in by M-Pesa.",
    open: "Open a withdrawable account",
    opened: "Your account {account} is open",
    balance: "Balance of {account}",
    withdraw: "Withdraw",
    move: "Move money",
  },
};

export type TransferWords = typeof transfersEn;
