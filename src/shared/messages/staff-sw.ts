import type { StaffWords } from "./staff-en.ts";

/** The words of the staff's shell, in Kiswahili. */
export const staffSw: StaffWords = {
  menu: {
    loanQueue: "Foleni ya mikopo",
    members: "Wanachama",
    approvals: "Uidhinishaji",
    addMember: "Sajili mwanachama",
    contactChanges: "Mabadiliko",
    exits: "Wanaotoka",
    checkOff: "Makato",
    imports: "Uingizaji",
    dividends: "Gawio",
    payouts: "Malipo ya simu",
    loanPolicy: "Sera ya mikopo",
    settings: "Mipangilio",
    books: "Vitabu",
    audit: "Ukaguzi",
    privacy: "Maombi ya taarifa",
    suggestions: "Maoni",
    staff: "Wafanyakazi",
    mySecurity: "Usalama wangu",
    notices: "Matangazo",
    waiting: {
      late: "zilizopita siku yake: {count}",
      exceptions: "za kuangaliwa: {count}",
      daysLeft: "siku zilizobaki kwa la kwanza: {days}",
    },
    groups: {
      daily: "Kila siku",
      money: "Fedha",
      requests: "Maombi",
      books: "Hesabu",
      society: "Chama",
    },
    short: {
      loanQueue: "Mikopo",
      members: "Wanachama",
      dividends: "Gawio",
      checkOff: "Makato",
    },
  },
  held: {
    title: "Hii ni nakala ya vitabu vya chama",
    text:
      "Haitumi ujumbe wala kufanya malipo. Itumie kuangalia vitabu tu, hadi anayesimamia seva " +
      "atakapoifungua.",
  },
  roles: {
    clerk: "Karani",
    "loans-officer": "Afisa wa mikopo",
    treasurer: "Mweka hazina",
    administrator: "Msimamizi",
    auditor: "Mkaguzi",
  },
  titles: {
    updateLoan: "Rekebisha Mkopo",
    application: "Ombi",
    record: "Rekodi ya mwanachama",
    exit: "Utokaji",
  },
  soon: {
    heading: "Sehemu hii haijafunguliwa",
    text: "Inajengwa, na itafunguliwa kwenye anwani hii hii.",
  },
  mayNot: {
    heading: "Nafasi yako haifungui ukurasa huu",
    text: "Umeingia kama {role}. Uliza msimamizi ikiwa hii inapaswa kuwa kazi yako.",
  },
};
