/** The demand of each eligibility rule, and what would satisfy it, in Kiswahili. */
export const eligibilitySw = {
  minimum: {
    met: "Mkopo mdogo kabisa ni {least}.",
    unmet: "Kopa {least} au zaidi.",
  },
  maximum: {
    met: "Mkopo mkubwa kabisa ni {most}.",
    unmet: "Kopa {most} au chini yake.",
  },
  deposits: {
    met: "Amana zako zinatosha. Zinatosha mkopo wa hadi {most}: amana {deposits} toa {pledged} ulizodhamini, mara {times}, toa {owed} za mikopo na maombi bila wadhamini.",
    unmet:
      "Ukitaka kukopa {amount}, ongeza {more} kwenye amana zako. Kwa sasa zinatosha mkopo wa hadi {most}: amana {deposits} toa {pledged} ulizodhamini, mara {times}, toa {owed} za mikopo na maombi bila wadhamini.",
  },
  depositsOrGuarantors: {
    met: "Wadhamini wako watadhamini {uncovered}. Amana zako zinatosha mkopo wa hadi {most}: amana {deposits} toa {pledged} ulizodhamini, mara {times}, toa {owed} za mikopo na maombi bila wadhamini.",
    unmet:
      "Ukitaka kukopa {amount}, ongeza {more} kwenye amana zako, au taja wadhamini wa {uncovered}. Kwa sasa amana zinatosha mkopo wa hadi {most}: amana {deposits} toa {pledged} ulizodhamini, mara {times}, toa {owed} za mikopo na maombi bila wadhamini.",
  },
  guarantorsShort: {
    met: "Amana zako na wadhamini wako vinatosha.",
    unmet:
      "Wadhamini wako wanadhamini {named}, kwa hivyo bado {uncovered}. Taja wadhamini wa kiasi hicho, au ongeza {more} kwenye amana zako.",
  },
  membership: {
    met: "Umekuwa mwanachama kwa miezi {least} au zaidi.",
    unmet: "Utaweza kukopa ukiwa mwanachama kwa miezi {least}: bado {more}.",
  },
  shareCapital: {
    met: "Una hisa za {least} au zaidi.",
    unmet: "Ongeza hisa za {more}, ufikishe {least}.",
  },
  openApplication: {
    met: "Maombi yanayosubiri: {more}. Unaruhusiwa {most} kwa wakati mmoja.",
    unmet:
      "Maombi yanayosubiri: {more}. Unaruhusiwa {most} kwa wakati mmoja. Ondoa ambalo " +
      "halijaamuliwa, au subiri hadi mkopo utolewe au ombi likataliwe.",
  },
  noApplication: {
    met: "Huna ombi linalosubiri.",
    unmet: "Huna ombi linalosubiri.",
  },
  unpaidLoan: {
    met: "Hudaiwi mkopo wa papo.",
    unmet: "Maliza kulipa {more} unazodaiwa kwenye mkopo wa papo.",
  },
  blacklist: {
    met: "Unaruhusiwa kukopa kwenye chama.",
    unmet: "Kwa sasa chama hakiwezi kukukopesha. Tafadhali piga simu au fika ofisini.",
  },
} as const;
