import type { PrivacyNoticeWords } from "./notice-en.ts";

/** The privacy notice as the server gives it out, in Kiswahili. */
export const privacyNoticeSw: PrivacyNoticeWords = {
  who: "Nani anatunza",
  whoText:
    "{society} ndiyo inayoamua kinachotunzwa kuhusu wanachama wake, na ndiyo inayowajibika. Wafanyakazi wake huona yale tu yanayohitajika kwa kazi yao, na kila wanachofungua huandikwa.",
  what: "Kinachotunzwa, kwa nini na kwa muda gani",
  shared: "Nani mwingine anaona",
  sharedText:
    "Nambari yako ya simu hupewa kampuni inayotuma SMS zetu, na mtoa huduma ya pesa kwa simu unapolipwa. Mwajiri wako hututumia makato yako. Mamlaka ya kodi na mdhibiti wa vyama hupewa yale sheria inayotuagiza. Mkopaji na mdhamini huona majina ya wenzao. Hakuna mwingine anayepewa chochote, na hakuna kinachouzwa.",
  rights: "Unachoweza kuomba",
  rightsList: {
    access:
      "Kuona kinachotunzwa kukuhusu: fungua ukurasa wa Faragha, au uliza ofisi, ambayo hujibu " +
      "ndani ya siku {days}.",
    copy: "Kupata nakala ya yote: ipakue papo hapo, au ipate kwa karatasi ndani ya siku {days}.",
    correction: "Kurekebishiwa kosa: ndani ya siku {days}.",
    erasure:
      "Kufutiwa yasiyo lazima kutunzwa: unajibiwa ndani ya siku {days}. Unaambiwa yanayobaki, na hadi lini.",
  },
  how: "Jinsi ya kuomba",
  howText:
    "Ingia ufungue Faragha, au iandikie ofisi au uitembelee. Ni bure. Usiporidhika na jibu, " +
    "lalamika kwa Ofisi ya Kamishna wa Ulinzi wa Data jijini Nairobi (odpc.go.ke).",
  held: {
    register: {
      title: "Wewe ni nani",
      what: "Jina, nambari ya mwanachama, nambari ya kitambulisho, siku uliyojiunga",
      why: "Sheria za vyama vya ushirika na utakatishaji fedha zinavitaka",
    },
    contact: {
      title: "Jinsi ya kukufikia",
      what: "Nambari ya simu, barua pepe, anwani ya posta",
      why: "Kutuma misimbo, risiti na gawio lako kwa mtu sahihi",
    },
    kin: {
      title: "Ndugu wa karibu",
      what: "Majina uliyoyatoa",
      why: "Kujua wa kumpigia. Unaweza kuomba yafutwe wakati wowote",
    },
    money: {
      title: "Pesa zako",
      what: "Kila ingizo kwenye akaunti zako, makato, magawio, malipo, taarifa zilizotolewa",
      why: "Sheria za vyama vya akiba na kodi zinataka vitabu",
    },
    loans: {
      title: "Mikopo na udhamini",
      what: "Ulichoomba na jinsi kilivyoamuliwa, ulichorejesha, unaowadhamini",
      why: "Kutekeleza mkopo, na kama sehemu ya vitabu",
    },
    login: {
      title: "Akaunti yako ya kuingia",
      what: "Ulipoingia; nenosiri lako, kwa namna isiyosomeka",
      why: "Kukuruhusu wewe kuingia, na si mwingine",
    },
    messages: {
      title: "Ujumbe",
      what: "Nambari, saa na aina ya kila SMS au barua pepe tuliyokutumia",
      why: "Kujua kwa nini ujumbe haukufika",
    },
    accesses: {
      title: "Waliofungua rekodi yako",
      what: "Nani wa ofisini alifungua rekodi yako, na kila badiliko lililofanywa",
      why: "Ili wewe na mkaguzi muweze kuikagua ofisi",
    },
    requests: {
      title: "Maombi yako",
      what: "Ulichoomba kuhusu maelezo yako, na jibu lake",
      why: "Kuonyesha kwamba ulijibiwa kwa wakati",
    },
  },
  keep: {
    leaving: "Hadi utakapoondoka",
    afterLeaving: "{span} baada ya kuondoka",
    afterwards: "{span} baadaye",
    whole:
      "Kwa muda sawa na vitabu, yote: rekodi zimeunganishwa ili zisibadilishwe. Zinataja nambari, si yaliyomo.",
    days: { one: "Siku 1", many: "Siku {count}" },
    months: { one: "Mwezi 1", many: "Miezi {count}" },
    years: { one: "Mwaka 1", many: "Miaka {count}" },
  },
};
