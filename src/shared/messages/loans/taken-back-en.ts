/** The loan desk's texts before a decision, and for its return or reversal, in English. */
export const takenBackEn = {
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
    blacklisted: "Barred from borrowing",
    "registered-by": "Registered by",
    "amended-by": "Amended by",
    "waiting-receipt": "Receipt waiting for a second person",
  },
  returning: {
    title: "Return the approval",
    unmet: "A rule is no longer met: {rule}. Return the loan to the queue, or decline it.",
    outcome: "Outcome for the loan",
    outcomes: { queue: "Back to the queue", declined: "Declined" },
    reason: "Reason",
    reasonHints: {
      queue: "For the office only",
      declined: "Shown to the member",
    },
    submit: "Request the return",
    question: "Return the approval of {amount} for {name}?",
    consequences: {
      queue:
        "A second person must agree. The loan then waits for approval again, its guarantees stay, and the member is notified.",
      declined:
        "A second person must agree. The loan is then declined, and the member sees this reason: {reason}",
    },
    confirm: "Send the request",
    requested: "Requested. A second person must approve it.",
    waits: "{by} has requested this. A second person must approve it.",
    waitsYours: "You have requested this. A second person must approve it.",
    waitsLink: "Open the request",
  },
  recalling: {
    title: "Reverse the disbursement",
    text: "Only while the money is still with the society and nothing has been repaid.",
    reason: "Reason",
    reasonHint: "For the office only",
    submit: "Request the reversal",
    question: "Reverse the disbursement of {amount} to {name}?",
    consequence:
      "A second person must agree. Both must confirm that the money has not left. A reversing entry is then posted and the schedule removed. The loan remains approved but not disbursed, and the member is notified.",
  },
};
