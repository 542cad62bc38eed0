/** Why a payout is where it is, by the code that is stored, in English. */
export const payoutProblemsEn = {
  "number-changed": "The member's number changed",
  "answer-lost": "M-Pesa's answer was lost",
  "answer-unread": "M-Pesa's answer could not be read",
  "no-result": "No result for a day",
  "timed-out": "M-Pesa timed out",
  "provider-broke": "Sending was interrupted",
  "second-receipt": "A second receipt arrived: it may have been paid twice",
  "paid-after-shares":
    "A receipt arrived after it was settled another way: it may have been paid twice",
  "paid-by-phone": "It reached the phone after all",
  "paid-after-change":
    "A receipt arrived after the loan went back and was changed: check with M-Pesa",
  recalled: "Two people reversed the disbursement",
  "amount-differs": "The result has a different amount",
  "receipt-used": "The result has a receipt that paid another payout",
  "no-receipt": "The result has no receipt",
  "not-paid": "The results say that it was not paid",
  "no connection": "M-Pesa could not be reached",
  "no token": "M-Pesa gave no token",
  "the provider is busy": "M-Pesa is busy",
  "the key was refused": "M-Pesa rejected the society's key",
  "result-1": "The society's M-Pesa account has too little money",
  "result-4": "It exceeds what the number may receive in a day",
  "result-8": "It exceeds what the number may hold",
  "result-26": "M-Pesa was too busy",
  "result-2001": "M-Pesa rejected the society's initiator",
  "result-2040": "The number is not registered with M-Pesa",
  answered: "M-Pesa answered {code}",
  refused: "M-Pesa rejected it ({code})",
  result: "M-Pesa could not pay it (result {code})",
  status: "M-Pesa says that it was not paid ({code})",
};

export type PayoutProblemWords = typeof payoutProblemsEn;
