import type { InBothLanguages } from "#shared/language.ts";
import { systemEn, type SystemWords } from "./system-en.ts";

/** The texts of the page of the automatic tasks, in Kiswahili. */
const systemSw: SystemWords = {
  title: "Mfumo",
  lead: "Kazi ambazo mfumo hufanya wenyewe, na matokeo ya kila moja mara ya mwisho.",
  loading: "Kazi zinapakiwa",
  failed: "Kazi hazikuweza kupakiwa.",
  none: "Hakuna kazi za mfumo",
  noneText: "Kazi zitaonekana hapa seva ikizitambua.",
  jobs: "Kazi za mfumo",
  columns: {
    job: "Kazi",
    schedule: "Ratiba",
    lastRun: "Mara ya mwisho",
    duration: "Muda",
    result: "Matokeo",
  },
  nightly: "Kila usiku kuanzia saa 02:00",
  weekly: "Mara moja kwa wiki kuanzia saa 02:00",
  always: "Wakati wote",
  daily: "Kila siku",
  hourly: "Kila saa",
  eachMinute: "Kila dakika",
  minutes: "Kila dakika {count}",
  notYet: "Bado",
  seconds: "sekunde {count}",
  inARow: "{state}, mara {count} mfululizo",
  states: {
    running: "Inaendelea",
    succeeded: "Imefaulu",
    failed: "Imeshindikana",
    overdue: "Imechelewa",
    never: "Haijafanyika bado",
    off: "Haitumiki",
  },
};

export const systemMessages: InBothLanguages<SystemWords> = { en: systemEn, sw: systemSw };
