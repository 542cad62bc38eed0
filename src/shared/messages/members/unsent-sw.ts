import type { UnsentWords } from "./unsent-en.ts";

/** The words about what a member did offline and what waits to be sent, in Kiswahili. */
export const unsentSw: UnsentWords = {
  title: "Yanayosubiri kutumwa: {count}",
  page:
    "Tunahifadhi hili kwenye ukurasa huu na kulituma mtandao ukirudi. Ukifunga ukurasa, " +
    "litapotea.",
  pin: "Tunahifadhi hili hapa kwa PIN yako na kulituma mtandao ukirudi.",
  codeLater: "OTP inaweza kutumwa mtandao ukirudi tu.",
  keep: "Hifadhi hadi mtandao urudi",
  kept: "Imehifadhiwa hadi mtandao urudi",
  at: "Ilihifadhiwa {when}",
  sent: "Imetumwa: {what}",
  code: "Tayari kutumwa. Inahitaji OTP.",
  finish: "Pata OTP",
  stuck: "Hakuna jibu lililofika. Tutajaribu tena baada ya dakika chache.",
  rejected: "Haikutumwa. {why}",
  open: "Fungua fomu",
  replace: "Ubadilishe ulichoandika?",
  replaceText: "Fomu ina maneno mengine uliyoandika. Ukifungua hii, yatapotea.",
  keepTyped: "Acha nilichoandika",
  replaceIt: "Badilisha",
  again: "Tuma tena",
  changed: "Takwimu hizi zimebadilika tangu ulipoamua.",
  accept: "Tuma kwa takwimu mpya",
  unsure: "Huenda imeshafika. Hakikisha kabla ya kutuma tena.",
  discard: "Futa",
  discarded: "Imefutwa: {what}",
  locked: "Zilizofungwa kwa PIN yako: {count}",
  unlock: "Weka PIN yako ili kutuma",
  leave: "Unataka kutoka sasa?",
  leaveText: "Bado hayajatumwa: {count}. Ukitoka, yatapotea.",
  loan: "Ombi la mkopo, Ksh {amount}",
};
