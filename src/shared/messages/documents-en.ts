import { statementsEn } from "./statements-en.ts";

/** Every word of a statement given out as a document, in English. */
export const documentsEn = {
  titles: statementsEn.titles,
  heads: statementsEn.heads,
  member: {
    name: "Name",
    memberNo: "Member No",
    printDate: "Print Date",
    tel: "Tel",
    idNo: "Id no",
    email: "Email",
    none: "Not given",
  },
  between: "{from} to {to}. Amounts in Kenya shillings.",
  upTo: "Up to {to}. Amounts in Kenya shillings.",
  asAt: "As at {to}. Amounts in Kenya shillings.",
  extract:
    "Extract: only the entries in which “{search}” is found. Totals are of the whole period.",
  extractOfList: "Extract: only the lines in which “{search}” is found. Totals are of all of them.",
  broughtForward: "Balance brought forward",
  totalAmount: "Total Amount",
  noEntries: "There are no entries.",
  proof: {
    none: "{brought} brought forward, no entries: {closing} at close.",
    one: "{brought} brought forward {sign} {net} in 1 entry = {closing} at close.",
    many: "{brought} brought forward {sign} {net} in {count} entries = {closing} at close.",
  },
  verification: {
    heading: "Verification code",
    how: "Scan, or enter the code at {address}. The page confirms the society, the name {name}, the period and the closing balance of Ksh {closing}, without signing in.",
    picture: "QR code of {address}",
  },
  foot: "Tell the office of any error in this statement.",
  page: "Page {page} of {pages}",
  sheet: "Statement",
  months: {
    "01": "January",
    "02": "February",
    "03": "March",
    "04": "April",
    "05": "May",
    "06": "June",
    "07": "July",
    "08": "August",
    "09": "September",
    "10": "October",
    "11": "November",
    "12": "December",
  },
};
