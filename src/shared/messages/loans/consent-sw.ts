import type { loanConsentEn } from "./consent-en.ts";

/** The loan desk's texts for a change that needs the member's consent, in Kiswahili. */
export const loanConsentSw: typeof loanConsentEn = {
  consent: {
    title: "Inasubiri idhini ya mwanachama",
    text: "{by} alipendekeza hili {day}. Litamgharimu {member} zaidi, na lazima akubali kufikia {until}. Mkopo hauwezi kuidhinishwa kabla ya hapo.",
    howTo:
      "Mwanachama anaweza kukubali kwenye akaunti yake. Akiwa nawe, tuma msimbo kwenye simu yake. SMS inataja kiasi kipya. Andika msimbo pale tu mwanachama anapokupa.",
    send: "Tuma msimbo",
    code: "Msimbo wa mwanachama",
    codeHint: "Tarakimu 6, kutoka simu ya mwanachama",
    need: "Tuma msimbo kwanza, kisha uandike hapa",
    apply: "Fanya badiliko",
    applied: "Mwanachama amekubali. Kiasi kipya kinatumika.",
    withdraw: "Ondoa badiliko",
    withdrawQuestion: "Uondoe badiliko la {loanNo}?",
    withdrawText: "Ombi linabaki {amount}. Mwanachama ataambiwa.",
    withdrawn: "Badiliko limeondolewa. Mwanachama ameambiwa.",
    keep: "Bado",
    own: "Mkopo huu unakuhusu, kwa hivyo mwenzako atashughulikia badiliko.",
    other: "Mtu mwenye ruhusa ya kurekebisha mikopo hutuma msimbo au kuondoa badiliko.",
    propose: "Muulize mwanachama",
    consequence:
      "Hili litamgharimu mwanachama zaidi, kwa hivyo lazima akubali kwanza, kwenye akaunti yake au kwa msimbo. Kabla ya hapo hakuna kinachobadilika na mkopo hauwezi kuidhinishwa.",
    proposed: "Mwanachama ameombwa akubali.",
    past: {
      agreed: "Mwanachama alikubali {amount}",
      declined: "Mwanachama alikataa {amount}",
      withdrawn: "Badiliko la {amount} liliondolewa",
      expired: "Mwanachama hakujibu badiliko la {amount}",
      void: "Badiliko la {amount} halitumiki tena",
    },
    pastProposed: "{by} alilipendekeza {day}: jumla {total}, {repayment} kwa mwezi",
    pastByCode: "kwa msimbo ulioandikwa na {by}",
    blocked:
      "Kuna badiliko linalosubiri idhini ya mwanachama, kwa hivyo mkopo hauwezi kuidhinishwa.",
  },
};
