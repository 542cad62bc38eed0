/** The privacy notice as the server gives it out, in English. */
export const privacyNoticeEn = {
  who: "Who keeps your data",
  whoText:
    "{society} decides what is kept about its members and is responsible for it. Its staff " +
    "see only what their work needs, and everything they open is recorded.",
  what: "What is kept, why and for how long",
  shared: "Who else sees it",
  sharedText:
    "We give your mobile number to the company that sends our SMS, and to the mobile money provider when you are paid. Your employer sends your deductions to us. We give KRA and the regulator what the law requires. A borrower and a guarantor see each other's names. We share nothing with anyone else, and we sell nothing.",
  rights: "What you can ask for",
  rightsList: {
    access:
      "See what is kept about you: open the Privacy page, or ask the office, which answers in {days} days.",
    copy: "Get a copy of all of it: download it at once, or get it on paper in {days} days.",
    correction: "Have a mistake corrected within {days} days.",
    erasure:
      "Ask us to erase what we do not need to keep: we answer in {days} days, and tell you what we must keep and until when.",
  },
  how: "How to ask",
  howText:
    "Log in and open Privacy, write to the office, or visit it. It is free. If you are not satisfied with the answer, you can complain to the Office of the Data Protection Commissioner in Nairobi (odpc.go.ke).",
  held: {
    register: {
      title: "Who you are",
      what: "Name, member number, national ID number, the date you joined",
      why: "Required by the laws on co-operatives and against money laundering",
    },
    contact: {
      title: "How to reach you",
      what: "Mobile number, email, postal address",
      why: "To send codes, receipts and your dividend to the right person",
    },
    kin: {
      title: "Next of kin",
      what: "The names you gave",
      why: "To know who to call. You can have them erased at any time",
    },
    money: {
      title: "Your money",
      what: "Every entry on your accounts, deductions, dividends, payments, statements issued",
      why: "The laws on Saccos and tax require us to keep accounts",
    },
    loans: {
      title: "Loans and guarantees",
      what: "What you applied for and how it was decided, what you repaid, who you guarantee",
      why: "To manage the loan, and as part of our accounts",
    },
    login: {
      title: "Your login",
      what: "When you logged in; your password, stored as a one-way hash that nobody can read back",
      why: "To let you in, and nobody else",
    },
    messages: {
      title: "Messages",
      what: "The number, time and kind of each SMS or email we sent you",
      why: "To find out why a message did not arrive",
    },
    accesses: {
      title: "Who opened your record",
      what: "Who at the office opened your record, and every change made to it",
      why: "So that you and the auditor can check the office",
    },
    requests: {
      title: "Your requests",
      what: "What you asked about your data, and the answer",
      why: "To show that you were answered in time",
    },
  },
  keep: {
    leaving: "Until you leave",
    afterLeaving: "{span} after you leave",
    afterwards: "{span} afterwards",
    whole:
      "As long as the accounts, and in full: nothing in this log can be changed. It records numbers, not what your record says.",
    days: { one: "1 day", many: "{count} days" },
    months: { one: "1 month", many: "{count} months" },
    years: { one: "1 year", many: "{count} years" },
  },
};

export type PrivacyNoticeWords = typeof privacyNoticeEn;
