/** Sample values for the placeholders of messages; invented, as in the demo. */
const samples: Readonly<Record<string, string>> = {
  mobile: "9,500.00",
  shares: "7,000.00",
  bills: "1,250.00",
  code: "041882",
  until: "21 Apr 2026 09:12",
  name: "Wanjiku Kamau Mwangi",
  loanNo: "IL-2026-00417",
  toLoanNo: "IL-2026-00422",
  amount: "15,000.00",
  balance: "8,250.00",
  principal: "15,000.00",
  fee: "675.00",
  total: "15,675.00",
  months: "3",
  deduction: "5,225.00",
  schedule: "30 Apr 2026: Ksh 5,225.00\n31 May 2026: Ksh 5,225.00\n30 Jun 2026: Ksh 5,225.00",
  reason: "Deposits do not cover it",
  receipt: "TDE4K7Q2XA",
  year: "2025",
  version: "2",
  date: "15 Apr 2026",
  time: "17:00",
  tax: "750.00",
  borrower: "Otieno Ouma",
  guarantor: "Achieng Adhiambo",
  guarantorNo: "MS1004",
  who: "Amina Hassan Abdi",
  day: "1 Apr 2026",
  finding: "The books do not agree: 4 findings.",
  month: "Apr 2026",
  loans: "5,225.00",
  deposits: "2,000.00",
  held: "1,500.00",
  where: "IL-2026-00417",
  ends: "482",
  memberNo: "MS1013",
  address: "uzimasacco.example",
  from: "Otieno Ouma",
  budgetWas: "5,000.00",
  what: "make ST9007 treasurer",
  requester: "Mutua Kioko",
  staffNo: "ST9007",
  role: "Clerk",
  hours: "48",
  left: "7",
  id: "12",
  caseNo: "Q-2026-0031",
  count: "2",
  message: "loan-approved",
  mode: "PAY THROUGH EFT(MOBILE)",
  percent: "80",
  kept: "Messages",
  length: "60 days",
  budget: "5,000",
};

/** The samples with the society's own name and number. A placeholder without one shows dots. */
export function sampleValues(
  places: readonly string[],
  society: { readonly society: string; readonly phone: string },
): Record<string, string> {
  const all: Readonly<Record<string, string>> = { ...samples, ...society };
  return Object.fromEntries(places.map((place) => [place, all[place] || "…"]));
}

/** Whether a placeholder has a sample, other than those of the society itself. */
export function hasSample(place: string): boolean {
  return place in samples || place === "society" || place === "phone";
}
