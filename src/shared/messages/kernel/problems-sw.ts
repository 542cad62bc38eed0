import type { problemsEn } from "./problems-en.ts";

/** The text of each problem, in Kiswahili. */
export const problemsSw: typeof problemsEn = {
  "not-json": "Hatukuweza kusoma kilichotumwa. Tafadhali jaribu tena.",
  "not-json-type": "Hapa tunapokea JSON. Itume na content type application/json.",
  "headers-twice": "Kuna vichwa viwili vya Authorization. Tuma kimoja.",
  "headers-too-large":
    "Kivinjari chako kimetuma maelezo mengi mno. Futa vidakuzi vyake, kisha jaribu tena.",
  "too-slow": "Ombi lako lilichukua muda mrefu kufika. Tafadhali jaribu tena.",
  "foreign-origin":
    "Ombi hili limetoka kwenye tovuti nyingine. Fungua tovuti ya chama, kisha jaribu tena.",
  invalid: "Tafadhali sahihisha sehemu zilizowekwa alama.",
  "too-large": "Hiyo ni zaidi ya tunachoweza kupokea kwa mara moja. Fupisha, kisha jaribu tena.",
  "not-signed-in": "Tafadhali ingia ili uendelee.",
  "session-ended": "Kipindi chako cha kuingia kimeisha. Tafadhali ingia tena.",
  "session-revoked": "Kipindi chako cha kuingia kimefungwa kutoka kwingine. Tafadhali ingia tena.",
  "sign-in-failed":
    "Nambari ya mwanachama au nenosiri si sahihi. Angalia yote mawili, au chagua Umesahau nenosiri.",
  "not-csv": "Tafadhali tuma faili kama CSV, iliyohifadhiwa kama UTF-8 kutoka kwenye jedwali.",
  "not-table": "Tafadhali tuma faili kama CSV au kitabu cha Excel (.xlsx).",
  "not-evidence": "Tafadhali ambatisha PDF, au picha ya PNG au JPEG.",
  "not-picture": "Tafadhali chagua picha: PNG au JPEG.",
  "not-yours": "Unaweza kufungua rekodi yako mwenyewe tu.",
  "staff-only": "Ukurasa huu ni wa wafanyakazi wa chama.",
  "no-such-address": "Hakuna kitu kwenye anwani hii.",
  "no-such-member": "Hakuna mwanachama mwenye nambari hiyo.",
  "no-such-society": "Hakuna chama chenye nambari hiyo.",
  "no-such-loan": "Hakuna mkopo wenye nambari hiyo.",
  "no-such-code": "Hatukutoa taarifa yenye msimbo huo. Angalia kila herufi, au piga simu ofisini.",
  "no-such-method": "Anwani hii haipokei ombi la aina hiyo.",
  "otp-refused":
    "Msimbo huo si sahihi au muda wake umekwisha. Angalia ujumbe wa mwisho, au omba msimbo mwingine.",
  "otp-too-soon": "Msimbo uliombwa punde tu. Subiri {wait}, kisha omba tena.",
  "otp-day-cap":
    "Misimbo mingi imeombwa au kukosewa leo. Jaribu tena kesho, au piga simu ofisini {phone}.",
  "otp-closed":
    "Misimbo mingi isiyo sahihi imeingizwa kwa nambari hii, hivyo hatutumi msimbo hadi {until}. Ukihitaji mapema, piga simu ofisini {phone}.",
  "codes-open": "Misimbo hii haijafungwa. Hakuna cha kufungua.",
  "no-such-login": "Hakuna mwanachama wala mfanyakazi mwenye nambari hiyo.",
  "otp-unavailable":
    "Hatuwezi kutuma misimbo kwa sasa. Jaribu tena baadaye, au piga simu ofisini {phone}.",
  "idempotency-mismatch": "Ombi hili lilishatumwa likiwa na maelezo mengine. Tafadhali anza upya.",
  "in-progress": "Jambo hili linafanyika tayari. Tafadhali subiri kidogo.",
  "too-many": "Maombi yamekuwa mengi mno. Subiri kidogo, kisha jaribu tena.",
  "sign-in-paused":
    "Umejaribu mara nyingi. Subiri {wait} ujaribu tena, au chagua Umesahau nenosiri.",
  "password-disabled":
    "Nenosiri hili halifanyi kazi tena baada ya kukosewa mara nyingi. Chagua Umesahau nenosiri uweke jipya.",
  "second-factor-refused": "Msimbo huo si sahihi au umeshatumika. Subiri unaofuata wa programu.",
  "second-factor-paused": "Umeweka misimbo mingi isiyo sahihi. Subiri {wait}, kisha ujaribu tena.",
  "second-factor-disabled":
    "Misimbo mingi mno isiyo sahihi imejaribiwa. Mwombe msimamizi mwingine aweke upya kinga ya pili.",
  "second-factor-none": "Kinga ya pili bado haijawekwa. Iwekwe kwanza.",
  "second-factor-there": "Kinga ya pili ipo tayari. Ingia kwa msimbo wake.",
  "enrolment-none": "Imechukua muda mrefu, au imeanzwa kwingine. Anza tena na uskani msimbo mpya.",
  "invitation-refused":
    "Msimbo huo si sahihi au muda wake umekwisha. Mwombe msimamizi mwaliko mwingine.",
  "no-such-staff": "Hakuna mfanyakazi mwenye nambari hiyo.",
  "staff-state": "Haiwezekani tena: mtu mwingine amebadilisha kwanza. Fungua orodha tena uone.",
  "own-account": "Hii ni akaunti yako mwenyewe. Msimamizi mwingine afanye hivyo.",
  "role-too-new": "Wadhifa wako ni mpya. Unaweza kufanya hivi kuanzia {until}.",
  "details-taken":
    "Nambari ya simu, barua pepe, kitambulisho au nambari ya mshahara hiyo ni ya mtu mwingine. Kagua kisha ujaribu tena.",
  "no-such-approval": "Hakuna ombi lenye nambari hii.",
  "approval-state": "Ombi hili halisubiri tena. Pakia ukurasa upya uone matokeo yake.",
  "approval-waits": "Ombi kama hili tayari linasubiri mtu wa pili.",
  "approval-changed": "Maelezo yamebadilika tangu ulipofungua. Soma tena kabla ya kuidhinisha.",
  "approval-suspended":
    "Aliyeomba hili amesimamishwa. Likatae, au uliidhinishe atakaporejea kazini.",
  "shown-changed": "Maelezo yamebadilika tangu ulipofungua. Soma tena kabla ya kuendelea.",
  "approval-two-people": "Wewe ndiye uliyetuma ombi hili, hivyo lazima mtu mwingine aamue.",
  "no-linked-account": "Huna akaunti nyingine ya kuhamia.",
  "not-enough": "Hakuna salio la kutosha kwenye akaunti.",
  "already-registered": "Nambari hiyo ya mwanachama tayari ipo kwenye rejista.",
  "open-application":
    "Tayari una ombi linalosubiri. Liondoe kama halijaamuliwa, au subiri hadi mkopo utolewe au ombi likataliwe.",
  "not-eligible": "Kwa sasa hatuwezi kukukopesha kiasi hicho. {reason}",
  "no-longer-eligible":
    "Ombi hili halitimizi tena masharti yake ({reason}). Kama halijaamuliwa, likatae au rekebisha kiasi; likiwa limeidhinishwa, husubiri masharti yatimizwe.",
  "loan-state":
    "Jambo hilo haliwezekani tena: mwingine ametangulia. Fungua mkopo tena uone ulipofika.",
  "loan-not-lent": "Ombi hili halijatolewa pesa, kwa hiyo halina taarifa ya mkopo.",
  "own-loan": "Mkopo huu ni wako, au unaudhamini. Lazima mwingine afanye jambo hilo.",
  "two-people": "Wewe ndiye uliyeidhinisha mkopo huu, hivyo mwingine lazima autoe.",
  "loan-amended": "Ulibadilisha mkopo huu, kwa hiyo mtu mwingine auidhinishe.",
  "loan-repaid":
    "Mkopo huu umeanza kurejeshwa, au risiti inasubiri mtu wa pili, hivyo utoaji wake hauwezi kubatilishwa.",
  "loan-money-left":
    "Pesa za mkopo huu zimeshatoka kwenye chama, hivyo utoaji wake hauwezi kubatilishwa.",
  "loan-return-waits": "Kuna ombi la kurudisha idhini hii. Amua ombi hilo kwanza.",
  "no-such-amendment": "Hakuna badiliko kama hilo la mkopo.",
  "amendment-waits": "Badiliko la mkopo huu linasubiri idhini ya mwanachama.",
  "amendment-closed": "Badiliko hili halisubiri tena. Fungua mkopo tena.",
  "no-such-movement": "Hakuna muamala wenye nambari hii.",
  "movement-state": "Muamala huu hauko tena katika hali hiyo. Upakie tena.",
  "movement-over": "Hiki ni zaidi ya kinachodaiwa au kilichopo sasa. Pakia ombi tena.",
  "no-such-attachment": "Faili hili halipo tena. Liambatishe tena.",
  "no-such-pay-in": "Hakuna malipo yenye risiti hii.",
  "pay-in-state": "Malipo haya yameamuliwa tayari. Yapakie tena.",
  "pay-in-refunded":
    "Sehemu ya malipo haya inarudishwa kwa mwanachama, kwa hivyo hayawezi kuhamishwa.",
  "pay-in-reversing":
    "M-Pesa inaombwa kurudisha malipo haya. Subiri matokeo, au yamalize kwenye ukurasa wake.",
  "reversal-unavailable":
    "M-Pesa haiwezi kuombwa kurudisha malipo hapa. Yarudishe kwenye tovuti yake na uandike risiti.",
  "pay-in-same-person":
    "Uliidhinisha uamuzi wa mwisho wa malipo haya, kwa hivyo mwingine aidhinishe huu.",
  "paid-by-paybill":
    "Marejesho haya yalikuja kwa paybill. Yahamishe kwenye Malipo yanayoingia, kwa idhini ya watu wawili.",
  "own-entry": "Wewe ndiye uliyeandika marejesho haya, kwa hivyo mwingine ayabatilishe.",
  "till-none": "Huna droo iliyofunguliwa. Fungua droo yako kwenye kaunta kwanza.",
  "till-open": "Tayari una droo. Ihesabu na uikabidhi kabla ya kufungua nyingine.",
  "till-own": "Hii ni droo yako mwenyewe. Ihesabu kwenye ukurasa wako.",
  "no-such-till": "Hakuna droo kama hiyo.",
  "safe-short": "Sefu haina fedha kiasi hicho kulingana na vitabu.",
  "receipt-state": "Risiti hii imebadilika. Ipakie tena.",
  "no-such-receipt": "Hakuna risiti yenye nambari hii.",
  "paid-at-counter": "Marejesho haya yalipokewa kwenye kaunta. Batilisha risiti yake huko.",
  "day-not-covered": "Hakuna taarifa iliyoingizwa ya akaunti hii kwa siku hiyo.",
  "statement-sum":
    "Mistari haifiki salio la mwisho kutoka salio la mwanzo: Ksh {opening} na {lines} ni {sum}, " +
    "si {closing}. Pakua taarifa tena.",
  "statement-account":
    "Taarifa ni ya akaunti {given}, na za awali ni za akaunti nyingine. Kama akaunti ina nambari " +
    "mpya, futa mstari wenye nambari kwenye faili.",
  "statement-opening":
    "Taarifa inaanza {day} kwa Ksh {given}, lakini za awali zinaishia {known}. Hakikisha ni ya " +
    "akaunti hii, na ni kamili.",
  "statement-gap":
    "Taarifa ni ya {from} hadi {to}, na za kabla yake ni za {startsOn} hadi {coversTo}. Ingiza " +
    "kwanza siku za katikati.",
  "statement-lines":
    "Taarifa za awali zina mistari {count} ya siku hizi ambayo hii haina, au imeibadilisha. " +
    "Pakua siku zote tena.",
  "statement-period":
    "Taarifa ina mistari ya {first} hadi {last}, ambayo haiko ndani ya muda uliotajwa.",
  "match-empty": "Chagua angalau vitu viwili.",
  "match-sums": "Pande mbili za ulinganisho lazima ziwe na jumla sawa.",
  "match-taken": "Kimoja kati ya hivi kiko kwenye ulinganisho mwingine. Pakia orodha tena.",
  "match-state": "Ulinganisho huu umeamuliwa tayari. Upakie tena.",
  "match-closed":
    "Ulinganisho huu unahesabiwa katika mwezi uliofungwa, kwa hivyo hauwezi kutenguliwa.",
  "match-two-people": "Wewe ndiye uliyependekeza ulinganisho huu, kwa hivyo mwingine authibitishe.",
  "statement-own": "Wewe ndiye uliyeingiza taarifa hii, kwa hivyo mwingine aidhinishe.",
  "no-such-match": "Hakuna ulinganisho kama huo.",
  "no-such-item": "Hakuna kitu kama hicho.",
  "receipt-used": "Risiti hiyo tayari imeingizwa vitabuni.",
  "receipt-waits": "Risiti hii inasubiri mtu wa pili aithibitishe.",
  "repayment-over":
    "{over} kati yake ni zaidi ya {owed} zinazodaiwa kwenye mkopo huu. Hakikisha kiasi; hakuna kinachoandikwa mpaka kithibitishwe.",
  "prompts-off": "Ombi la malipo kwenye simu halipatikani. Lipa kwa paybill.",
  "prompt-open": "Kuna ombi la malipo kwenye simu hiyo. Lijibu, au subiri dakika tatu.",
  "prompts-hour":
    "Maombi mengi ya malipo yametumwa. Lipa kwa paybill, au jaribu tena baada ya {wait}.",
  "receipts-hour": "Umetafuta mara nyingi. Uliza ofisi, au jaribu tena baada ya {wait}.",
  "prompt-figure": "Mkopo umebadilika. Angalia kiasi kipya kisha ujaribu tena.",
  "no-such-prompt": "Hakuna ombi kama hilo la malipo.",
  "no-such-dividend": "Hakuna gawio lililotangazwa kwa mwaka huo.",
  "dividend-exists": "Tayari kuna gawio la mwaka huo. Liondoe kwanza, kama halijaingizwa vitabuni.",
  "dividend-state": "Hilo haliwezekani katika hatua hii. Fungua gawio tena uone hatua yake.",
  "dividend-two-people":
    "Wewe ndiye uliyeandaa au kuidhinisha gawio hili, kwa hivyo mtu mwingine achukue hatua hii.",
  "dividend-again":
    "Vitabu vilibadilika baada ya idhini, hivyo hakuna kilichoingizwa. Gawio limehesabiwa upya na linasubiri kuidhinishwa tena.",
  "dividend-changed":
    "Vitabu vya mwaka huo vimebadilika tangu gawio liandaliwe. Liondoe uliandae upya.",
  "window-closed":
    "Muda wa kuchagua umeisha, au haujaanza. Chaguo lako la mwisho ndilo linalotumika.",
  "window-open": "Wanachama bado wanaweza kuchagua. Funga baada ya muda wao kuisha.",
  "election-newer":
    "Hili lilibadilishwa kwingine tarehe {date} saa {time}, likawa {rows}. Litazame, kisha " +
    "utume lako tena likichukue nafasi.",
  "split-incomplete": "Gawanya kila shilingi: Ksh {balance} zimebaki.",
  "payout-held":
    "Nenosiri lilibadilishwa chini ya siku moja iliyopita. Kwa usalama, pesa zaidi kwa simu, " +
    "nambari au akaunti mpya ya benki, na wateule wapya husubiri hadi {date} saa {time}.",
  "not-held": "Sehemu hii ya gawio haisubiri tena. Fungua orodha tena uone ilikokwenda.",
  "no-such-payout": "Hakuna malipo yenye nambari hiyo.",
  "no-such-payout-file": "Hakuna faili la malipo lenye nambari hiyo.",
  "no-debit-account":
    "Akaunti ya chama kwa benki haijawekwa. Mwombe msimamizi aiweke kwenye Mipangilio.",
  "payout-state":
    "Hilo haliwezi kufanywa tena na malipo haya, au bado. Yafungue tena uone yalipofika.",
  "payout-two-people": "Wewe ndiye uliyesema malipo haya yalivyo, hivyo mwingine aamue.",
  "payout-to-bank":
    "Mwanachama alichagua kulipwa kwa akaunti yake ya benki. Mlipe kwa benki, au mwombe achague simu.",
  "payout-claimed": "Kuna aliyesema malipo haya yalifika. Kwanza kubali au ukatae risiti hiyo.",
  "no-account": "Mwanachama huyu hana akaunti ya amana anazoweza kutoa.",
  "payout-unconfirmed":
    "Nambari ya mwanachama haijathibitishwa, au iko karibu kubadilika. Mwombe aithibitishe kwanza.",
  "no-payouts": "Hakuna malipo yanayoweza kutoka sasa: hayapo, au yaliyopo lazima yasubiri.",
  "database-held":
    "Hii ni nakala ya vitabu, kwa hivyo hakuna malipo yanayotoka. Muulize anayesimamia seva.",
  "no-such-change": "Hakuna badiliko la mawasiliano hapo.",
  "change-state": "Hilo haliwezi kufanywa tena: mwingine ametangulia. Fungua orodha tena uone.",
  "change-held": "Badiliko lingine la mwanachama huyu linasubiri. Lighairi hilo kwanza.",
  "member-suspended":
    "Uanachama wako umesimamishwa kwa muda. Tafadhali piga simu au fika ofisini; pesa zako " +
    "ziko salama.",
  "member-left": "Uanachama huu umekwisha, hivyo haiwezekani kuingia. Tafadhali piga simu ofisini.",
  "not-overpaid":
    "Hakuna kilicholipwa zaidi kwenye mkopo huu sasa. Fungua ukurasa upya uone salio.",
  "account-open": "Tayari una akaunti ya kutoa.",
  "no-such-standing": "Uhamisho huu wa kila mwezi si wako, au ulisimamishwa.",
  "no-such-withdrawal": "Hakuna ombi kama hilo la kutoa pesa.",
  "withdrawal-state": "Ombi hili limeendelea. Lifungue tena uone limefika wapi.",
  "mobile-unconfirmed":
    "Msimbo huenda kwa nambari iliyothibitishwa. Thibitisha yako kwanza, au subiri badiliko lake liishe.",
  "no-such-bank-account": "Akaunti hii ya benki si yako, au ilisimamishwa tayari.",
  "withdrawal-unconfirmed":
    "Msimbo na pesa huenda kwa nambari iliyothibitishwa. Ithibitishe kwanza, au subiri badiliko lake liishe.",
  "payment-unconfirmed":
    "Mwanachama huyu hana nambari iliyothibitishwa ya kutumiwa msimbo. Mtu wa pili anaweza kukubali malipo.",
  "cash-uncounted":
    "Kasha la pesa limepokea leo pesa taslimu zinazohusika: za mwanachama, au za mkopo anaodaiwa au kudhamini. Jaribu tena watu wawili wakishahesabu kasha hilo.",
  "no-such-cheque": "Hakuna hundi hiyo.",
  "cheque-state": "Hali ya hundi hii imebadilika. Pakia ukurasa upya uione.",
  "cheque-presented":
    "Taarifa ya benki ina hundi hii. Tengua ulinganisho kwanza, ikiwa ni nyingine.",
  "cheque-of-treasury": "Hundi hii inalipia muamala wa chama. Omba muamala wenyewe ubatilishwe.",
  "cheque-waits":
    "Hundi ya mwanachama huyu bado haijalipwa na benki. Kwanza rekodi kama imelipwa au imekataliwa.",
  "withdrawal-waits":
    "Ombi la mwanachama huyu la kutoa pesa bado linasubiri. Likatae, au subiri litoke.",
  "member-leaving":
    "Mwanachama huyu anaondoka kwenye chama, hivyo pesa haziwezi kuhamishwa wala kutolewa.",
  "not-active": "Mwanachama amesimamishwa au ametoka, hivyo hilo haliwezekani.",
  "suspension-state": "Mwingine ametangulia, au tayari iko hivyo. Fungua rekodi tena uone.",
  "suspension-two-people": "Wewe ndiye uliyemsimamisha, hivyo mwingine amruhusu tena.",
  "own-membership": "Huu ni uanachama wako mwenyewe. Mtu mwingine anapaswa kufanya hilo.",
  "no-such-exit": "Hakuna utokaji wa aina hiyo hapo.",
  "exit-open": "Utokaji wa mwanachama huyu tayari umefunguliwa.",
  "exit-state": "Hilo haliwezi kufanywa tena: mwingine ametangulia. Fungua utokaji tena uone.",
  "exit-two-people": "Wewe ulichukua hatua ya awali ya kuondoka huku, hivyo mwingine achukue hii.",
  "exit-blocked": "Bado kuna jambo linalozuia utokaji huu. Ufungue tena uone ni lipi.",
  "exit-changed": "Hesabu zimebadilika tangu zilipoidhinishwa. Ziidhinishwe tena kabla ya kulipa.",
  "change-two-people": "Wewe ndiye uliyeomba badiliko hili, hivyo mwingine aliidhinishe.",
  "no-mobile": "Hatuna nambari yako ya simu. Fika ofisini au piga {phone}.",
  "no-email": "Hatuna anwani yako ya barua pepe. Fika ofisini au piga {phone}.",
  "email-unconfirmed": "Barua pepe yako haijathibitishwa. Ithibitishe kwanza.",
  "no-such-guarantee": "Huna udhamini wenye nambari hiyo.",
  "guarantee-state":
    "Jambo hilo haliwezekani tena: limejibiwa, limebadilishwa au limeondolewa. Fungua tena uone.",
  "over-capacity": "Una {free} za kudhamini, hivyo huwezi kudhamini kiasi hicho. Unaweza kukataa.",
  "not-covered": "Wadhamini bado wanahitaji kukubali {missing} kabla ya mkopo huu kuidhinishwa.",
  "policy-changed":
    "Mtu mwingine ameweka masharti wakati huo huo. Angalia yaliyopo sasa, kisha weka yako tena.",
  "policy-begun": "Masharti hayo yameanza kutumika, au yalishaondolewa. Weka mengine mahali pake.",
  "already-listed": "Mwanachama huyo tayari yuko kwenye orodha.",
  "not-listed": "Mwanachama huyo hayuko kwenye orodha.",
  "own-listing": "Hili linakuhusu wewe mwenyewe. Mtu mwingine anapaswa kulifanya.",
  "file-faults":
    "Hakuna kilichopokelewa: sehemu {count} za faili zinahitaji kurekebishwa. Zirekebishe kwenye mfumo wa mishahara kisha uchague faili tena.",
  "file-known":
    "Mistari hii ya {month} ilishapokelewa: {file}, tarehe {day} na {by}. Kama kweli pesa zimekatwa tena, omba mtu wa pili aruhusu.",
  "file-alike":
    "Asilimia {percent} ya mistari hii imo pia kwenye {file} la {month}, lililopokelewa tarehe {day} na {by}. Kama kweli pesa zimekatwa tena, omba mtu wa pili aruhusu.",
  "file-other-month":
    "Mistari hii ya {month} ilishapokelewa: {file}, tarehe {day} na {by}. Faili hili limeandikwa “{said}”. Angalia mwezi uliochagua. Kama kweli pesa zimekatwa tena, omba mtu wa pili aruhusu.",
  "file-not-alike": "Hakuna faili linalofanana na hili. Lipokee kama kawaida.",
  "lines-repeated":
    "Mistari iliyoorodheshwa mara mbili: {count}. Iondoe kwenye faili, au thibitisha kwamba " +
    "yote ni sahihi.",
  "declared-differs":
    "Faili linajumlisha Ksh {sum}, si kiasi kilichotajwa. Angalia kiasi, au omba mwajiri faili sahihi.",
  "no-such-contribution": "Badiliko hili si lako, au lilighairiwa tayari.",
  "contribution-advised":
    "Mwajiri wako amejulishwa kuhusu mwezi huu, kwa hivyo badiliko linabaki. Chagua kiasi kingine kwa mwezi wa baadaye.",
  "no-such-advice": "Hakuna taarifa kwa mwajiri ya mwezi huo.",
  "advice-made": "Taarifa ya mwezi huu kwa mwajiri tayari imetengenezwa. Angalia orodha.",
  "advice-month": "Taarifa kwa mwajiri ni ya mwezi huu au mmoja kati ya miwili ijayo.",
  "no-such-batch": "Hakuna faili la makato lenye nambari hiyo.",
  "no-such-placement": "Hakuna mpango wa mstari huu, au ulirudishwa.",
  "no-such-line": "Hakuna mstari kama huo kwenye faili hili la makato.",
  "batch-state": "Hilo haliwezi tena kufanywa kwa faili hili. Lifungue tena uone lilipo.",
  "batch-two-people":
    "Wewe ndiye uliyeandaa faili hili, kwa hiyo mtu mwingine anapaswa kuliingiza.",
  "batch-credits-you":
    "Mstari mmoja ulioamuliwa ni wako au wa mkopo unaoudhamini. Mtu mwingine aingize faili hili.",
  "batch-own": "Wewe ndiye uliyeingiza faili hili, hivyo mwingine lazima alirudishe.",
  "batch-left":
    "Mistari ya mwanachama aliyeondoka: {count}. Linganisha faili tena; itaenda akaunti ya " +
    "kusubiri.",
  "batch-moved":
    "Mistari yenye mikopo iliyobadilika tangu faili lilinganishwe: {count}. Lilinganishe " +
    "tena, kisha uliingize.",
  "batch-placed":
    "Pesa za faili hili zilishatolewa kwenye akaunti ya kusubiri. Rekebisha mistari hiyo mmoja mmoja.",
  "line-state": "Mstari huu ulishamalizwa. Fungua faili tena uone.",
  "no-such-import": "Hakuna uingizaji wenye nambari hiyo.",
  "no-such-file": "Hakuna faili kama hilo katika uingizaji huu.",
  "import-known":
    "Faili hili hili liliingizwa awali, kwa jina {name}: uingizaji {id}, tarehe {day} na {who}. Linaweza kuja tena uingizaji huo ukishatenguliwa au kuwekwa kando.",
  "import-state": "Hilo haliwezi kufanywa tena, au bado: fungua uingizaji huu tena uone ulipofika.",
  "import-faults": "Bado kuna kosa ndani yake, au haujakaguliwa. Rekebisha hilo kwanza.",
  "import-two-people":
    "Uliandaa sehemu ya uingizaji huu, kwa hiyo lazima mtu mwingine auweke vitabuni.",
  "import-credits-you":
    "Uingizaji huu una pesa zako au za mkopo unaoudhamini. Mtu mwingine auweke vitabuni.",
  "import-undo-own": "Uliuweka vitabuni wewe, kwa hiyo lazima mtu mwingine autengue.",
  "import-changed":
    "Vitabu vimebadilika tangu ukaguliwe. Makosa sasa: {count}. Umerudi kwa aliyeuandaa; " +
    "hakuna kilichowekwa vitabuni.",
  "import-untracked":
    "Uingizaji huu ulikuja kabla ya kuweza kutengua. Urekebishe kwa kutengua ingizo moja moja.",
  "import-logins":
    "Wanachama waliosajiliwa na uingizaji huu tayari wana akaunti ya kuingia: {count}. Hauwezi kutenguliwa wote; tengua kilicho na kosa moja moja.",
  "import-later":
    "Kuna maingizo ya baadaye kwa wanachama au mikopo iliyoletwa na uingizaji huu: {count}. Yatengue hayo kwanza, kisha utengue uingizaji.",
  "import-spent":
    "Pesa za uingizaji huu zimetumika tangu hapo, hivyo akaunti ingeenda chini ya sifuri. Tengua kwanza kilichozitumia.",
  "not-running": "Mkopo huo hauendelei, kwa hiyo hakuna cha kulipa juu yake.",
  "no-deposits": "Chama hakipokei amana kupitia makato.",
  "settings-changed":
    "{name} alibadilisha hapa tarehe {date} saa {time}. Uliyoandika bado yapo: tazama yaliyopo sasa, kisha hifadhi tena.",
  "no-such-message": "Tovuti haitumi ujumbe wa jina hilo.",
  "rate-changed":
    "Mtu mwingine aliweka kiwango wakati huo. Tazama kilichopo sasa, kisha weka chako tena.",
  "rate-begun": "Kiwango hicho kimeanza, au kilishaondolewa. Weka kingine mahali pake.",
  "month-closed":
    "Vitabu vimefungwa kwa siku hiyo. Tumia siku ya baadaye, au watu wawili waufungue mwezi tena.",
  "no-such-account": "Hakuna akaunti ya leja yenye jina hilo.",
  "account-closed": "Akaunti hii imeshafungwa. Pakia ukurasa tena.",
  "account-in-use":
    "Muamala wa akaunti hii unasubiri mtu wa pili. Kwanza uidhinishwe, ukataliwe au uondolewe.",
  "no-such-entry": "Hakuna ingizo la jarida lenye nambari hiyo.",
  "no-such-close": "Hakuna ufungaji wa mwezi kama huo.",
  "month-not-due":
    "Mwezi huo hauwezi kufungwa sasa: haujaisha, au wenyewe au wa baadaye umeshafungwa.",
  "not-reconciled":
    "Kwanza jumlisha vitabu: mwezi hufungwa ikiwa ukaguzi haukupata kosa ndani ya siku moja iliyopita.",
  "not-balanced": "Urari haulingani. Hakuna kinachofungwa mpaka ulingane.",
  "account-unreconciled":
    "Vitabu havilingani na taarifa, au hakuna taarifa, mwisho wa mwezi: {accounts}. " +
    "Vilinganishe, au toa sababu ya kufunga mwezi hata hivyo.",
  "unreconciled-since":
    "Tofauti na taarifa imebadilika baada ya ufungaji kuandaliwa: {accounts}. " +
    "Ondoa ufungaji na uuandae tena.",
  "close-state": "Ufungaji wa mwezi huu umebadilika kwa sasa. Uangalie tena.",
  "close-two-people": "Wewe ndiye uliyefanya sehemu ya kwanza, hivyo mwingine lazima akubali.",
  "close-changed":
    "Kuna kilichoingizwa mwezi huo tangu ufungaji uandaliwe. Uondoe kisha uuandae tena.",
  "close-not-last": "Ni mwezi wa mwisho uliofungwa pekee unaoweza kufunguliwa tena.",
  "no-such-request": "Hakuna ombi kama hilo kuhusu maelezo binafsi.",
  "request-state": "Hilo haliwezekani tena, au bado. Fungua ombi tena uone lilipofika.",
  "request-open": "Umeshaomba hili na bado halijajibiwa. Fuatilia ombi hilo, au liondoe kwanza.",
  "request-waits":
    "Badiliko la mawasiliano bado halijaanza kutumika. Jibu ombi baada ya badiliko kuanza kutumika.",
  "elections-day-cap":
    "Umebadilisha chaguo lako mara {most} leo. Chaguo lako la mwisho ndilo tunalotumia. Unaweza kulibadilisha tena kesho, au piga simu ofisini {phone}.",
  "requests-day-cap": "Umefikia idadi ya juu ya maombi kwa siku. Omba tena kesho.",
  "no-open-request":
    "Mwanachama huyu hana ombi lililo wazi la kuona au kupata nakala. Andikisha ombi lake kwanza.",
  "privacy-two-people":
    "Wewe ndiye uliyerekodi au kuandaa, kwa hivyo mtu mwingine lazima afanye hivi.",
  "erasure-kept":
    "Baadhi ya hayo lazima yatunzwe kwa sasa. Fungua ombi tena uone yanayoweza kufutwa.",
  "notice-newer": "Kuna ilani mpya ya faragha. Pakia ukurasa tena uisome.",
  "sign-in-again":
    "Ili kulinda maelezo yako kwenye simu ya pamoja, ingia tena kwanza: unaweza kupakua kwa dakika {minutes} baada ya hapo.",
  "copies-day-cap": "Umefikia idadi ya juu ya nakala kwa siku. Jaribu tena kesho.",
  "no-such-case": "Hakuna swali wala maoni yenye nambari hiyo hapa.",
  "cases-hour": "Umetuma kadhaa ndani ya saa moja. Hifadhi ulichoandika, kitume baada ya {wait}.",
  "case-state": "Hilo haliwezekani tena, au bado. Lifungue tena uone lilipofika.",
  "case-newer": "Kuna jipya limeandikwa wakati huu. Lisome, kisha tuma lako tena.",
  "case-reopened":
    "Hili lilishafunguliwa tena mara moja. Andika jipya, au piga simu ofisini {phone}.",
  "own-case": "Hili ni lako mwenyewe. Mwingine wa ofisi ndiye afanye hivyo.",
  "holiday-known": "Siku hiyo tayari ni sikukuu.",
  "no-such-holiday": "Hakuna sikukuu iliyoandikwa kwa siku hiyo.",
  "no-such-notice": "Tangazo hilo halipo tena.",
  "notice-changed":
    "Mwingine amelibadilisha wakati huu. Litazame, kisha fanya mabadiliko yako tena.",
  "disk-full": "Diski ya hifadhidata imejaa: hakuna kinachoweza kuhifadhiwa hadi nafasi ipatikane.",
  "read-only": "Hifadhidata inasomwa tu: hakuna kinachoweza kuhifadhiwa hadi hali hiyo iishe.",
  busy: "Tuna shughuli nyingi kwa sasa. Hakuna kilichopotea: tafadhali jaribu tena baada ya muda.",
  defect: "Kuna hitilafu upande wetu. Pesa zako ziko salama. Tafadhali jaribu tena.",
};
