/** The words about what a member did offline and what waits to be sent, in English. */
export const unsentEn = {
  title: "Waiting to be sent: {count}",
  page:
    "We keep this on this open page and send it when you are back online. If you close the page, " +
    "it is gone.",
  pin: "We keep this here under your PIN and send it when you are back online.",
  codeLater: "We can send an OTP only when you are back online.",
  keep: "Keep until I am online",
  kept: "Kept until you are online",
  at: "Kept {when}",
  sent: "Sent: {what}",
  code: "Ready to send. It needs an OTP.",
  finish: "Get the OTP",
  stuck: "No answer came. We will try again in a few minutes.",
  rejected: "Not sent. {why}",
  open: "Open the form",
  replace: "Replace what you typed?",
  replaceText: "You typed something else into the form. Opening this replaces it.",
  keepTyped: "Keep what I typed",
  replaceIt: "Replace it",
  again: "Send again",
  changed: "These figures have changed since you decided.",
  accept: "Send with the new figures",
  unsure: "It may have arrived already. Check before you send it again.",
  discard: "Discard",
  discarded: "Discarded: {what}",
  locked: "Under your PIN: {count}",
  unlock: "Enter your PIN to send",
  leave: "Log out now?",
  leaveText: "Not sent yet: {count}. If you log out, anything not sent is lost.",
  loan: "Loan application, Ksh {amount}",
};

export type UnsentWords = typeof unsentEn;
