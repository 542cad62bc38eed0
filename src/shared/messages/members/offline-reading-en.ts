/** The words of reading without a connection after the page was closed, in English. */
export const offlineReadingEn = {
  title: "Read offline",
  lead: "Your figures as they were when you were last online.",
  pin: "PIN",
  again: "PIN again",
  hint: "6 digits or more. Not your M-Pesa PIN.",
  tooShort: "Use 6 digits or more.",
  easy: "This PIN is easy to guess. Choose another one.",
  differ: "The two PINs are not the same.",
  open: "Open",
  wrong: "Wrong PIN. Tries left: {left}.",
  online: "You are online. Log in to see today's figures.",
  gone: "Nothing is kept here",
  goneText: "Log in when you are online.",
  failed: "We could not open your figures. Try again.",
  loading: "Loading",
  notLoaded: "We could not load this part",
  text:
    "We keep your latest figures on this phone or computer, locked with a PIN. We remove them " +
    "after 5 wrong PINs, when you log out, when you change your password, and after 30 days.",
  shared: "You said that this is a shared phone, so we keep nothing on it.",
  cannot: "This browser cannot lock your figures.",
  on: "On. Your PIN opens your figures when you are offline.",
  start: "Turn on",
  stop: "Turn off",
  started: "You can now read offline",
  stopped: "Nothing is kept here now",
  notStarted: "We could not keep your figures here. Free up some space and try again.",
};

export type OfflineReadingWords = typeof offlineReadingEn;
