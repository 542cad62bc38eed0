/** The names of the e-mails that bring a statement and its code, and when each is sent. */
export const statementMailNames = {
  en: {
    "otp-email-address": {
      title: "Code to confirm an email address",
      when: "A member confirms their email address",
    },
    "statement-mailed": {
      title: "Statement by email",
      when: "A member asks for a statement by email",
    },
  },
  sw: {
    "otp-email-address": {
      title: "Msimbo wa kuthibitisha barua pepe",
      when: "Mwanachama anathibitisha barua pepe yake",
    },
    "statement-mailed": {
      title: "Taarifa kwa barua pepe",
      when: "Mwanachama anaomba taarifa kwa barua pepe",
    },
  },
} as const;
