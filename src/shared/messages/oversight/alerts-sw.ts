import type { InBothLanguages } from "#shared/language.ts";
import { alertsEn, type AlertWords } from "./alerts-en.ts";

/** Tahadhari za ofisi, kwa Kiswahili. */
const alertsSw: AlertWords = {
  title: "Tahadhari",
  lead: "Matatizo ambayo mfumo umeyagundua wenyewe. Kila moja hufungwa chanzo chake kikiisha.",
  loading: "Tahadhari zinapakiwa",
  failed: "Tahadhari hazikuweza kupakiwa.",
  none: "Hakuna tahadhari",
  noneText: "Vitabu vinalingana, na kazi zote za mfumo zinaendelea.",
  open: "Zilizo wazi",
  past: "Zilizofungwa siku 30 zilizopita",
  since: "Tangu {time}",
  lastSeen: "Ilionekana mwisho {time}",
  told: "Wasimamizi waliarifiwa {time}",
  unnotified: "Wasimamizi wanaarifiwa.",
  closed: "Ilifungwa {time}",
  whatToDo: "La kufanya",
  othersDo: "Ushauri kwa wasimamizi",
  see: "Ona la kufanya",
  seeOnly: "Ona tahadhari",
  kinds: {
    "books-disagree": {
      title: "Vitabu havilingani",
      said: "Vitabu havilingani: tofauti {count}.",
      todo: "Acha kuingiza miamala. Fungua Vitabu, tafuta ingizo, na lirekebishe kwa kulibatilisha. Kisha jumlisha vitabu tena.",
    },
    "audit-broken": {
      title: "Kumbukumbu ya ukaguzi imevunjika",
      said: "Kumbukumbu ya ukaguzi haifuatani kuanzia rekodi {count}.",
      todo: "Huenda mtu amebadilisha hifadhidata moja kwa moja. Tunza nakala ya hifadhidata ilivyo, linganisha alama yake na ile mnayotunza nje, na mwite mkaguzi.",
    },
    "job-failed": {
      title: "Kazi ya mfumo imeshindikana",
      said: "Kazi imeshindikana: {job}.",
      todo: "Mwombe anayesimamia seva asome kumbukumbu za seva kuhusu kazi hii. Mfumo utaijaribu tena wenyewe.",
    },
    "job-overdue": {
      title: "Kazi ya mfumo haifanyiki",
      said: "Kazi haijafanyika kwa muda mrefu: {job}.",
      todo: "Mwombe anayesimamia seva ahakikishe kuwa mfumo unaendelea na asome kumbukumbu za seva kuhusu kazi hii.",
    },
    "messages-wait": {
      title: "Ujumbe hautoki",
      said: "Ujumbe {count} haukuweza kutumwa.",
      todo: "Angalia akaunti na salio kwa mtoa huduma wa SMS na seva ya barua pepe. Ujumbe ambao bado unafaa utatoka wenyewe.",
    },
    "payouts-wait": {
      title: "Malipo yanasubiri muda mrefu",
      said: "Malipo {count} yanasubiri zaidi ya siku moja.",
      todo: "Fungua Malipo. Toa faili na ulipe, angalia yenye matatizo, au angalia akaunti kwa mtoa huduma.",
    },
    "disk-full": {
      title: "Diski imejaa",
      said: "Diski ya hifadhidata imejaa: hakuna kinachoweza kuhifadhiwa.",
      todo: "Mwombe anayesimamia seva aongeze nafasi kwenye diski. Hakuna haja ya kuwasha upya, na kilichohifadhiwa hakijapotea.",
    },
    "read-only": {
      title: "Hifadhidata inasomwa tu",
      said: "Hifadhidata inasomwa tu: hakuna kinachoweza kuhifadhiwa.",
      todo: "Mwombe anayesimamia seva aunganishe mfumo na hifadhidata kuu.",
    },
    "staff-identity": {
      title: "Haijulikani wazi baadhi ya wafanyakazi ni nani",
      said: "Haijulikani wazi baadhi ya wafanyakazi ni nani: mambo {count}.",
      todo: "Fungua Wafanyakazi, utaona orodha yao. Andika vitambulisho visivyoandikwa, rekebisha nambari zinazofanana, au onyesha mfanyakazi ni mwanachama yupi.",
    },
  },
  jobs: {
    sweep: "kufuta rekodi zilizopitwa na wakati",
    "missed-deductions": "kuwaarifu wadhamini kuhusu makato yaliyokosa",
    "case-deadlines": "kuarifu kuhusu maswali yaliyopita siku yake",
    withdrawals: "kupanga pesa zinazopaswa kutoka",
    "standing-transfers": "kuhamisha pesa ambazo wanachama waliagiza kila mwezi",
    "contact-changes": "kuanzisha mabadiliko ya mawasiliano",
    reconciler: "kujumlisha vitabu kila usiku",
    retention: "kutekeleza kanuni za muda wa kutunza",
    "audit-check": "kufuatilia kumbukumbu ya ukaguzi kila usiku",
    "staff-identity": "kukagua wafanyakazi ni akina nani",
    backup: "nakala rudufu ya kila usiku",
    "backup-proof": "jaribio la kila wiki la kurejesha nakala rudufu",
    watch: "kutafuta kinachosubiri muda mrefu",
    outbox: "kutuma ujumbe",
    payouts: "kutuma malipo",
    "payout-questions": "kuulizia malipo ambayo hayajapata jibu",
    prompts: "kutuma maombi ya M-Pesa kwenye simu",
    "pay-in-reversals": "kuiomba M-Pesa irudishe malipo",
  },
};

export const alertsMessages: InBothLanguages<AlertWords> = { en: alertsEn, sw: alertsSw };
