/** The words of the staff's shell, in English. */
export const staffEn = {
  menu: {
    loanQueue: "Loan queue",
    members: "Members",
    approvals: "Approvals",
    addMember: "Add member",
    contactChanges: "Contact changes",
    exits: "Exits",
    checkOff: "Check-off",
    imports: "Import",
    dividends: "Dividends",
    payouts: "Payouts",
    loanPolicy: "Loan policy",
    settings: "Settings",
    books: "Books",
    audit: "Audit trail",
    privacy: "Data requests",
    suggestions: "Suggestions",
    staff: "Staff",
    mySecurity: "My security",
    notices: "Notices",
    waiting: {
      late: "past their day: {count}",
      exceptions: "to look into: {count}",
      daysLeft: "days left for the first: {days}",
    },
    groups: {
      daily: "Every day",
      money: "Money",
      requests: "Requests",
      books: "Accounts",
      society: "The society",
    },
    short: {
      loanQueue: "Loans",
      members: "Members",
      dividends: "Dividends",
      checkOff: "Check-off",
    },
  },
  held: {
    title: "This is a copy of the society’s books",
    text:
      "It sends no messages and makes no payouts. Only look at the books here, until whoever " +
      "runs the server releases it.",
  },
  roles: {
    clerk: "Clerk",
    "loans-officer": "Loans officer",
    treasurer: "Treasurer",
    administrator: "Administrator",
    auditor: "Auditor",
  },
  titles: {
    updateLoan: "Update Loan Data",
    application: "Application",
    record: "Member record",
    exit: "Exit",
  },
  soon: {
    heading: "This part is not open yet",
    text: "It is being built, and it will open at this very address.",
  },
  mayNot: {
    heading: "Your role does not open this page",
    text: "You are signed in as {role}. Ask the administrator if this should be yours to do.",
  },
};

export type StaffWords = typeof staffEn;
