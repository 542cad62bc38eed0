import type { ProfileWords } from "./profile-en.ts";

/** The words of a member's first page and notices, in Kiswahili. */
export const profileSw: ProfileWords = {
  title: "Wasifu wa Mwanachama",
  welcome: "Karibu, {name}",
  asAt: "Kufikia {when}",
  have: "Ulicho nacho",
  savings: "Akiba",
  savingsFact: "Msingi wa kiasi unachoweza kukopa",
  shareCapital: "Hisa",
  shareCapitalFact: "Hubaki kwenye Sacco; unaweza kuzihamisha ukitoka",
  dividend: "Gawio la Kulipwa",
  dividendFact: "Limetangazwa, halijalipwa",
  details: "Maelezo yako",
  memberNo: "Nambari ya Mwanachama",
  mobileNo: "Nambari ya Simu",
  email: "Barua pepe",
  idNo: "Nambari ya Kitambulisho",
  payrollNo: "Nambari ya mshahara",
  kraPin: "PIN ya KRA",
  nextOfKin: "Ndugu wa Karibu {number}",
  notices: "Matangazo",
  loading: "Inapakia wasifu wako",
  failed: "Hatukuweza kupakia maelezo yako",
  totalFailed: "Haikuweza kupakiwa",
  retryTotal: "Jaribu tena {total}",
  wrong: "Kuna kosa hapa? Iambie ofisi.",
  notes: {
    title: "Matangazo",
    lead: "Matangazo ya chama kwa wanachama wake.",
  },
};
