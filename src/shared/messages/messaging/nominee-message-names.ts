/** The names of the messages about nominees, and when each is sent. */
export const nomineeMessageNames = {
  en: {
    "otp-nominees": {
      title: "Code for nominees",
      when: "A signed-in member changes their nominees",
    },
    "nominees-changed": {
      title: "Nominees changed",
      when: "A member changes their nominees, by their code",
    },
  },
  sw: {
    "otp-nominees": {
      title: "Msimbo wa wateule",
      when: "Mwanachama aliyeingia anabadilisha wateule wake",
    },
    "nominees-changed": {
      title: "Wateule wamebadilishwa",
      when: "Mwanachama anabadilisha wateule wake, kwa msimbo wake",
    },
  },
} as const;
