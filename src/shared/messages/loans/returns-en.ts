/** What the loan desk shows before a decision, and how a decision is taken back, in English. */
export const loanReturnsEn = {
  shown: {
    name: "Member",
    "member-no": "Member No",
    state: "Stage",
    amount: "Amount",
    months: "Months",
    instalment: "Monthly Deduction",
    total: "Total Amount",
    owed: "Owed on other loans",
    "owed-here": "Owed on this loan",
    "free-deposits": "Free deposits",
    "share-capital": "Share Capital",
    guarantor: "Guarantors",
    blacklisted: "Blacklisted",
    "registered-by": "Registered by",
    "amended-by": "Amended by",
    "waiting-receipt": "Receipt that waits for a second person",
  },
  returning: {
    title: "Return the approval",
    unmet: "A rule is no longer met: {rule}. Return the loan to the queue, or decline it.",
    outcome: "What becomes of the loan",
    outcomes: { queue: "Back to the queue", declined: "Declined" },
    reason: "Reason",
    reasonHints: {
      queue: "For the office; the member does not see it",
      declined: "The member reads it",
    },
    submit: "Request the return",
    question: "Return the approval of {amount} for {name}?",
    consequences: {
      queue:
        "A second person must agree. The loan then waits for approval again, its guarantees stay, and the member is told.",
      declined:
        "A second person must agree. The loan is then declined, and the member reads this reason: {reason}",
    },
    confirm: "Send the request",
    requested: "Requested. A second person must approve it.",
    waits: "{by} has requested this. A second person must approve it.",
    waitsYours: "You have requested this. A second person must approve it.",
    waitsLink: "Open the request",
  },
  recalling: {
    title: "Reverse the payment",
    text: "Only while the money is still with the society and nothing is repaid.",
    reason: "Reason",
    reasonHint: "For the office; the member does not see it",
    submit: "Request the reversal",
    question: "Reverse the payment of {amount} to {name}?",
    consequence:
      "A second person must agree. Both must know that the money has not left. A reversing entry is then posted, the schedule is removed, the loan is approved but not paid out, and the member is told.",
  },
};
