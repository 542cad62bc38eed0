import type { Language } from "#shared/language.ts";

interface MessageName {
  readonly title: string;
  readonly when: string;
}

/** The names of the messages about members' bank accounts, and when each is sent. */
export const bankMessageNames = {
  en: {
    "bank-details-asked": {
      title: "Bank account asked for",
      when: "The office asks to set the bank account of a member",
    },
    "bank-details-set": {
      title: "Bank account set",
      when: "A second person approves the bank account of a member",
    },
  },
  sw: {
    "bank-details-asked": {
      title: "Ombi la akaunti ya benki",
      when: "Ofisi inaomba kuweka akaunti ya benki ya mwanachama",
    },
    "bank-details-set": {
      title: "Akaunti ya benki imewekwa",
      when: "Mtu wa pili anaidhinisha akaunti ya benki ya mwanachama",
    },
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, MessageName>>>>;
