import type { InBothLanguages } from "#shared/language.ts";
import { codeUnlocksEn, type CodeUnlockWords } from "./code-unlocks-en.ts";

/** Every word of the pages of staff about one-time codes that are closed, in Kiswahili. */
const codeUnlocksSw: CodeUnlockWords = {
  badge: "Misimbo imefungwa",
  title: "Misimbo ya mara moja",
  closed:
    "Imefungwa tangu {since} hadi {until}: misimbo mingi iliombwa au kukosewa. Yeyote anayejua nambari anaweza kufanya hivyo.",
  own: "Hii ni misimbo yako mwenyewe. Mtu mwingine ndiye anayeomba ifunguliwe.",
  open: "Fungua misimbo",
  askTitle: "Ufungue misimbo ya {name}?",
  askText:
    "Mpigie simu kwanza, kwa nambari unayoijua. Mweka hazina au msimamizi mwingine ataidhinisha; kisha misimbo itatumwa tena mara moja, na {name} atajulishwa kwa SMS.",
  reason: "Sababu",
  yes: "Omba",
  done: "Umeomba. Mtu wa pili anapaswa kuidhinisha.",
};

export const codeUnlocksMessages: InBothLanguages<CodeUnlockWords> = {
  en: codeUnlocksEn,
  sw: codeUnlocksSw,
};
