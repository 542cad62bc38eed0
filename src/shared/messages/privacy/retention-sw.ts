import type { InBothLanguages } from "#shared/language.ts";
import { retentionEn, type RetentionWords } from "./retention-en.ts";

/** The words of the rules of retention, in Kiswahili. */
export const retentionSw: RetentionWords = {
  what: {
    books: "Vitabu, pamoja na jina na kitambulisho",
    contacts: "Mawasiliano na ndugu wa karibu",
    login: "Akaunti za kuingia",
    sessions: "Vipindi vya kuingia",
    messages: "SMS na barua pepe",
    requests: "Maneno ya maombi ya maelezo",
  },
  from: {
    books: "Baada ya mwanachama kuondoka; kisha jina huondolewa kwa ombi, na watu wawili",
    contacts: "Baada ya mwanachama kuondoka bila deni",
    login: "Baada ya mwanachama kuondoka bila deni",
    sessions: "Baada ya kuisha",
    messages: "Baada ya kutumwa au kuachwa",
    requests: "Baada ya kujibiwa; kwamba lilikuwepo hubaki",
  },
  span: {
    days: { one: "siku 1", many: "siku {count}" },
    months: { one: "mwezi 1", many: "miezi {count}" },
    years: { one: "mwaka 1", many: "miaka {count}" },
  },
  units: { days: "Siku", months: "Miezi", years: "Miaka" },
  inForce: "Hutunzwa leo",
  told: "Wanachama husoma hayo hayo kwenye ilani ya faragha, kuanzia siku kanuni inapotumika.",
  notice: "Tazama ilani ya faragha",
  form: {
    title: "Weka muda",
    what: "Nini",
    amount: "Muda",
    unit: "Kwa hesabu ya",
    from: "Kuanzia siku hii",
    fromHint: "Kesho au baadaye: kilichofutwa hakirudi, na ofisi huambiwa kwa SMS.",
    least: "Usiopungua {span}.",
    leastByLaw: "Usiopungua {span}, kwa miaka: sheria inautaka.",
    look: "Tazama kitakachofutwa",
    same: "Huo ndio unaotumika siku hiyo tayari.",
  },
  look: {
    title: "Kitunzwe kwa {span}?",
    says: "{what}: {span}, kuanzia {day}",
    goes: "Hadi mwisho wa {day} kitafuta, kati ya vilivyopo sasa",
    anyway: "Kanuni zilizowekwa hadi sasa zingefuta kufikia hapo",
    names: "Majina yanayoweza kuondolewa kufikia hapo, yakiombwa",
    namesAnyway: "Kwa kanuni zilizowekwa hadi sasa",
    more: "{count} zaidi vitafutwa kabisa. Haiwezi kutenguliwa.",
    fewer: "{count} vitabaki ambavyo vingefutwa.",
    alike: "Hakuna tofauti kwa vilivyopo sasa.",
    set: "Weka kanuni",
    back: "Iache",
  },
  done: "Kanuni imewekwa",
  doneDetail: "{what}: {span} kuanzia {day}",
  history: "Kanuni zote",
  line: "{what}: {span} kuanzia {day}",
  replace: "Kuondoa itakayoanza baadaye, weka nyingine kwa siku hiyo hiyo.",
  states: {
    "to-come": "Itaanza baadaye",
    "in-force": "Inatumika",
    past: "Imepita",
    replaced: "Ilibadilishwa kabla ya siku yake",
  },
};

export const retentionMessages: InBothLanguages<RetentionWords> = {
  en: retentionEn,
  sw: retentionSw,
};
