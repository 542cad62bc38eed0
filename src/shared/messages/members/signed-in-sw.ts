import type { SignedInWords } from "./signed-in-en.ts";

/** The words around every page of somebody signed in, in Kiswahili. */
export const signedInSw: SignedInWords = {
  menu: {
    label: "Menyu",
    main: "Kuu",
    whole: "Menyu nzima",
    you: "Wewe",
    memberNo: "Mwanachama Na.",
    profile: "Wasifu wa Mwanachama",
    applyLoan: "Omba Mkopo wa Papo",
    dividends: "Orodha ya Gawio",
    loans: "Taarifa ya Mikopo",
    guarantors: "Orodha ya Wadhamini",
    shareCapital: "Orodha ya Hisa",
    shareStatement: "Taarifa ya Akiba",
    withdrawable: "Amana Unazoweza Kutoa",
    notes: "Matangazo",
    questions: "Maswali",
    settings: "Mipangilio",
    desk: "Dawati la ofisi",
    own: "Akaunti yangu",
    logOut: "Toka",
    short: {
      profile: "Wasifu",
      loan: "Mkopo",
      dividend: "Gawio",
      savings: "Akiba",
      menu: "Menyu",
    },
  },
  changes: {
    title: "Maelezo yamebadilika",
    text: "Linganisha ulichoona na hali ya sasa. Hakuna kilichoamuliwa bado.",
    fact: "Maelezo",
    before: "Uliyoona",
    now: "Sasa",
    none: "Hakuna",
  },
  staffOnly: {
    title: "Kwa ofisi",
    heading: "Sehemu hii ni ya wafanyakazi wa Sacco",
    text: "Akaunti yako iko sawa. Ikiwa ulielekezwa hapa, uliza ofisi la kufanya.",
    back: "Nenda kwenye wasifu wako",
  },
  idle: {
    title: "Bado upo?",
    before: "Hukutumia akaunti kwa dakika {minutes}. Tutakutoa baada ya",
    after: "ili kulinda akaunti yako. Ulichoandika kitakuwa hapa ukirudi.",
    stay: "Baki",
    logOut: "Toka",
  },
  offline: {
    kept: "Unaweza kusoma yaliyohifadhiwa hapa.",
    next: "Ili usome bila mtandao wakati mwingine, washa Soma bila mtandao kwenye Mipangilio.",
    asAt: "Kufikia {when}",
  },
  onPaper: "Nakala ya skrini, {day}. Si hati rasmi.",
  signOut: {
    done: "Umetoka",
    doneDetail: "Hakuna maelezo yako yaliyobaki kwenye simu au kompyuta hii.",
  },
};
