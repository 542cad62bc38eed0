import type { SignedInWords } from "./signed-in-en.ts";

/** The words around every page of somebody signed in, in Kiswahili. */
export const signedInSw: SignedInWords = {
  changes: {
    title: "Taarifa zimebadilika",
    text: "Linganisha ulichoona na hali ya sasa. Hakuna kilichoamuliwa bado.",
    fact: "Maelezo",
    before: "Uliyoona",
    now: "Sasa",
    none: "Hakuna",
  },
  staffOnly: {
    title: "Kwa ofisi",
    heading: "Sehemu hii ni ya wafanyakazi wa Sacco",
    text:
      "Hakuna kilichoharibika, na akaunti yako haijabadilika. Ikiwa ulielekezwa hapa, uliza " +
      "ofisi unachohitaji kufanya.",
    back: "Nenda kwenye wasifu wako",
  },
  idle: {
    title: "Bado upo?",
    before: "Hukutumia akaunti kwa dakika {minutes}. Tutakutoa baada ya",
    after: "ili kulinda akaunti yako. Ulichoandika kitakuwa hapa ukirudi.",
    stay: "Baki",
    logOut: "Toka",
  },
  signOut: {
    done: "Umetoka",
    doneDetail: "Hakuna taarifa zako zilizobaki kwenye simu au kompyuta hii.",
  },
};
