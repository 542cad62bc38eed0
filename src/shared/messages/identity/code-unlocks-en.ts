/** Every word of the pages of staff about one-time codes that are closed, in English. */
export const codeUnlocksEn = {
  badge: "Codes closed",
  title: "One-time codes",
  closed:
    "Closed from {since} until {until}: too many codes were requested or mistyped. Anyone who knows the number can cause this.",
  own: "These are your own codes. Another person must request to reopen them.",
  open: "Reopen codes",
  askTitle: "Reopen the codes of {name}?",
  askText:
    "First call the person on a number you already know. Another treasurer or administrator approves this. Codes can then be sent again at once, and {name} is notified by SMS.",
  reason: "Reason",
  yes: "Request it",
  done: "Requested. A second person must approve it.",
};

export type CodeUnlockWords = typeof codeUnlocksEn;
