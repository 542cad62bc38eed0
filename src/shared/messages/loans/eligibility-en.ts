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
    met: "Your deposits cover it: you can borrow up to {most}. That is {deposits} in deposits less {pledged} pledged, times {times}, less {owed} that you owe without guarantors.",
    unmet:
      "Borrow up to {most} now, or add {more} to your deposits. The limit is {deposits} in deposits less {pledged} pledged, times {times}, less {owed} that you owe without guarantors.",
  },
  depositsOrGuarantors: {
    met: "You can borrow up to {most} alone; your guarantors cover {uncovered}. Your limit is {deposits} in deposits less {pledged} pledged, times {times}, less {owed} that you owe without guarantors.",
    unmet:
      "Borrow up to {most} now, or add {more} to your deposits. Or name guarantors for {uncovered}. The limit is {deposits} in deposits less {pledged} pledged, times {times}, less {owed} that you owe without guarantors.",
  },
  membership: {
    met: "You have been a member for {least} months or longer.",
    unmet: "You can borrow once you have been a member for {least} months: {more} to go.",
  },
  shareCapital: {
    met: "You hold {least} or more in share capital.",
    unmet: "Add {more} to your share capital, to hold {least}.",
  },
  openApplication: {
    met: "Applications waiting: {more}. You can have {most} at a time.",
    unmet:
      "Applications waiting: {more}. You can have {most} at a time. Withdraw one that is " +
      "undecided, or wait until it is paid out or declined.",
  },
  unpaidLoan: {
    met: "You owe nothing on an instant loan.",
    unmet: "Pay off the {more} you still owe on your instant loan.",
  },
  blacklist: {
    met: "You may borrow from the society.",
    unmet: "The society cannot lend to you at the moment. Please call or visit the office.",
  },
} as const;
