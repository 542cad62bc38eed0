/** The loan desk's texts for a change that needs the member's consent, in English. */
export const loanConsentEn = {
  consent: {
    title: "Waiting for the member's consent",
    text: "{by} proposed this on {day}. It raises the amount, the total or the monthly deduction, so {member} must agree by {until}. The loan cannot be approved until then.",
    howTo:
      "The member can agree in the portal. If the member is with you, send a code to their phone. The SMS shows the new figures. Type the code only when the member gives it to you.",
    send: "Send code",
    code: "The member's code",
    codeHint: "6 digits, from the member's phone",
    need: "Send a code first, then type it here",
    apply: "Apply the change",
    applied: "The member agreed. The new figures apply.",
    withdraw: "Withdraw the change",
    withdrawQuestion: "Withdraw the change of {loanNo}?",
    withdrawText: "The application stays at {amount}. The member is notified.",
    withdrawn: "The change was withdrawn. The member was notified.",
    keep: "Not yet",
    own: "This loan concerns you, so another person must handle the change.",
    other: "A person who may amend loans sends the code or withdraws the change.",
    propose: "Ask the member",
    consequence:
      "This raises the amount, the total or the monthly deduction, so the member must agree first, in the portal or with a code. Until then nothing changes and the loan cannot be approved.",
    proposed: "The member was asked to agree.",
    past: {
      agreed: "The member agreed to {amount}",
      declined: "The member declined {amount}",
      withdrawn: "The change to {amount} was withdrawn",
      expired: "The member did not answer the change to {amount}",
      void: "The change to {amount} no longer applies",
    },
    pastProposed: "{by} proposed it on {day}: total {total}, {repayment} a month",
    pastByCode: "with a code that {by} entered",
    blocked: "A change waits for the member's consent, so the loan cannot be approved yet.",
  },
};
