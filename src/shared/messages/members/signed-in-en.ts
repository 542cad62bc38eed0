/** The words around every page of somebody signed in, in English. */
export const signedInEn = {
  menu: {
    label: "Menu",
    main: "Main",
    whole: "Full menu",
    you: "You",
    memberNo: "Member No",
    profile: "Member Profile",
    applyLoan: "Apply Instant Loan",
    dividends: "Dividend List",
    loans: "Loan Stmt List",
    guarantors: "Guarantor List",
    shareCapital: "Share Capital List",
    shareStatement: "Share Statement",
    withdrawable: "W/drawable Stmt",
    notes: "Notes",
    questions: "Questioners",
    settings: "Settings",
    desk: "The desk",
    own: "My own account",
    logOut: "Log Out",
    short: {
      profile: "Profile",
      loan: "Loan",
      dividend: "Dividend",
      savings: "Savings",
      menu: "Menu",
    },
  },
  changes: {
    title: "This has changed",
    text: "Compare what you saw with what it is now. Nothing has been decided yet.",
    fact: "Detail",
    before: "You saw",
    now: "Now",
    none: "None",
  },
  staffOnly: {
    title: "For the office",
    heading: "This part is for the Sacco's staff",
    text: "There is no problem with your account. If someone sent you here, ask the office what to do.",
    back: "Go to your profile",
  },
  idle: {
    title: "Are you still there?",
    before: "You have not used the portal for {minutes} minutes. We will log you out in",
    after: "to keep your account safe. Everything you typed will be here when you log in again.",
    stay: "Stay logged in",
    logOut: "Log Out",
  },
  offline: {
    kept: "You can read what is kept here.",
    next: "To read offline next time, turn on Read offline in Settings.",
    asAt: "As at {when}",
  },
  onPaper: "Copy of the screen, {day}. Not an official document.",
  signOut: {
    done: "You are logged out",
    doneDetail: "Nothing about you is left on this phone or computer.",
  },
};

export type SignedInWords = typeof signedInEn;
