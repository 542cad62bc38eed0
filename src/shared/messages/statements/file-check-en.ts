/** Texts of the page that checks a PDF without a connection. */
export const fileCheckEn = {
  title: "Check a PDF from {society}",
  lead: "Choose the PDF. It stays on this device: nothing is sent, and this page also works without a connection once you have saved it.",
  choose: "PDF file",
  other: "Kiswahili",
  save: "Save this page to use it without a connection",
  checking: "Checking the file…",
  asIssued: "This file is exactly as {society} issued it.",
  asIssuedText:
    "Nothing in it was changed. Compare the name and the period with what you asked for.",
  lockedText:
    "Nothing in it was changed. A passphrase locks it, so its entries cannot be shown here: open it with the passphrase to read them.",
  changed: "This file was changed after {society} issued it. Do not rely on it.",
  changedText: "Below is what we issued. Differences we found are marked.",
  nothingFound:
    "We found no text that differs, so something may be added or drawn over it. Compare each line with those below.",
  unreadable: "We could not read its texts. Compare each entry with the list below.",
  added: "Amounts in the file that we did not issue: {amounts}.",
  differs: "Not in the file like this",
  unknown: "This file has no signature of {society}.",
  unknownText:
    "It was not issued by us as a PDF, it is older than this check, or another program saved it again. Look up the code printed on it.",
  withdrawn: "{society} has withdrawn the key that signed this file, because others may have it.",
  withdrawnText: "The signature proves nothing. Look up the code printed on the document.",
  unread:
    "We could not read this file. It may be too large, or no longer be there. Choose it again.",
  failed: "This browser cannot check signatures. Open the page in a current browser.",
  online: "Whether a receipt still counts can change later: look up {code} on our Verify page.",
  total: "Total",
};

export type FileCheckWords = typeof fileCheckEn;
