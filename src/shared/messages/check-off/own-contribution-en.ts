/** The words of a member's page for their monthly contribution, in English. */
export const ownContributionEn = {
  title: "Monthly contribution",
  text: "Your employer deducts it for your savings each month.",
  open: "Change it",
  loading: "Loading your monthly contribution",
  failed: "Your monthly contribution could not be loaded",
  now: "This month",
  none: "No amount agreed here yet. Your employer goes on as before.",
  blocked: {
    "not-active": "Your membership is not active. Call the office if that is not right.",
    "no-deposits": "We take no savings by check-off. Use Pay in instead.",
  },
  form: "Change it",
  amount: "Amount a month, Ksh",
  bounds: "Whole shillings, from {least} to {most}.",
  from: "From",
  rule: "It applies until you change it again. We tell your employer with the advice for that month.",
  submit: "Change from {month}",
  done: "From {month} you save Ksh {amount} a month",
  changes: "Changes",
  noChanges: "No changes yet",
  states: {
    "to-come": "Your employer has not been told yet",
    advised: "Your employer was told",
    cancelled: "Cancelled",
  },
  cancel: "Cancel",
  cancelOne: "Cancel the change from {month}",
  cancelled: "The change from {month} was cancelled",
};

export type OwnContributionWords = typeof ownContributionEn;
