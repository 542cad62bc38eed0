/** The demand of each eligibility rule, and what would satisfy it, in English. */
export const eligibilityEn = {
  minimum: {
    met: "The smallest loan is {least}.",
    unmet: "Borrow {least} or more.",
  },
  maximum: {
    met: "The largest loan is {most}.",
    unmet: "Borrow {most} or less.",
  },
  deposits: {
    met: "Your deposits cover it. They secure up to {most}: your free deposits ({deposits} less {pledged} pledged) times {times}, less {owed} of loans and applications without guarantors.",
    unmet:
      "To borrow {amount}, add {more} to your deposits. They secure up to {most} now: your free deposits ({deposits} less {pledged} pledged) times {times}, less {owed} of loans and applications without guarantors.",
  },
  depositsOrGuarantors: {
    met: "Your guarantors cover {uncovered}. Your deposits secure up to {most}: your free deposits ({deposits} less {pledged} pledged) times {times}, less {owed} of loans and applications without guarantors.",
    unmet:
      "To borrow {amount}, add {more} to your deposits or name guarantors for {uncovered}. Your deposits secure up to {most} now: your free deposits ({deposits} less {pledged} pledged) times {times}, less {owed} of loans and applications without guarantors.",
  },
  guarantorsShort: {
    met: "Your deposits and your guarantors cover it.",
    unmet:
      "Your guarantors cover {named}, so {uncovered} is still missing. Name guarantors for it, or add {more} to your deposits.",
  },
  membership: {
    met: "You have been a member for {least} months or longer.",
    unmet: "You can borrow once you have been a member for {least} months: {more} to go.",
  },
  shareCapital: {
    met: "You hold {least} or more in share capital.",
    unmet: "Add {more} to your share capital to reach {least}.",
  },
  openApplication: {
    met: "Applications waiting: {more}. You can have {most} at a time.",
    unmet:
      "Applications waiting: {more}. You can have {most} at a time. Withdraw one that the office has not decided on, or wait until it is paid out or declined.",
  },
  noApplication: {
    met: "You have no application waiting.",
    unmet: "You have no application waiting.",
  },
  unpaidLoan: {
    met: "You owe nothing on an instant loan.",
    unmet: "Pay off the {more} you still owe on your instant loan.",
  },
  blacklist: {
    met: "You can borrow from the Sacco.",
    unmet: "The Sacco cannot lend to you at the moment. Please call or visit the office.",
  },
} as const;
