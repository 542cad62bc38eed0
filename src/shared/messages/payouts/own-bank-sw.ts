import type { OwnBankWords } from "./own-bank-en.ts";

/** The words of a member's page for their bank account, in Kiswahili. */
export const ownBankSw: OwnBankWords = {
  title: "Akaunti ya benki",
  lead: "Malipo ya ofisi kwako yanaweza kwenda kwa akaunti yako ya benki.",
  back: "Wasifu wa mwanachama",
  link: "Itoe au ibadilishe",
  loading: "Inapakia akaunti yako ya benki",
  failed: "Akaunti yako ya benki haikupakika",
  blocked: {
    "not-active": {
      title: "Huwezi kutoa akaunti ya benki sasa",
      text: "Uanachama wako haujawashwa. Piga simu ofisini kama si sahihi.",
    },
    number: {
      title: "Thibitisha nambari yako kwanza",
      text: "Msimbo wa akaunti yako ya benki huenda kwa nambari yako mwenyewe. Nambari ikiwa inabadilishwa, huwezi kutoa akaunti.",
    },
    held: {
      title: "Unaweza kutoa akaunti ya benki kesho",
      text: "Nenosiri lako lilibadilishwa chini ya siku moja iliyopita. Ili pesa zako ziwe salama, huwezi kutoa akaunti kabla ya {date}, {time}.",
    },
  },
  confirmNumber: "Thibitisha nambari yangu",
  shown: {
    current: "Akaunti yako ya benki",
    waiting: "Inasubiri ofisi",
    none: "Hakuna akaunti ya benki bado",
    noneText: "Bila akaunti, ofisi hukulipa kwa hundi au taslimu.",
    bankName: "Benki",
    branchCode: "Msimbo wa benki na tawi",
    accountNo: "Nambari ya akaunti",
    accountName: "Jina la akaunti",
    state: "Pesa zinaweza kwenda huko",
    progress: {
      approval: "Ikikubaliwa",
      waiting: "Kuanzia {at}",
      usable: "Ndiyo",
    },
    byOffice: "Ofisi iliomba akaunti hii. Kama hukukubaliana nao, isimamishe.",
    stop: "Simamisha akaunti hii",
    stopTitle: "Usimamishe akaunti {account}?",
    stopText:
      "Hakuna pesa zaidi zitakazokwenda huko. Ili kuitumia tena itabidi uitoe tena na kusubiri saa 72.",
    keep: "Iache",
    stopped: "Akaunti {account} imesimamishwa",
  },
  form: {
    give: "Toa akaunti yako ya benki",
    change: "Toa akaunti nyingine ya benki",
    rule: "Ofisi huikubali, na pesa huenda huko saa 72 baadaye. Ikikubaliwa, akaunti nyingine huchukua nafasi ya hii mara moja.",
    bankName: "Benki",
    branchCode: "Msimbo wa benki na tawi",
    branchHint: "Tarakimu tano au sita, kama kwenye hundi.",
    accountNo: "Nambari ya akaunti",
    accountName: "Jina la akaunti",
    nameHint: "Akaunti yako mwenyewe, na jina kama benki inavyoliandika.",
    next: "Endelea",
    question: "Ulipwe kwa akaunti hii?",
    text: "{bank}, tawi {branch}, akaunti {account} ya {name}. Hakiki kila tarakimu: benki humlipa yeyote mwenye nambari hii.",
    again: "Badilisha kitu",
    need: "Bonyeza Tuma msimbo kwanza, kisha andika msimbo ulio kwenye ujumbe.",
    send: "Tuma msimbo kwa {number}",
    submit: "Tuma kwa ofisi",
  },
  done: "Akaunti yako ya benki imetumwa kwa ofisi",
  doneDetail: "Tutakutumia ujumbe ofisi ikiamua.",
};
