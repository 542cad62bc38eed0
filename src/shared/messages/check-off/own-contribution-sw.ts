import type { OwnContributionWords } from "./own-contribution-en.ts";

/** The words of a member's page for their monthly contribution, in Kiswahili. */
export const ownContributionSw: OwnContributionWords = {
  title: "Akiba ya kila mwezi",
  text: "Kiasi ambacho mwajiri wako hukata kwa akiba yako kila mwezi.",
  open: "Ibadilishe",
  loading: "Inapakia akiba yako ya kila mwezi",
  failed: "Akiba yako ya kila mwezi haikupakika",
  now: "Mwezi huu",
  none: "Hakuna kiasi kilichokubaliwa hapa bado. Mwajiri wako anaendelea kama awali.",
  blocked: {
    "not-active": "Uanachama wako haujawashwa. Piga simu ofisini kama si sahihi.",
    "no-deposits": "Hatupokei akiba kwa makato. Tumia Lipa badala yake.",
  },
  form: "Ibadilishe",
  amount: "Kiasi kwa mwezi, Ksh",
  bounds: "Shilingi kamili, kuanzia {least} hadi {most}.",
  from: "Kuanzia",
  rule: "Kinatumika hadi ukibadilishe tena. Tunamjulisha mwajiri wako katika taarifa ya mwezi huo.",
  submit: "Badilisha kuanzia {month}",
  done: "Kuanzia {month} unaweka akiba Ksh {amount} kwa mwezi",
  changes: "Mabadiliko",
  noChanges: "Hakuna mabadiliko bado",
  states: {
    "to-come": "Mwajiri wako hajajulishwa bado",
    advised: "Mwajiri wako amejulishwa",
    cancelled: "Limeghairiwa",
  },
  cancel: "Ghairi",
  cancelOne: "Ghairi badiliko la kuanzia {month}",
  cancelled: "Badiliko la kuanzia {month} limeghairiwa",
};
