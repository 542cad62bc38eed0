/** Every word of the pages of staff about one-time codes that are closed, in English. */
export const codeOpeningsEn = {
  badge: "Codes closed",
  title: "One-time codes",
  closed:
    "Closed since {since}, until {until}: too many codes were asked for or mistyped. Anybody who knows the number can do that.",
  own: "These are your own codes. Somebody else has to request that they are opened.",
  open: "Open codes",
  askTitle: "Open the codes of {name}?",
  askText:
    "Call them first, on the number you know. A treasurer or an administrator who is somebody else approves it; then codes can be sent again at once, and {name} is told by SMS.",
  reason: "Reason",
  yes: "Request it",
  done: "Requested. A second person has to approve it.",
};

export type CodeOpeningWords = typeof codeOpeningsEn;
