import type { Messages } from "./en.ts";
import { fieldProblemsSw } from "./kernel/field-problems-sw.ts";

/** Every word on a screen, in everyday Kiswahili; a missing key does not compile. */
export const sw: Messages = {
  common: {
    skip: "Ruka hadi kwenye maudhui",
    retry: "Jaribu tena",
    close: "Funga",
    loading: "Inapakia",
    theme: "Mandhari",
    themeNow: { light: "sasa ni nyeupe", dark: "sasa ni nyeusi" },
    changeLanguage: "Badilisha lugha iwe {language}",
    show: "Onyesha",
    hide: "Ficha",
    password: "nenosiri",
    ksh: "Ksh",
    notGiven: "Haijawekwa",
  },
  failure: {
    network:
      "Hatukuweza kufikia Sacco. Angalia mtandao wako kisha ujaribu tena. Ulichoandika " +
      "kimehifadhiwa.",
    timeOut: "Jibu linachelewa. Tafadhali jaribu tena. Ulichoandika kimehifadhiwa.",
    unexpected: "Kuna hitilafu upande wetu. Tafadhali jaribu tena. Ulichoandika kimehifadhiwa.",
    language:
      "Kiingereza hakikupatikana, kwa hiyo ukurasa huu unabaki kwa Kiswahili. Ulichoandika " +
      "kimehifadhiwa. Angalia mtandao wako, kisha uchague English tena.",
    load: "Mtandao umekatika. Pesa zako ziko salama.",
    page: "Ukurasa huu haukuweza kufunguka",
    pageText: "Mtandao umekatika, au tovuti imesasishwa punde tu. Hakuna kilichopotea.",
    reload: "Fungua tena",
  },
  landing: {
    lead:
      "Ona ulicho nacho na unachodaiwa. Kopa, dhamini wenzako, na uamue gawio lako liende " +
      "wapi.",
    login: "Ingia",
    create: "Fungua akaunti",
    good: "Mambo ya kujua",
    all: "Matangazo yote",
    creating: "Kufungua akaunti",
    creatingText:
      "Uwe na nambari yako ya mwanachama, na nambari ya simu iliyo kwenye rekodi za Sacco. " +
      "Tunakutumia msimbo wa mara moja kwa nambari hiyo. Kama nambari hiyo si yako tena, " +
      "tembelea ofisi au piga simu kwanza.",
    cannot: "Ukishindwa kuingia",
    check: "Hakiki hati iliyochapishwa",
    checkText: "Andika msimbo ulio chini ya ukurasa.",
    codeExample: "7KQF-2M9D-XP4T",
    checkSubmit: "Hakiki",
    code: "Msimbo wa uhakiki",
  },
  office: {
    call: "Piga simu",
    or: "au andika kwa",
    write: "Andika kwa",
    place: "Ofisi: {place}.",
    visit: "Tafadhali tembelea ofisi.",
  },
  login: {
    title: "Ingia",
    lead: "Kwenye akaunti yako ya {society}.",
    memberNo: "Nambari ya Mwanachama",
    password: "Nenosiri",
    submit: "Ingia",
    forgot: "Umesahau nenosiri",
    register: "Jisajili sasa",
    shared:
      "Ukitumia simu ya pamoja, toka ukimaliza. Taarifa zako hazitabaki kwenye simu. " +
      "Ukisahau, tunakutoa usipoitumia kwa dakika chache.",
    cannot: "Umeshindwa kuingia?",
    needMemberNo: "Tafadhali weka Nambari yako ya Mwanachama!",
    needPassword: "Tafadhali weka Nenosiri lako!",
    failed: "Kulikuwa na hitilafu ya kuingia. Tafadhali wasiliana na Msimamizi upate usaidizi",
    done: "Umeingia",
    needed: "Tafadhali ingia ili ufungue ukurasa huo.",
    expired: "Kipindi chako cha kuingia kimeisha. Ingia uendelee ulipoachia.",
    idle: "Hukutumia akaunti kwa muda, hivyo tukakutoa. Ingia uendelee ulipoachia.",
  },
  signUp: {
    title: "Fungua Akaunti",
    lead: "Hatua mbili, kama dakika mbili. Kila sehemu inahitajika.",
    prove: "Thibitisha kuwa ni wewe",
    account: "Akaunti yako",
    memberNo: "Nambari ya Mwanachama",
    mobileNo: "Nambari ya Simu",
    mobileHint: "Nambari iliyo kwenye rekodi za Sacco.",
    email: "Barua pepe",
    submit: "Jisajili",
    have: "Una akaunti tayari?",
    login: "Ingia",
    done: "Umesajiliwa",
    doneDetail: "Unaweza kuingia sasa.",
  },
  changePassword: {
    title: "Badilisha Nenosiri",
    lead: "Tunatuma msimbo kwa nambari ya simu iliyo kwenye rekodi za Sacco.",
    newPassword: "Nenosiri lako jipya",
    submit: "Badilisha Nenosiri",
    remember: "Umelikumbuka?",
    login: "Ingia",
    done: "Nenosiri Limebadilishwa",
    doneDetail: "Umetolewa kwenye vifaa vyote. Ingia kwa nenosiri jipya.",
  },
  newPassword: {
    password: "Nenosiri",
    confirmation: "Rudia Nenosiri",
    hint: "Iwe na angalau herufi 8",
    longEnough: "Herufi 8 au zaidi",
    notSame: "Bado halilingani na nenosiri",
    same: "Linalingana na nenosiri",
    mismatch: "Nenosiri halilingani",
  },
  otp: {
    label: "OTP",
    hint: "Tarakimu 6, kutoka kwa ujumbe tunaokutumia.",
    send: "Tuma OTP",
    sendShort: "Tuma Otp",
    sendAgain: "Tuma OTP tena",
    sendAgainIn: "Tuma OTP tena, {time}",
    sending: "Inatuma…",
    needMemberNo: "Tafadhali weka Nambari yako ya Mwanachama!",
    sent: "Msimbo umetumwa.",
    sentText:
      "Inaenda kwa nambari ya simu iliyo kwenye rekodi za Sacco na hudumu dakika 5. Hujapata " +
      "ujumbe? Subiri dakika moja utume tena, au piga simu ofisini kama nambari imebadilika.",
    expired: "Muda wa msimbo huo umekwisha.",
    expiredText: "Msimbo hudumu dakika 5. Tuma mwingine.",
  },
  information: {
    title: "Maelezo",
    lead: "Matangazo ya chama kwa wanachama wake.",
    loading: "Inapakia matangazo",
    failed: "Hatukuweza kupakia matangazo",
    empty: "Hakuna matangazo",
    emptyText: "Chama hakijaweka matangazo. Kikiweka, yataonekana hapa.",
    office: "Ofisi",
    phone: "Simu",
    email: "Barua pepe",
    hours: "Saa za kazi",
    place: "Mahali",
    post: "Anwani ya posta",
  },
  notFound: {
    title: "Hakuna ukurasa hapa",
    text: "Huenda anwani imekosewa, au ukurasa umehamishwa. Akaunti yako iko sawa.",
    home: "Nenda ukurasa wa kwanza",
    profile: "Nenda kwenye wasifu wako",
  },
  problems: fieldProblemsSw,
};
