/** The addresses of the specification, written as members know them. */
export const paths = {
  landing: "/",
  login: "/Login",
  signUp: "/SignUp",
  changePassword: "/ChangePassword",
  information: "/Information",
  verify: "/Verify",
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
  dividendList: "/app/DividendList",
  loanStatement: "/app/LoanStatement",
  gurantorList: "/app/GurantorList",
  shareCapital: "/app/ShareCapital",
  shareStatement: "/app/ShareStatement",
  withdrawableStatement: "/app/WithdrawableStatement",
} as const;

/** Proper spellings of addresses that have to stay as they are. */
export const aliases: Readonly<Record<string, string>> = {
  "/app/GuarantorList": paths.gurantorList,
  "/app/Questioners": paths.questions,
};

/** The address that opens a loan. */
export function loanAddress(loanNo: string): string {
  return `${paths.loanStatement}?loan=${encodeURIComponent(loanNo)}`;
}

/** The address that shows what was issued under a code. */
export function verifyAddress(code: string): string {
  return `${paths.verify}/${encodeURIComponent(code)}`;
}

/**
 * What stands behind /Verify in an address, empty when nothing does; null at any other address.
 */
export function codeInAddress(pathname: string): string | null {
  const match = /^\/verify(?:\/([^/]*))?\/?$/i.exec(pathname);
  if (!match) return null;
  try {
    return decodeURIComponent(match[1] ?? "");
  } catch {
    return match[1] ?? "";
  }
}

/** Where Login leads back to afterwards, kept in the address so that a reload keeps it too. */
export function loginAddress(from: string): string {
  return from === paths.app ? paths.login : `${paths.login}?next=${encodeURIComponent(from)}`;
}

/**
 * Reads where Login may lead to: a page of the member zone of this very site and nothing else, so
 * that a link cannot send a member who just signed in to somebody's copy of the portal.
 */
export function returnAddress(next: string | null): string {
  if (!next || !/^\/app(\/[A-Za-z]*)?([?#].*)?$/.test(next)) return paths.app;
  return next.startsWith(paths.appLogin) ? paths.app : next;
}

function plain(path: string): string {
  return path.replace(/(.)\/+$/, "$1").toLowerCase();
}

/**
 * Finds what stands at an address. Members type addresses as they remember them, so neither
 * capitals nor a stroke at the end matter.
 */
export function atAddress<T>(pages: Readonly<Record<string, T>>, pathname: string): T | undefined {
  const asked = plain(pathname);
  return Object.entries(pages).find(([path]) => plain(path) === asked)?.[1];
}
