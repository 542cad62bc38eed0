import type { FileCheckWords } from "./file-check-en.ts";

export const fileCheckSw: FileCheckWords = {
  title: "Hakiki PDF ya {society}",
  lead: "Chagua PDF. Inabaki kwenye kifaa hiki: hakuna kinachotumwa, na ukihifadhi ukurasa huu unafanya kazi hata bila mtandao.",
  choose: "Faili la PDF",
  other: "English",
  save: "Hifadhi ukurasa huu utumie bila mtandao",
  checking: "Tunahakiki faili…",
  asIssued: "Faili hili liko sawasawa na lilivyotolewa na {society}.",
  asIssuedText: "Hakuna kilichobadilishwa. Linganisha jina na kipindi na ulichoomba.",
  lockedText:
    "Hakuna kilichobadilishwa ndani yake. Limefungwa kwa nenosiri, kwa hiyo miamala yake haiwezi kuonyeshwa hapa: lifungue kwa nenosiri uisome.",
  changed: "Faili hili lilibadilishwa baada ya kutolewa na {society}. Usilitegemee.",
  changedText: "Hapa chini ni tulichotoa. Tofauti tulizozipata zimewekewa alama.",
  nothingFound:
    "Hatukupata maandishi yaliyo tofauti, kwa hiyo huenda kuna kilichoongezwa au kuchorwa juu yake. Linganisha kila mstari na ulio hapa chini.",
  unreadable: "Hatukuweza kusoma maandishi yake. Linganisha kila muamala na orodha hii.",
  added: "Kiasi kilicho kwenye faili ambacho hatukukitoa: {amounts}.",
  differs: "Hakiko hivi kwenye faili",
  unknown: "Faili hili halina sahihi ya {society}.",
  unknownText:
    "Hatukulitoa kama PDF, au ni la zamani kuliko uhakiki huu, au programu nyingine ililihifadhi upya. Tafuta msimbo uliochapishwa juu yake.",
  withdrawn:
    "{society} imebatilisha ufunguo uliotia sahihi faili hili, kwa sababu huenda wengine wanao.",
  withdrawnText: "Sahihi hiyo si uthibitisho. Tafuta msimbo uliochapishwa kwenye hati.",
  unread: "Hatukuweza kusoma faili hili. Huenda ni kubwa mno, au halipo tena. Lichague tena.",
  failed: "Kivinjari hiki hakiwezi kuhakiki sahihi. Fungua ukurasa kwenye kivinjari cha kisasa.",
  online: "Hali ya risiti inaweza kubadilika baadaye: tafuta {code} kwenye ukurasa wetu wa Hakiki.",
  total: "Jumla",
};
