import type { NomineesWords } from "./nominees-en.ts";

/** The words of a member's page for their nominees, in Kiswahili. */
export const nomineesSw: NomineesWords = {
  title: "Wateule",
  text: "Watu watakaopokea akiba na hisa zako ukifariki.",
  open: "Waone au uwabadilishe",
  loading: "Inapakia wateule wako",
  failed: "Wateule wako hawakuweza kupakiwa",
  now: "Kwenye daftari",
  none: "Hakuna wateule bado",
  noneText: "Bila wateule familia yako huenda ikahitaji amri ya mahakama.",
  share: "{share}\u00a0%",
  blocked: {
    "not-active": "Uanachama wako si hai. Piga simu ofisini.",
    number: "Thibitisha nambari yako ya simu kwanza: msimbo huenda huko.",
    held: "Nenosiri lako lilibadilishwa chini ya siku moja iliyopita. Rudi kesho.",
  },
  form: {
    title: "Wabadilishe",
    rule: "Mtu mmoja hadi watatu. Sehemu zao zijumlishe 100 %.",
    person: "Mteule {number}",
    name: "Jina",
    relation: "Uhusiano",
    share: "Sehemu, %",
    sum: "Sehemu zinajumlisha {sum} %. Lazima zijumlishe 100 %.",
    next: "Endelea",
    question: "Ubadilishe wateule wako kuwa hawa?",
    again: "Badilisha kitu",
    need: "Bonyeza Tuma msimbo kwanza, kisha andika msimbo ulio kwenye ujumbe.",
    send: "Tuma msimbo kwa {number}",
    submit: "Badilisha wateule wangu",
    whole: "Andika jina, uhusiano na sehemu, au acha yote matatu wazi.",
    format: "Tumia sehemu kuanzia 0.01 hadi 100, kwa mfano 33.33.",
    written: { name: "Tumia herufi 2 hadi 100.", relation: "Tumia herufi 2 hadi 60." },
  },
  done: "Wateule wako wamebadilishwa",
};
