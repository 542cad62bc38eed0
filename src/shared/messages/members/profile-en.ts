/** The words of a member's first page and notices, in English. */
export const profileEn = {
  title: "Member Profile",
  welcome: "Welcome, {name}",
  asAt: "As at {when}",
  have: "What you have",
  savings: "Savings",
  savingsFact: "Your borrowing is based on this",
  shareCapital: "Share Capital",
  shareCapitalFact: "Stays in the Sacco; transferable when you leave",
  dividend: "Dividend Payable",
  dividendFact: "Declared but not yet paid",
  details: "Your details",
  memberNo: "Member No",
  mobileNo: "Mobile No",
  email: "Email",
  idNo: "Id no",
  payrollNo: "Payroll number",
  kraPin: "KRA PIN",
  nextOfKin: "Next of Kin {number}",
  notices: "Notices",
  loading: "Loading your profile",
  failed: "We could not load your details",
  totalFailed: "Could not be loaded",
  retryTotal: "Retry {total}",
  wrong: "Is something here wrong? Tell the office.",
  notes: {
    title: "Notes",
    lead: "Notices from the Sacco to its members.",
  },
};

export type ProfileWords = typeof profileEn;
