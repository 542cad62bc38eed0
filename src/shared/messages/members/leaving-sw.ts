import type { LeavingWords } from "./leaving-en.ts";

/** The words of a member's page about leaving the Sacco, in Kiswahili. */
export const leavingSw: LeavingWords = {
  title: "Ukiondoka",
  text: "Kiasi ambacho ungerudishiwa leo, na kinachozuia.",
  open: "Tazama marejesho yako",
  loading: "Inakokotoa marejesho yako",
  failed: "Hatukuweza kukokotoa marejesho yako",
  refund: "Marejesho leo",
  savings: "Akiba",
  account: "Akiba ya kutoa {accNo}",
  dividend: "Gawio ambalo halijalipwa",
  tax: "Kodi yake",
  loan: "Mkopo {loanNo}",
  inAll: "Ksh {amount}",
  shareCapital: "Hisa",
  shares: "{amount}, hazirudishwi. Unaweza kumpa mwanachama mwingine.",
  blocks: {
    title: "Unapoweza kuondoka",
    guarantees:
      "Wewe ni mdhamini wa mikopo ya wanachama wengine. Lazima ilipwe yote, au ipate mdhamini mwingine.",
    applications: "Una ombi la mkopo. Liondoe, au subiri hadi lilipwe.",
    choice: "Bado unaweza kuchagua gawio liende wapi. Litalipwa baada ya hapo.",
    dividend: "Gawio au malipo mengine kwako bado yako njiani.",
    owes: "Unadaiwa Ksh {short} zaidi ya ulichonacho. Lipa hizo kwanza.",
  },
  guaranteed: "{loanNo}, Ksh {amount}",
  until: "hadi {day}",
  untilUnknown: "mwisho haujulikani",
  today: "Unaweza kuondoka leo.",
  earliest: "Siku ya kwanza: {day}, kila kitu kikilipwa kwa wakati.",
  afterThat: "Unaweza kuondoka hayo yakishafanyika.",
  unknown: "Siku ya kwanza haijulikani bado.",
  how: "Iombe ofisi iandikishe. Marejesho hulipwa ndani ya siku {days} baada ya ombi lako.",
  recorded: "Ombi lako limeandikishwa. Marejesho yatalipwa kufikia {day}.",
};
