import type { InBothLanguages } from "#shared/language.ts";
import { ownPayInsEn, type OwnPayInWords } from "./own-en.ts";

/** The words of a member's page for paying in by M-Pesa, in Kiswahili. */
const ownPayInsSw: OwnPayInWords = {
  title: "Weka pesa",
  lead: "Kwa M-Pesa, kwenye akiba au mkopo wako. Hatutozi ada.",
  back: "Mwanzo",
  loading: "Inapakia njia za kulipa",
  failed: "Njia za kulipa hazikupakika",
  link: "Weka pesa",
  loanLinks: { instalment: "Lipa malipo ya sasa", settle: "Maliza mkopo" },
  form: {
    title: "Unacholipa",
    to: "Kwenda",
    destinations: {
      deposits: "Amana",
      "share-capital": "Hisa",
      withdrawable: "Akaunti ya kutoa {account}",
      loan: "Mkopo {loanNo}, deni {owed}",
    },
    pay: "Lipa",
    bases: {
      due: "Malipo ya sasa: Ksh {amount}, tarehe {day}",
      overdue: "Yaliyochelewa: Ksh {amount}, tangu {day}",
      settle: "Maliza mkopo: Ksh {amount}",
      amount: "Kiasi kingine",
    },
    amount: "Kiasi kwa Ksh",
    amountHint: "Kuanzia {least} hadi {most}, shilingi kamili",
    mobileNo: "Nambari ya M-Pesa",
    ownNumber: "Ombi linakwenda kwenye simu hii. Mwenye simu anaweka PIN.",
    otherNumber: "Si nambari yako. Pesa bado zitaingia kwenye akaunti yako.",
    send: "Tuma ombi kwenye simu",
  },
  rounding: {
    deposits:
      "Deni la mkopo ni Ksh {owed}. M-Pesa hulipa shilingi kamili, hivyo Ksh {cents} inaingia kwenye amana yako.",
    over: "Ksh {over} ni zaidi ya deni la mkopo na inaingia kwenye amana yako.",
    overRefund: "Ksh {over} ni zaidi ya deni la mkopo na utarudishiwa.",
  },
  confirm: {
    title: "Lipa Ksh {amount}?",
    text: "Tunatuma ombi kwa {number}. Weka PIN ya M-Pesa kwenye simu hiyo, kamwe si hapa.",
    yes: "Tuma ombi",
    no: "Badilisha kitu",
  },
  progress: {
    title: "Malipo yako",
    states: {
      asked: "Linatumwa",
      sent: "Liko kwenye simu",
      paid: "Yamelipwa",
      failed: "Hayakulipwa",
      unknown: "Hakuna jibu bado",
    },
    facts: {
      amount: "Kiasi",
      to: "Kwenda",
      number: "Nambari ya M-Pesa",
      receipt: "Risiti ya M-Pesa",
    },
    asked: "Tunatuma ombi kwenye simu.",
    sent: "Angalia simu kisha weka PIN ya M-Pesa. Unaweza kufunga ukurasa huu.",
    received: "Pesa zimefika.",
    office: "Pesa zimefika. Ofisi inaziweka mahali pake.",
    waiting: "M-Pesa inasema yamelipwa; tunasubiri risiti. Usilipe tena.",
    part: {
      deposits: "Ksh {amount} kwenye amana yako",
      "share-capital": "Ksh {amount} kwenye hisa zako",
      withdrawable: "Ksh {amount} kwenye akaunti yako ya kutoa",
      loan: "Ksh {amount} kwenye mkopo {loanNo}",
    },
    refunded: "Ksh {amount} kati ya hizo unarudishiwa",
    noMoney: "Hakuna pesa zilizochukuliwa.",
    problems: {
      "": "Malipo hayakupita.",
      cancelled: "Ombi lilighairiwa kwenye simu.",
      "no-answer": "Hakuna aliyejibu ombi kwenye simu. Hakikisha imewashwa, kisha ujaribu tena.",
      "wrong-pin": "PIN ya M-Pesa haikuwa sahihi. Jaribu tena.",
      "no-funds": "Hakuna pesa za kutosha kwenye M-Pesa hiyo. Ongeza pesa au lipa kiasi kidogo.",
      expired: "Ombi lilichukua muda mrefu. Jaribu tena.",
      "phone-busy": "Kuna ombi lingine la M-Pesa kwenye simu hiyo. Limalize, kisha ujaribu tena.",
      "over-limit": "M-Pesa hairuhusu kiasi hiki kwa nambari hiyo leo. Lipa kiasi kidogo.",
      "not-sent": "Hatukuweza kufikia M-Pesa. Jaribu tena, au lipa kwa paybill.",
      rejected: "M-Pesa haikukubali ombi. Lipa kwa paybill.",
      other: "M-Pesa haikukamilisha malipo. Jaribu tena.",
      "answer-lost":
        "Hatujui kama ombi lilifika kwenye simu. Ukiweka PIN kwenye simu, pesa bado zitafika. Ukipata risiti ya M-Pesa, usilipe tena.",
      "no-result":
        "M-Pesa haijatuambia kilichotokea. Ukipata risiti ya M-Pesa, usilipe tena: pesa zitaonekana hapa.",
    },
    again: "Lipa tena",
    another: "Lipa kitu kingine",
    statement: "Tazama taarifa",
  },
  find: {
    title: "Tafuta malipo",
    lead: "Andika nambari ya SMS ya M-Pesa, au kiasi na tarehe.",
    code: "Nambari ya M-Pesa",
    amount: "Kiasi ulicholipa, kwa Ksh",
    day: "Tarehe ya malipo",
    search: "Tafuta malipo",
    either: "Andika nambari, au kiasi pamoja na tarehe.",
    states: {
      credited: "Ksh {amount} za {day} zimefika. Risiti {receipt}.",
      office: "Ksh {amount} za {day} zimefika, risiti {receipt}. Ofisi inatafuta akaunti sahihi.",
      moved: "Ksh {amount} za {day}, risiti {receipt}, ziliondolewa na ofisi kwenye akaunti yako.",
      returned: "Ksh {amount} za {day}, risiti {receipt}, zilirudishwa kwenye simu.",
      awaited: "M-Pesa inasema Ksh {amount} za {day} zimelipwa. Tunasubiri risiti.",
    },
    none: "Hatuna malipo yako kama hayo.",
    late: "M-Pesa inaweza kuchelewa. Taarifa zake zinaonyesha kila malipo, nasi tunazo hadi {day}. Tafuta tena siku moja baada ya kulipa.",
    lateWithout: "M-Pesa inaweza kuchelewa. Tafuta tena siku moja baada ya kulipa.",
    check:
      "Ikiwa M-Pesa ilichukua pesa, huenda nambari ya akaunti si sahihi. Ofisi inaweza kuzipata.",
    ask: "Uliza ofisi",
    question: "Nililipa kwa M-Pesa na sioni pesa. {facts}",
    facts: { receipt: "Nambari: {receipt}.", amount: "Ksh {amount} tarehe {day}." },
  },
  how: {
    title: "Lipa kwa paybill",
    lead: "Kwenye menyu ya M-Pesa: Lipa na M-Pesa, Pay Bill. Nambari ya akaunti ndiyo inaonyesha pesa ziende wapi.",
    paybill: "Nambari ya biashara",
    loan: "Mkopo {loanNo}",
    onlyRequest:
      "Una akaunti kadhaa za kutoa. Ombi la kwenye simu tu ndilo linaloweza kuzitofautisha.",
    none: "Malipo ya M-Pesa hayajawekwa",
    noneText: "Piga simu ofisini {phone}.",
  },
};

export const ownPayInMessages: InBothLanguages<OwnPayInWords> = {
  en: ownPayInsEn,
  sw: ownPayInsSw,
};
