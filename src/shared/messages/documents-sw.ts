import { statementsSw } from "./statements-sw.ts";
import type { documentsEn } from "./documents-en.ts";

/** Every word of a statement given out as a document, in Kiswahili. */
export const documentsSw: typeof documentsEn = {
  titles: statementsSw.titles,
  heads: statementsSw.heads,
  member: {
    name: "Jina",
    memberNo: "Nambari ya Mwanachama",
    printDate: "Tarehe ya Kuchapishwa",
    tel: "Simu",
    idNo: "Nambari ya Kitambulisho",
    email: "Barua pepe",
    none: "Haijatolewa",
  },
  between: "{from} hadi {to}. Kiasi ni shilingi za Kenya.",
  upTo: "Hadi {to}. Kiasi ni shilingi za Kenya.",
  asAt: "Kufikia {to}. Kiasi ni shilingi za Kenya.",
  extract: "Dondoo: maingizo yenye “{search}” pekee. Jumla ni za kipindi chote.",
  extractOfList: "Dondoo: mistari yenye “{search}” pekee. Jumla ni za mistari yote.",
  broughtForward: "Salio lililoletwa mbele",
  totalAmount: "Jumla ya Kiasi",
  noEntries: "Hakuna maingizo.",
  proof: {
    none: "{brought} zilizoletwa mbele, bila maingizo: {closing} mwishoni.",
    one: "{brought} zilizoletwa mbele {sign} {net} katika ingizo 1 = {closing} mwishoni.",
    many: "{brought} zilizoletwa mbele {sign} {net} katika maingizo {count} = {closing} mwishoni.",
  },
  verification: {
    heading: "Msimbo wa uthibitisho",
    how: "Changanua, au weka msimbo kwenye {address}. Ukurasa unathibitisha chama, jina {name}, kipindi na salio la mwisho la Ksh {closing}, bila kuingia.",
    picture: "Msimbo wa QR wa {address}",
  },
  foot: "Iarifu ofisi kuhusu kosa lolote katika taarifa hii.",
  page: "Ukurasa {page} kati ya {pages}",
  sheet: "Taarifa",
  months: {
    "01": "Januari",
    "02": "Februari",
    "03": "Machi",
    "04": "Aprili",
    "05": "Mei",
    "06": "Juni",
    "07": "Julai",
    "08": "Agosti",
    "09": "Septemba",
    "10": "Oktoba",
    "11": "Novemba",
    "12": "Desemba",
  },
};
