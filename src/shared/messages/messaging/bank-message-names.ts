import type { Language } from "#shared/language.ts";

interface MessageName {
  readonly title: string;
  readonly when: string;
}

/** The names of the messages about members' bank accounts, and when each is sent. */
export const bankMessageNames = {
  en: {
    "otp-bank-account": {
      title: "Code for a bank account",
      when: "A signed-in member gives their bank account",
    },
    "bank-details-asked": {
      title: "Bank account asked for",
      when: "The office asks to set the bank account of a member",
    },
    "bank-details-set": {
      title: "Bank account set",
      when: "A second person approves the bank account of a member",
    },
    "bank-details-given": {
      title: "Bank account given",
      when: "A member gives their bank account, by their code",
    },
    "bank-details-rejected": {
      title: "Bank account not approved",
      when: "The office does not approve a bank account that a member gave",
    },
    "bank-details-cancelled": {
      title: "Bank account stopped",
      when: "A member stops their bank account",
    },
    "payout-choice-bank": {
      title: "Payments to the bank chosen",
      when: "A member chooses to be paid at their bank account",
    },
    "payout-choice-phone": {
      title: "Payments to the phone chosen",
      when: "A member chooses to be paid by phone again",
    },
  },
  sw: {
    "otp-bank-account": {
      title: "Msimbo wa akaunti ya benki",
      when: "Mwanachama aliyeingia anatoa akaunti yake ya benki",
    },
    "bank-details-asked": {
      title: "Ombi la akaunti ya benki",
      when: "Ofisi inaomba kuweka akaunti ya benki ya mwanachama",
    },
    "bank-details-set": {
      title: "Akaunti ya benki imewekwa",
      when: "Mtu wa pili anaidhinisha akaunti ya benki ya mwanachama",
    },
    "bank-details-given": {
      title: "Akaunti ya benki imetolewa",
      when: "Mwanachama anatoa akaunti yake ya benki, kwa msimbo wake",
    },
    "bank-details-rejected": {
      title: "Akaunti ya benki haikukubaliwa",
      when: "Ofisi haikubali akaunti ya benki ambayo mwanachama alitoa",
    },
    "bank-details-cancelled": {
      title: "Akaunti ya benki imesimamishwa",
      when: "Mwanachama anasimamisha akaunti yake ya benki",
    },
    "payout-choice-bank": {
      title: "Malipo kwa benki yamechaguliwa",
      when: "Mwanachama anachagua kulipwa kwa akaunti yake ya benki",
    },
    "payout-choice-phone": {
      title: "Malipo kwa simu yamechaguliwa",
      when: "Mwanachama anachagua kulipwa tena kwa simu",
    },
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, MessageName>>>>;
