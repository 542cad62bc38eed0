import type { InBothLanguages } from "#shared/language.ts";
import { checkOffAdviceEn, type CheckOffAdviceWords } from "./advice-en.ts";

const checkOffAdviceSw: CheckOffAdviceWords = {
  title: "Taarifa kwa mwajiri",
  intro:
    "Makato tunayomwomba mwajiri kwa mwezi: marejesho, na akiba ambazo wanachama walikubali hapa.",
  link: "Taarifa kwa mwajiri",
  back: "Mafaili ya makato",
  loading: "Inapakia taarifa",
  failed: "Taarifa hazikuweza kupakiwa",
  next: {
    title: "Taarifa ya {month}",
    early: "Ni mapema mno kwa taarifa nyingine",
    earlyText: "Taarifa hutengenezwa kwa mwezi huu na miwili ijayo.",
    text: "Ikishatengenezwa, wanachama hawawezi kubadilisha mwezi huo. Mtumie mwajiri faili.",
    submit: "Tengeneza taarifa ya {month}",
    busy: "Inatengeneza taarifa",
    done: "Taarifa ya {month} imetengenezwa",
    doneDetail: "Ipakue hapa chini na umtumie mwajiri.",
  },
  figures: {
    members: "Wanachama",
    loans: "Marejesho",
    contributions: "Akiba",
    asBefore: "Akiba kama awali",
  },
  made: "Taarifa zilizotengenezwa",
  none: "Hakuna taarifa bado",
  noneText: "Taarifa huonekana hapa zikishatengenezwa.",
  heads: { month: "Mwezi", by: "Aliyetengeneza", on: "Siku", file: "Faili" },
  csv: "CSV",
  csvWait: "Inatayarisha faili",
  csvFailed: "Faili halikuweza kutengenezwa",
  csvOf: "CSV, taarifa ya {month}",
  changes: {
    title: "Mabadiliko ya akiba ya kila mwezi",
    loading: "Inapakia mabadiliko",
    failed: "Mabadiliko hayakuweza kupakiwa",
    none: "Hakuna mabadiliko bado",
    noneText: "Wanachama hubadilisha akiba yao kwenye tovuti; kila badiliko huonekana hapa.",
    member: "Mwanachama",
    from: "Kuanzia",
    before: "Awali",
    amount: "Kwa mwezi",
    decided: "Ilibadilishwa",
    state: "Hali",
    states: {
      "to-come": "Taarifa ijayo",
      advised: "Mwajiri amejulishwa",
      cancelled: "Limeghairiwa",
    },
    more: "Onyesha mabadiliko ya awali",
  },
  file: {
    heads: {
      memberNo: "Nambari ya mwanachama",
      payrollNo: "Nambari ya mshahara",
      member: "Jina",
      loans: "Mikopo",
      contribution: "Akiba",
      amount: "Kiasi",
    },
    total: "Jumla",
  },
  policy: {
    lead: "Wanachama wanaweza kuweka akiba gani kwa makato kila mwezi. Badiliko huanza siku yake; kiasi walichokubali wanachama hubaki. Ofisi yote huarifiwa.",
    title: "Weka kiwango cha chini na cha juu",
    history: "Kwa siku",
    least: "Kiwango cha chini kwa mwezi, Ksh",
    most: "Kiwango cha juu kwa mwezi, Ksh",
    from: "Kuanzia",
    submit: "Hifadhi",
    done: "Kiwango cha chini na cha juu vimewekwa",
    doneDetail: "Vinaanza {day}.",
    state: "Hali",
    setBy: "Viliwekwa na",
  },
};

export const checkOffAdviceMessages: InBothLanguages<CheckOffAdviceWords> = {
  en: checkOffAdviceEn,
  sw: checkOffAdviceSw,
};
