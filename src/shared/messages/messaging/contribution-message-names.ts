/** The names of the messages about monthly contributions, and when each is sent. */
export const contributionMessageNames = {
  en: {
    "contribution-changed": {
      title: "Monthly contribution changed",
      when: "A member changes what they save by check-off each month",
    },
    "contribution-cancelled": {
      title: "Change of a contribution cancelled",
      when: "A member cancels such a change before the employer is notified",
    },
    "settings-contributions": {
      title: "Limits on monthly contributions",
      when: "The administrator sets the least and the most of monthly contributions",
    },
  },
  sw: {
    "contribution-changed": {
      title: "Akiba ya kila mwezi imebadilishwa",
      when: "Mwanachama anabadilisha akiba yake ya kila mwezi kwa makato",
    },
    "contribution-cancelled": {
      title: "Badiliko la akiba limeghairiwa",
      when: "Mwanachama anaghairi badiliko kabla mwajiri hajajulishwa",
    },
    "settings-contributions": {
      title: "Viwango vya akiba ya kila mwezi",
      when: "Msimamizi anaweka kiwango cha chini na cha juu cha akiba ya kila mwezi",
    },
  },
} as const;
