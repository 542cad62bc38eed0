import type { StaffRole } from "#shared/permissions.ts";

/** The demo's society: invented, like everybody in it. */
export const demoSociety = {
  organisation_name: "Uzima Hospital Staff Sacco",
  short_name: "Uzima Sacco",
  legal_name: "Uzima Hospital Staff Sacco Society Ltd",
  postal_address: "P.O. Box 00000-00100, Nairobi",
  phone: "0709 000 210",
  email: "help@uzimasacco.example",
  office_hours: "Monday to Friday, 08:00 to 16:30",
  office_hours_sw: "Jumatatu hadi Ijumaa, 08:00 hadi 16:30",
  office_place: "Block C, ground floor",
  office_place_sw: "Jengo C, ghorofa ya chini",
  debit_account: "01100200300400",
} as const;

/** The five notices to members; `{phone}` and `{email}` are filled from the society's settings. */
export const demoNotices = [
  {
    number: 1,
    title_en: "Use your member number.",
    text_en:
      "Log in with your member number to see your Sacco information: share statement, dividend " +
      "statement, guarantorship, loan statement, instant loan application, and posting a " +
      "question or suggestion.",
    title_sw: "Tumia nambari yako ya uanachama.",
    text_sw:
      "Ingia kwa nambari yako ya uanachama ili uone habari zako za Sacco: taarifa ya hisa, " +
      "taarifa ya gawio, udhamini, taarifa ya mkopo, kuomba mkopo wa papo, na kuuliza swali " +
      "au kutoa maoni.",
  },
  {
    number: 2,
    title_en: "Cannot get in?",
    text_en: "Contact the Sacco administrator by phone {phone} or email {email}.",
    title_sw: "Umeshindwa kuingia?",
    text_sw: "Wasiliana na msimamizi wa Sacco kwa simu {phone} au barua pepe {email}.",
  },
  {
    number: 3,
    title_en: "Which year?",
    text_en: "Dividends apply to last year’s shares, not the current year.",
    title_sw: "Gawio la mwaka gani?",
    text_sw: "Gawio ni la hisa za mwaka uliopita, si za mwaka huu.",
  },
  {
    number: 4,
    title_en: "Withholding tax.",
    text_en:
      "It applies only to members who choose to be paid dividends, not to other payment modes.",
    title_sw: "Kodi ya zuio.",
    text_sw: "Hukatwa tu kwa mwanachama anayechagua kulipwa gawio; njia nyingine hazikatwi kodi.",
  },
  {
    number: 5,
    title_en: "Confirm your mobile number.",
    text_en: "Dividends are paid through the number indicated, so members must confirm it.",
    title_sw: "Thibitisha nambari yako ya simu.",
    text_sw: "Gawio hulipwa kupitia nambari iliyoonyeshwa, kwa hivyo kila mwanachama aithibitishe.",
  },
] as const;

/** A person of the office. A person with the national ID of a member is that member. */
interface DemoStaff {
  readonly staffNo: string;
  readonly fullName: string;
  readonly role: StaffRole;
  readonly mobileNumber: string;
  readonly email: string;
  readonly nationalId: string;
}

/** The staff of the society's office. */
export const demoStaff: readonly DemoStaff[] = [
  {
    staffNo: "ST9001",
    fullName: "Akinyi Atieno Odhiambo",
    role: "clerk",
    mobileNumber: "+254709000211",
    email: "akinyi.odhiambo@uzimasacco.example",
    nationalId: "29000711",
  },
  {
    staffNo: "ST9002",
    fullName: "Mutua Kioko Musyoka",
    role: "loans-officer",
    mobileNumber: "+254709000212",
    email: "mutua.musyoka@uzimasacco.example",
    nationalId: "27000712",
  },
  {
    staffNo: "ST9003",
    fullName: "Amina Hassan Abdi",
    role: "administrator",
    mobileNumber: "+254709000213",
    email: "amina.abdi@uzimasacco.example",
    nationalId: "25000713",
  },
  // A member as well, who may approve everybody's loans but her own.
  {
    staffNo: "ST9004",
    fullName: "Mwende Ndunge Mutiso",
    role: "loans-officer",
    mobileNumber: "+254709000214",
    email: "mwende.mutiso@uzimasacco.example",
    nationalId: "24000314",
  },
  {
    staffNo: "ST9005",
    fullName: "Nyambura Wairimu Gitau",
    role: "treasurer",
    mobileNumber: "+254709000215",
    email: "nyambura.gitau@uzimasacco.example",
    nationalId: "23000715",
  },
  {
    staffNo: "ST9006",
    fullName: "Lemayian Ole Sankale",
    role: "auditor",
    mobileNumber: "+254709000216",
    email: "lemayian.sankale@uzimasacco.example",
    // Not recorded yet, which the portal reports as an alert.
    nationalId: "",
  },
  {
    staffNo: "ST9008",
    fullName: "Achieng Adhiambo Okoth",
    role: "teller",
    mobileNumber: "+254709000218",
    email: "achieng.okoth@uzimasacco.example",
    nationalId: "26000718",
  },
];

/** An invitation that the administrator requested and that waits for a second person. */
export const demoInvitation = {
  staffNo: "ST9007",
  fullName: "Wangui Muthoni Kariuki",
  role: "clerk",
  mobileNo: "+254709000217",
  email: "wangui.kariuki@uzimasacco.example",
  nationalId: "32000717",
  memberNo: null,
} as const;

/** The year's two returns in percent, the latest declared year first, then the ones before. */
export const demoRates = [
  { shareCapital: 14, deposits: 11 },
  { shareCapital: 13, deposits: 10.5 },
  { shareCapital: 13, deposits: 10 },
  { shareCapital: 12, deposits: 10 },
  { shareCapital: 12, deposits: 9.5 },
  { shareCapital: 10, deposits: 8 },
  { shareCapital: 11, deposits: 9 },
  { shareCapital: 12, deposits: 9 },
  { shareCapital: 11, deposits: 8.5 },
  { shareCapital: 10, deposits: 8 },
] as const;
