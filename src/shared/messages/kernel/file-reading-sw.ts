import type { InBothLanguages } from "#shared/language.ts";
import { fileReadingEn, type FileReadingWords } from "./file-reading-en.ts";

/** The words of how an uploaded file is read, in Kiswahili. */
const fileReadingSw: FileReadingWords = {
  faults: "Ya kurekebisha kwenye faili",
  faultFile: "Faili lenyewe",
  faultRow: "Mstari wa {row}",
  title: "Jinsi faili linavyosomwa",
  csv: "Maandishi yenye {separator}, kwa {encoding}. Vichwa viko mstari wa {row}.",
  xlsx: "Kitabu cha Excel, karatasi “{sheet}”. Vichwa viko mstari wa {row}.",
  unsure:
    "Hatuna uhakika. Angalia mistari ya kwanza, na ubadilishe jinsi faili linavyosomwa kama si sahihi.",
  separators: { comma: "mkato", semicolon: "nukta mkato", tab: "tabu", pipe: "mstari wima" },
  encodings: {
    "utf-8": "UTF-8",
    "utf-16le": "UTF-16 (little-endian)",
    "utf-16be": "UTF-16 (big-endian)",
    "windows-1252": "Windows-1252 (Ulaya Magharibi)",
  },
  change: "Badilisha jinsi linavyosomwa",
  separator: "Seli zinatenganishwa kwa",
  encoding: "Usimbaji wa herufi",
  sheet: "Karatasi",
  headerRow: "Mstari wenye vichwa",
  headerRowHint: "Kama jedwali linavyohesabu: mstari wa juu ni 1.",
  submit: "Lisome tena",
  busy: "Inasoma",
  cancel: "Acha ilivyokuwa",
  preview: "Mistari ya kwanza ya faili",
  skipped: "Mistari inayorukwa: {count}",
  skippedRow: "Mstari wa {row}: {why}",
  none: "Haimo kwenye faili",
  needed: "inahitajika",
  option: "{letter}: {name}",
  nameless: "bila jina",
  samples: "Mistari ya kwanza: {values}",
  noSamples: "Hakuna kitu kwenye mistari ya kwanza",
  choose: "Chagua tarehe",
  noDay: "si tarehe",
  whichDay: "Mstari wa {row} una {text}. Ni tarehe ipi?",
  orders: {
    "day-first": "Siku inatangulia, kama 31/03/2024.",
    "month-first": "Mwezi unatangulia, kama 03/31/2024.",
  },
  shortYear:
    "Mstari wa {row}: {text} inasomwa kama {day}. Miaka 00 hadi 49 ni 2000 hadi 2049, 50 hadi 99 ni 1950 hadi 1999.",
  missing: "Chagua safu ya faili lako yenye hili.",
  reasons: {
    title: "uko juu ya vichwa",
    blank: "mtupu",
    total: "mstari wa jumla",
    footer: "uko chini ya jumla",
    zero: "kiasi ni sifuri",
  },
};

export const fileReadingMessages: InBothLanguages<FileReadingWords> = {
  en: fileReadingEn,
  sw: fileReadingSw,
};
