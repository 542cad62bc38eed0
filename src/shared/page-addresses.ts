/**
 * The addresses of the specification, written as members know them, except those of the running
 * statements, which are declared with the statements.
 */
export const paths = {
  landing: "/",
  login: "/Login",
  signUp: "/SignUp",
  changePassword: "/ChangePassword",
  information: "/Information",
  verify: "/Verify",
  invitation: "/Invitation",
  privacy: "/Privacy",
  offline: "/Offline",
  app: "/app",
  memberDetails: "/app/MemberDetails",
  addLoanForm: "/app/AddLoanForm",
  loanList: "/app/LoanList",
  notes: "/app/Notes",
  questions: "/app/Questions",
  appLogin: "/app/Login",
  addMemberForm: "/app/AddMemberForm",
  updateLoanData: "/app/UpdateLoanData",
  splitDividend: "/app/SplitDividend",
  instant: "/app/Instant",
  loanStatement: "/app/LoanStatement",
  gurantorList: "/app/GurantorList",
  withdrawableStatement: "/app/WithdrawableStatement",
  // Our own, in addition to the specification's: a member's, then the staff's.
  guaranteeRequests: "/app/GuaranteeRequests",
  ownPrivacy: "/app/Privacy",
  ownSettings: "/app/MySettings",
  contributions: "/app/Contributions",
  transfer: "/app/Transfer",
  withdraw: "/app/Withdraw",
  payIn: "/app/PayIn",
  bankAccount: "/app/BankAccount",
  loanQueue: "/app/LoanQueue",
  loanApplication: "/app/LoanApplication",
  memberRecord: "/app/MemberRecord",
  memberExit: "/app/MemberExit",
  exits: "/app/Exits",
  contactChanges: "/app/ContactChanges",
  checkOff: "/app/CheckOff",
  imports: "/app/Import",
  loanPolicy: "/app/LoanPolicy",
  dividends: "/app/Dividends",
  settings: "/app/Settings",
  books: "/app/Books",
  audit: "/app/Audit",
  staff: "/app/Staff",
  mySecurity: "/app/MySecurity",
  privacyRequests: "/app/PrivacyRequests",
  payouts: "/app/Payouts",
  payIns: "/app/PayIns",
  counter: "/app/Counter",
  withdrawals: "/app/Withdrawals",
  reconciliation: "/app/Reconciliation",
  notices: "/app/Notices",
  approvals: "/app/Approvals",
  alerts: "/app/Alerts",
  system: "/app/System",
} as const;

/** Proper spellings of addresses that have to stay as they are. */
export const aliases: Readonly<Record<string, string>> = {
  "/app/GuarantorList": paths.gurantorList,
  "/app/Questioners": paths.questions,
};

/**
 * An address in the form it is compared: paths are case-insensitive and ignore a trailing slash.
 */
export function plainAddress(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end).toLowerCase();
}
