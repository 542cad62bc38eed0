/** The words of a member's own settings, in English. */
export const ownSettingsEn = {
  title: "Settings",
  lead: "Your language, your devices and your details.",
  reading: {
    title: "Reading",
    language: "Language",
    languageHint: "We also use it for your SMS and email.",
    notKept: "Your language was not saved",
    notKeptDetail: "This page has changed, but your SMS and email have not. Choose it again later.",
    size: "Text size",
    sizes: { normal: "Normal", large: "Large", larger: "Larger" },
    sizeHint: "For this phone or computer only.",
  },
  devices: {
    title: "Where you are logged in",
    loading: "Loading your devices",
    failed: "We could not load your devices",
    unknown: "Unknown device",
    here: "This device",
    since: "Logged in {since}, last used {seen}",
    end: "Log out",
    endOne: "Log out {device}, logged in {since}",
    ended: "{device} is logged out",
    alreadyEnded: "{device} was logged out already",
    endOthers: "Log out all other devices",
    endedOthers: "All other devices are logged out",
    help: "A device you do not know? Log it out, then change your password.",
  },
  password: {
    title: "Password",
    text: "We send a code to your phone. A new password logs out all your devices.",
    change: "Change password",
  },
  contact: {
    title: "Contact",
    loading: "Loading your contact details",
    failed: "We could not load your contact details",
    text: "A new number or email takes effect 72 hours after the office has approved it.",
    ask: "Ask for a change",
  },
  privacy: {
    title: "Privacy",
    text: "The data we keep about you, who opened it, and a copy for you.",
    open: "Open privacy",
  },
};

export type OwnSettingsWords = typeof ownSettingsEn;
