/** The words of a member's page for their bank account, in English. */
export const ownBankEn = {
  title: "Bank account",
  lead: "Payments by the office can go to your own bank account.",
  back: "Member Profile",
  link: "Give or change it",
  loading: "Loading your bank account",
  failed: "Your bank account could not be loaded",
  blocked: {
    "not-active": {
      title: "You cannot give a bank account now",
      text: "Your membership is not active. Call the office if that is not right.",
    },
    number: {
      title: "Confirm your mobile number first",
      text: "The code for your bank account goes to your own number. While a change of number waits, no account can be given.",
    },
    held: {
      title: "You can give a bank account tomorrow",
      text: "Your password was changed less than a day ago. To keep your money safe, no account can be given before {date}, {time}.",
    },
  },
  confirmNumber: "Confirm my number",
  shown: {
    current: "Your bank account",
    waiting: "Waits for the office",
    none: "No bank account yet",
    noneText: "Without one, the office pays you by cheque or in cash.",
    bankName: "Bank",
    branchCode: "Bank and branch code",
    accountNo: "Account number",
    accountName: "Account name",
    state: "Money can go there",
    progress: {
      approval: "Once approved",
      waiting: "From {at}",
      usable: "Yes",
    },
    byOffice: "The office asked for this account. If that was not agreed with you, stop it.",
    stop: "Stop this account",
    stopTitle: "Stop the account {account}?",
    stopText:
      "No more money goes there. To use it again you have to give it again and wait 72 hours.",
    keep: "Keep it",
    stopped: "The account {account} was stopped",
  },
  form: {
    give: "Give your bank account",
    change: "Give another bank account",
    rule: "The office approves it, and money goes there 72 hours later. Once approved, another account replaces this one at once.",
    bankName: "Bank",
    branchCode: "Bank and branch code",
    branchHint: "Five or six digits, as on a cheque.",
    accountNo: "Account number",
    accountName: "Account name",
    nameHint: "Your own account, with the name as the bank has it.",
    next: "Continue",
    question: "Be paid to this account?",
    text: "{bank}, branch {branch}, account {account} of {name}. Check each digit: the bank pays whoever has this number.",
    again: "Change something",
    need: "Press Send code first, then type the code from the message.",
    send: "Send code to {number}",
    submit: "Send to the office",
  },
  done: "Your bank account was sent to the office",
  doneDetail: "We text you when the office has decided.",
};

export type OwnBankWords = typeof ownBankEn;
