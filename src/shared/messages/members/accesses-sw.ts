import type { LooksWords } from "./accesses-en.ts";

/** The texts of the list of accesses to a member's record, for desk and member, in Kiswahili. */
export const accessesSw: LooksWords = {
  title: "Waliofungua rekodi hii",
  yours: "Waliofungua rekodi yako",
  nobody: "Hakuna hadi sasa",
  yoursNone: "Mtu wa ofisi akifungua rekodi yako, utaona ni nani na lini.",
  loading: "Inapakia waliofungua rekodi",
  failed: "Hatukuweza kupakia waliofungua rekodi",
  rest: "Onyesha wengine",
  more: "Onyesha za awali",
  when: "{date}, {time}",
  what: {
    record: "Alifungua rekodi",
    details: "Alisoma maelezo",
    statement: "Alisoma taarifa au jumla",
    document: "Alitoa taarifa ya akaunti",
    loans: "Alisoma kuhusu mkopo",
    accesses: "Alisoma waliofungua rekodi",
  },
};
