import type { OfflineReadingWords } from "./offline-reading-en.ts";

/** The words of reading without a connection after the page was closed, in Kiswahili. */
export const offlineReadingSw: OfflineReadingWords = {
  title: "Soma bila mtandao",
  lead: "Maelezo yako ya mara ya mwisho ulipokuwa na mtandao.",
  pin: "PIN",
  again: "Rudia PIN",
  hint: "Tarakimu 6 au zaidi. Usitumie PIN yako ya M-Pesa.",
  tooShort: "Tumia tarakimu 6 au zaidi.",
  easy: "PIN hii ni rahisi kukisia. Chagua nyingine.",
  differ: "PIN hizo mbili hazifanani.",
  open: "Fungua",
  wrong: "PIN si sahihi. Majaribio yaliyobaki: {left}.",
  online: "Una mtandao. Ingia uone maelezo ya leo.",
  gone: "Hakuna kilichohifadhiwa hapa",
  goneText: "Ingia ukipata mtandao.",
  failed: "Hatukuweza kufungua maelezo yako. Jaribu tena.",
  loading: "Inapakia",
  notLoaded: "Hatukuweza kupakia sehemu hii",
  text:
    "Tunahifadhi maelezo yako ya karibuni kwenye simu au kompyuta hii, yamefungwa kwa PIN. " +
    "Tunayafuta baada ya PIN 5 zisizo sahihi, ukitoka, baada ya nenosiri jipya, na baada ya " +
    "siku 30.",
  shared: "Hii ni simu ya pamoja, hivyo hatuhifadhi chochote hapa.",
  cannot: "Kivinjari hiki hakiwezi kufunga maelezo yako.",
  on: "Imewashwa. PIN yako hufungua maelezo yako bila mtandao.",
  start: "Washa",
  stop: "Zima",
  started: "Sasa unaweza kusoma bila mtandao",
  stopped: "Hakuna kilichohifadhiwa hapa sasa",
  notStarted: "Hatukuweza kuhifadhi maelezo yako. Ongeza nafasi, kisha ujaribu tena.",
};
