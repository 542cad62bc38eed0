/** The loan desk's texts before a decision, and for its return or reversal, in Kiswahili. */
export const takenBackSw = {
  shown: {
    name: "Mwanachama",
    "member-no": "Nambari ya mwanachama",
    state: "Hatua",
    amount: "Kiasi",
    months: "Miezi",
    instalment: "Makato ya mwezi",
    total: "Jumla",
    owed: "Deni la mikopo mingine",
    "owed-here": "Deni la mkopo huu",
    "free-deposits": "Amana zisizodhamini wengine",
    "share-capital": "Hisa",
    guarantor: "Wadhamini",
    blacklisted: "Kwenye orodha ya wasiokopeshwa",
    "registered-by": "Aliyeandikisha",
    "amended-by": "Aliyerekebisha",
    "waiting-receipt": "Risiti inayosubiri mtu wa pili",
  },
  returning: {
    title: "Rudisha idhini",
    unmet: "Sharti moja halitimizwi tena: {rule}. Rudisha mkopo kwenye foleni, au ukatae.",
    outcome: "Mkopo utakuwaje",
    outcomes: { queue: "Urudi kwenye foleni", declined: "Ukataliwe" },
    reason: "Sababu",
    reasonHints: {
      queue: "Ni ya ofisi; mwanachama haioni",
      declined: "Mwanachama ataisoma",
    },
    submit: "Omba kurudisha",
    question: "Urudishe idhini ya {amount} kwa {name}?",
    consequences: {
      queue:
        "Lazima mtu wa pili akubali. Mkopo utasubiri idhini tena, dhamana zinabaki, na mwanachama anajulishwa.",
      declined:
        "Lazima mtu wa pili akubali. Mkopo utakataliwa, na mwanachama atasoma sababu hii: {reason}",
    },
    confirm: "Tuma ombi",
    requested: "Ombi limetumwa. Mtu wa pili lazima alikubali.",
    waits: "{by} ameomba hili. Mtu wa pili lazima alikubali.",
    waitsYours: "Umeomba hili. Mtu wa pili lazima alikubali.",
    waitsLink: "Fungua ombi",
  },
  recalling: {
    title: "Batilisha utoaji",
    text: "Ni wakati tu pesa bado ziko kwenye chama na hakuna kilichorejeshwa.",
    reason: "Sababu",
    reasonHint: "Ni ya ofisi; mwanachama haioni",
    submit: "Omba kubatilisha utoaji",
    question: "Ubatilishe utoaji wa {amount} kwa {name}?",
    consequence:
      "Lazima mtu wa pili akubali. Wote wawili lazima wajue kwamba pesa hazijatoka. Kisha ingizo la kubatilisha linaandikwa, ratiba inaondolewa, mkopo unabaki umeidhinishwa bila kutolewa, na mwanachama anajulishwa.",
  },
};
