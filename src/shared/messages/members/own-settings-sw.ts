import type { OwnSettingsWords } from "./own-settings-en.ts";

/** The words of a member's own settings, in Kiswahili. */
export const ownSettingsSw: OwnSettingsWords = {
  title: "Mipangilio",
  lead: "Lugha yako, vifaa vyako na maelezo yako.",
  reading: {
    title: "Kusoma",
    language: "Lugha",
    languageHint: "Tunaitumia pia kwa SMS na barua pepe zako.",
    notKept: "Lugha yako haikuhifadhiwa",
    notKeptDetail: "Ukurasa huu umebadilika, lakini SMS na barua pepe bado. Ichague tena baadaye.",
    size: "Ukubwa wa maandishi",
    sizes: { normal: "Kawaida", large: "Makubwa", larger: "Makubwa zaidi" },
    sizeHint: "Kwa simu au kompyuta hii tu.",
  },
  devices: {
    title: "Vifaa ulivyoingia",
    loading: "Inapakia vifaa vyako",
    failed: "Hatukuweza kupakia vifaa vyako",
    unknown: "Kifaa kisichojulikana",
    here: "Kifaa hiki",
    since: "Uliingia {since}, kilitumika mwisho {seen}",
    end: "Toa",
    endOne: "Toa {device}: uliingia {since}",
    ended: "Kifaa kimetolewa: {device}",
    alreadyEnded: "Kifaa kilikuwa kimetolewa tayari: {device}",
    endOthers: "Toa vifaa vingine vyote",
    endedOthers: "Vifaa vingine vyote vimetolewa",
    help: "Kuna kifaa usichokijua? Kitoe, kisha ubadilishe nenosiri lako.",
  },
  password: {
    title: "Nenosiri",
    text: "Tutatuma msimbo kwa simu yako. Nenosiri jipya hutoa vifaa vyako vyote.",
    change: "Badilisha nenosiri",
  },
  contact: {
    title: "Mawasiliano",
    loading: "Inapakia mawasiliano yako",
    failed: "Hatukuweza kupakia mawasiliano yako",
    text: "Nambari au barua pepe mpya huanza kutumika saa 72 baada ya ofisi kuikubali.",
    ask: "Omba mabadiliko",
  },
  privacy: {
    title: "Faragha",
    text: "Data tunayohifadhi kukuhusu, aliyeifungua, na nakala yako.",
    open: "Fungua faragha",
  },
};
