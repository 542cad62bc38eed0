import type { InBothLanguages } from "#shared/language.ts";
import { type ReportWords, reportsEn } from "./reports-en.ts";

/** The words of the income statement and the balance sheet, in Kiswahili. */
const reportsSw: ReportWords = {
  income: {
    title: "Taarifa ya mapato",
    period: "{from} hadi {to}, pamoja na kipindi kama hicho mwaka uliotangulia",
    loading: "Inapakia taarifa ya mapato",
    failed: "Taarifa ya mapato haikuweza kupakiwa",
    from: "Kuanzia",
    to: "Hadi",
    surplus: "Ziada",
    deficit: "Nakisi",
  },
  balance: {
    title: "Mizania",
    period: "Mwisho wa {to}, pamoja na mwisho wa {before}",
    loading: "Inapakia mizania",
    failed: "Mizania haikuweza kupakiwa",
    day: "Mwisho wa",
    owed: "Madeni na mtaji",
    ties: "Mali ni sawa na madeni na mtaji",
    differs: "Mali inatofautiana na madeni na mtaji kwa {amount}",
  },
  sections: {
    asset: "Mali",
    liability: "Madeni",
    equity: "Mtaji",
    income: "Mapato",
    expense: "Gharama",
  },
  total: "Jumla: {section}",
  surplusOfYear: "Ziada ya mwaka hadi sasa",
  heads: { account: "Akaunti", amount: "Ksh", before: "Mwaka uliotangulia, Ksh" },
  date: "Imechapishwa",
  note: "Imekokotolewa kutoka vitabu. Mapato na gharama za miaka iliyotangulia ni sehemu ya ziada iliyobakizwa.",
  empty: "Hakuna kilichowekwa wakati huo",
  emptyText: "Chagua tarehe nyingine.",
  files: { pdf: "PDF", csv: "CSV", xlsx: "Excel" },
  wait: "Inaandaliwa…",
  fileFailed: "Faili halikuweza kutengenezwa",
};

export const reportMessages: InBothLanguages<ReportWords> = { en: reportsEn, sw: reportsSw };
