import type { InBothLanguages } from "#shared/language.ts";
import { auditLogEn, type AuditLogWords } from "./audit-log-en.ts";

/** The words of the page of the audit log, in Kiswahili. */
const auditLogSw: AuditLogWords = {
  title: "Kumbukumbu za ukaguzi",
  lead: "Kila kilichobadilishwa, kutazamwa au kukataliwa; kila rekodi huthibitisha iliyo mbele yake.",
  filters: "Cha kutafuta",
  actor: "Nani",
  actorHint: "staff:ST9001 au member:MS1001",
  action: "Nini",
  actionHint: "looked, refused, month-closed",
  subject: "Kuhusu nini",
  subjectHint: "member:MS1001, loan:INS-2026-0001",
  from: "Kuanzia",
  to: "Hadi",
  text: "Maneno yaliyomo",
  search: "Tafuta",
  clear: "Futa",
  csv: "CSV",
  csvWait: "Inatengenezwa…",
  csvFailed: "Faili halikuweza kutengenezwa",
  kind: "Onyesha",
  kinds: {
    "": "Rekodi zote",
    "without-accesses": "Zote ila utazamaji",
    changes: "Mabadiliko tu",
  },
  caption: "Rekodi, ya karibuni kwanza",
  loading: "Inapakia kumbukumbu",
  failed: "Kumbukumbu hazikuweza kupakiwa",
  heads: { at: "Saa", actor: "Nani", action: "Nini", subject: "Kuhusu nini" },
  empty: "Hakuna rekodi iliyopatikana",
  emptyText: "Ondoa kigezo kimoja, au chagua kipindi kirefu zaidi.",
  looked: "Imetafutwa nyuma hadi {moment}.",
  further: "Tafuta nyuma zaidi",
  more: "Onyesha rekodi za zamani",
  open: "Rekodi {seq}",
  record: {
    seq: "Rekodi",
    at: "Saa",
    actor: "Nani",
    action: "Nini",
    subject: "Kuhusu nini",
    detail: "Undani",
    hash: "Muhtasari",
    close: "Funga",
  },
  chain: {
    title: "Mnyororo",
    lead: "Hufuata kila rekodi toka ya kwanza hadi mpya, na kutaja ya kwanza iliyoguswa.",
    verify: "Thibitisha mnyororo",
    stop: "Simamisha",
    going: "Zimefuatwa rekodi {done} kati ya {all}",
    whole: "Rekodi zote {all} zinafuata iliyo mbele yake.",
    broken: "Umekatika kwenye rekodi {seq}: ilibadilishwa, au iliyo mbele yake haipo.",
    stopped: "Umesimama baada ya rekodi {done} kati ya {all}; zinafuata iliyo mbele yake.",
    failed: "Mnyororo haukuweza kufuatwa",
    head: "Chukua kichwa",
    headText:
      "Weka faili hili nje. Baadaye, akiba audit FILE itasema kama kumbukumbu ni zile zile.",
  },
};

export const auditLogMessages: InBothLanguages<AuditLogWords> = {
  en: auditLogEn,
  sw: auditLogSw,
};
