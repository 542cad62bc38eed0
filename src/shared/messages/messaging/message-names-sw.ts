import type { InBothLanguages } from "#shared/language.ts";
import { bankMessageNames } from "./bank-message-names.ts";
import { messageNamesEn, type MessageNames } from "./message-names-en.ts";
import { contributionMessageNames } from "./contribution-message-names.ts";
import { statementMailNames } from "./statement-mail-names.ts";
import { nomineeMessageNames } from "./nominee-message-names.ts";
import { withdrawalMessageNames } from "./withdrawal-message-names.ts";

/** The name of each message and when it is sent, in Kiswahili. */
const messageNamesSw: MessageNames = {
  "otp-sign-up": {
    title: "Msimbo wa kujiandikisha",
    when: "Mtu anabonyeza Tuma OTP afungue akaunti",
  },
  "otp-reset": {
    title: "Msimbo wa nenosiri jipya",
    when: "Mwanachama anabonyeza Tuma OTP abadilishe nenosiri",
  },
  "otp-guarantee": {
    title: "Msimbo wa kujibu udhamini",
    when: "Mdhamini yuko karibu kukubali au kukataa",
  },
  "otp-amendment": {
    title: "Msimbo wa kukubali mkopo mkubwa zaidi",
    when: "Ofisi inamwomba mwanachama akubali badiliko la mkopo",
  },
  "otp-confirm-mobile": {
    title: "Msimbo wa kuthibitisha nambari",
    when: "Mwanachama anathibitisha nambari ya kulipwa gawio",
  },
  "codes-closed": {
    title: "Misimbo imefungwa",
    when: "Misimbo mingi isiyo sahihi imeingizwa kwa mtu",
  },
  "codes-opened": {
    title: "Misimbo imefunguliwa",
    when: "Watu wawili wa ofisi wamefungua tena misimbo ya mtu",
  },
  "login-created": { title: "Akaunti imefunguliwa", when: "Mwanachama amejiandikisha" },
  "password-changed": {
    title: "Nenosiri limebadilishwa",
    when: "Mwanachama amebadilisha nenosiri lake",
  },
  "loan-applied": { title: "Ombi limepokelewa", when: "Mwanachama anaomba mkopo wa papo" },
  "loan-amended": { title: "Ombi limebadilishwa", when: "Ofisi inabadilisha ombi" },
  "loan-change-proposed": {
    title: "Badiliko linasubiri idhini",
    when: "Ofisi inapendekeza badiliko linalomdai mwanachama zaidi",
  },
  "loan-change-withdrawn": {
    title: "Badiliko limeondolewa",
    when: "Ofisi inaondoa badiliko ililopendekeza",
  },
  "loan-approved": { title: "Mkopo umeidhinishwa", when: "Ombi linaidhinishwa" },
  "loan-declined": { title: "Mkopo umekataliwa", when: "Ombi linakataliwa" },
  "loan-withdrawn": { title: "Ombi limeondolewa", when: "Mwanachama anaondoa ombi" },
  "loan-returned": { title: "Idhini imeondolewa", when: "Watu wawili wanaondoa idhini" },
  "loan-recalled": {
    title: "Utoaji wa mkopo umebatilishwa",
    when: "Watu wawili wanabatilisha utoaji wa mkopo",
  },
  "loan-disbursed": { title: "Mkopo umetolewa", when: "Mkopo unatolewa" },
  "loan-unsent": {
    title: "Mkopo haukuweza kutumwa",
    when: "Malipo ya mkopo yanashindikana, na mkopo unasubiri kutolewa tena",
  },
  "loan-arrived": { title: "Mkopo umepokelewa", when: "Pesa za mkopo zinamfikia mwanachama" },
  "loan-repaid": { title: "Marejesho yamepokelewa", when: "Pesa za mkopo zinaingia" },
  "loan-settled": { title: "Mkopo umeisha", when: "Pesa za mwisho za mkopo zinaingia" },
  "loan-reversed": {
    title: "Marejesho yameondolewa",
    when: "Marejesho yaliyoandikwa kimakosa yanaondolewa",
  },
  "overpayment-to-deposits": {
    title: "Malipo ya ziada yako kwenye amana",
    when: "Kilicholipwa zaidi kwenye mkopo kinahamishiwa amana",
  },
  "overpayment-to-loan": {
    title: "Malipo ya ziada yamelipa mkopo",
    when: "Kilicholipwa zaidi kwenye mkopo kinalipa mwingine",
  },
  "refund-arrived": {
    title: "Pesa za ziada zimepokelewa",
    when: "Kilicholipwa zaidi kwenye mkopo kinamfikia mwanachama",
  },
  "refund-unsent": {
    title: "Pesa za ziada hazikutumwa",
    when: "Kilicholipwa zaidi kwenye mkopo hakikuweza kurudishwa",
  },
  "exit-refund-arrived": {
    title: "Pesa za kutoka zimepokelewa",
    when: "Aliyetoka anapokea pesa zake",
  },
  "exit-refund-unsent": {
    title: "Pesa za kutoka hazikutumwa",
    when: "Pesa za aliyetoka hazikuweza kutumwa",
  },
  "exit-settled": {
    title: "Kutoka kumekamilika",
    when: "Uanachama unakwisha na pesa zinawekwa kwenye foleni",
  },
  "overpayment-to-refund": {
    title: "Malipo ya ziada kurudishwa",
    when: "Kilicholipwa zaidi kwenye mkopo kitarudishwa",
  },
  "dividend-elected": {
    title: "Chaguo la gawio limepokelewa",
    when: "Mwanachama anasema gawio liende wapi",
  },
  "dividend-reminder": {
    title: "Kumbusho la gawio",
    when: "Ofisi inawakumbusha ambao hawajachagua",
  },
  "dividend-paid": { title: "Gawio limelipwa", when: "Magawio ya mwaka yanalipwa" },
  "dividend-hold-number": {
    title: "Gawio linasubiri: nambari",
    when: "Sehemu ya simu inasubiri nambari ithibitishwe",
  },
  "dividend-hold-loan": {
    title: "Gawio linasubiri: mkopo",
    when: "Sehemu ya mkopo inasubiri, kwa kuwa mkopo umelipwa",
  },
  "dividend-hold-left": {
    title: "Gawio linasubiri: ameondoka",
    when: "Sehemu ya aliyeacha uanachama inasubiri",
  },
  "dividend-moved-shares": {
    title: "Gawio limewekwa kwenye hisa",
    when: "Sehemu isiyoweza kwenda ilikochaguliwa inawekwa kwenye hisa",
  },
  "dividend-moved-deposits": {
    title: "Gawio limewekwa kwenye akiba",
    when: "Sehemu isiyoweza kwenda ilikochaguliwa inawekwa kwenye akiba",
  },
  "dividend-to-bank": {
    title: "Gawio linakwenda benki",
    when: "Magawio ya mwaka yanalipwa, kwa mwanachama aliyechagua benki",
  },
  "dividend-at-bank": {
    title: "Gawio limelipwa na ofisi",
    when: "Benki, au ofisi, imemlipa gawio mwanachama aliyechagua benki",
  },
  "dividend-released-bank": {
    title: "Gawio lililosubiri linakwenda benki",
    when: "Mwanachama asiye na nambari anachagua benki",
  },
  "dividend-released": {
    title: "Gawio limeachiliwa",
    when: "Nambari inathibitishwa na sehemu iliyoisubiri inatumwa",
  },
  "dividend-held-to-shares": {
    title: "Gawio lililosubiri kwenda hisa",
    when: "Sehemu iliyosubiri inawekwa kwenye hisa",
  },
  "dividend-held-to-deposits": {
    title: "Gawio lililosubiri kwenda akiba",
    when: "Sehemu iliyosubiri inawekwa kwenye akiba",
  },
  "dividend-held-to-cash": {
    title: "Gawio lililosubiri kwa taslimu",
    when: "Sehemu iliyosubiri inalipwa taslimu",
  },
  "guarantee-asked": { title: "Udhamini unaombwa", when: "Mkopaji anamtaja mdhamini" },
  "guarantee-asked-again": {
    title: "Udhamini unaombwa tena",
    when: "Mkopo unabadilika baada ya mdhamini kujibu",
  },
  "guarantee-accepted": { title: "Mdhamini amekubali", when: "Mdhamini anakubali" },
  "guarantee-given": { title: "Udhamini umetolewa", when: "Mdhamini amekwisha kubali" },
  "guarantee-declined": { title: "Mdhamini amekataa", when: "Mdhamini anakataa" },
  "guarantee-covered": {
    title: "Mkopo umedhaminiwa wote",
    when: "Wadhamini wametosha kwa mkopo wote",
  },
  "guarantee-released": {
    title: "Udhamini umeachiliwa",
    when: "Mkopo uliodhaminiwa unaisha au unafutwa",
  },
  "guarantee-revived": {
    title: "Udhamini umerudi",
    when: "Marejesho ya mkopo uliodhaminiwa yanabatilishwa",
  },
  "guarantee-missed": {
    title: "Mkopaji amekosa makato",
    when: "Makato ya mkopo uliodhaminiwa hayaji",
  },
  "check-off-received": { title: "Makato yamepokelewa", when: "Makato ya mwezi yanaingizwa" },
  "check-off-held": { title: "Makato hayajapangwa", when: "Sehemu ya makato inasubiri kupangwa" },
  "check-off-credited": {
    title: "Makato kutoka nambari nyingine",
    when: "Pesa zilizotumwa kwa nambari ya mwingine zinawekwa kwa mwanachama",
  },
  "check-off-moved": {
    title: "Makato yamewekwa kwa mwingine",
    when: "Pesa zilizotumwa kwa nambari ya mwanachama zinawekwa kwa mwingine",
  },
  "pay-in-credited": {
    title: "Malipo ya M-Pesa yamepokelewa",
    when: "Malipo ya paybill yanawekwa kwenye akaunti ya mwanachama",
  },
  ...withdrawalMessageNames.sw,
  ...nomineeMessageNames.sw,
  ...statementMailNames.sw,
  ...contributionMessageNames.sw,
  "settings-withdrawals": {
    title: "Kanuni za kutoa pesa",
    when: "Msimamizi anaweka kanuni mpya za kutoa pesa",
  },
  "standing-short": {
    title: "Pesa za kila mwezi hazikutosha",
    when: "Akaunti ina pungufu ya pesa za kuhamishwa kila mwezi",
  },
  "transfer-made": {
    title: "Pesa zimehamishwa kati ya akaunti zake",
    when: "Mwanachama anahamisha pesa kutoka akaunti ya kutoa hadi amana au hisa",
  },
  "counter-received": {
    title: "Pesa zimepokewa ofisini",
    when: "Ofisi inapokea pesa kwa akaunti ya mwanachama",
  },
  "counter-cheque": { title: "Hundi imepokewa", when: "Kaunta inapokea hundi" },
  "counter-bounced": { title: "Hundi imekataliwa", when: "Benki hailipi hundi" },
  "counter-reversed": { title: "Risiti imebatilishwa", when: "Watu wawili wanabatilisha risiti" },
  "pay-in-corrected": { title: "Malipo yamerekebishwa", when: "Ofisi inarekebisha kiasi chake" },
  "pay-in-moved": { title: "Malipo yamehamishwa", when: "Ofisi inaondoa malipo ya kimakosa" },
  "check-off-placed": { title: "Makato yamepangwa", when: "Ofisi inapanga yaliyosubiri" },
  "check-off-unplaced": {
    title: "Mpango umerudishwa",
    when: "Pesa zilizopangwa zinarudishwa kusubiri",
  },
  "check-off-reversed": { title: "Makato yameondolewa", when: "Faili la makato linaondolewa" },
  "contact-change-asked": {
    title: "Nambari mpya inaombwa",
    when: "Badiliko la nambari ya simu linaombwa; kwa nambari zote mbili",
  },
  "contact-change-approved": {
    title: "Nambari mpya imeidhinishwa",
    when: "Badiliko limeidhinishwa na linasubiri siku tatu",
  },
  "contact-change-in-force": {
    title: "Nambari mpya inatumika",
    when: "Badiliko limeanza kutumika",
  },
  ...bankMessageNames.sw,
  "contact-change-ended": {
    title: "Nambari mpya imefutwa",
    when: "Badiliko linakataliwa au kufutwa",
  },
  "contact-details-asked": {
    title: "Mawasiliano mapya yanaombwa",
    when: "Badiliko la mawasiliano mengine linaombwa",
  },
  "contact-details-in-force": {
    title: "Mawasiliano mapya yanatumika",
    when: "Mawasiliano mengine yamebadilika",
  },
  "loan-policy-set": {
    title: "Sera ya mikopo imewekwa",
    when: "Mtu anaweka kanuni mpya za mikopo; kwa ofisi",
  },
  "loan-policy-cancelled": {
    title: "Sera ya mikopo imeondolewa",
    when: "Mtu anaondoa kanuni hizo; kwa ofisi",
  },
  "member-welcome": { title: "Karibu", when: "Ofisi inasajili mwanachama" },
  "member-suspended": { title: "Uanachama umesimamishwa", when: "Ofisi inasimamisha uanachama" },
  "member-resumed": { title: "Uanachama umerudi", when: "Kusimamishwa kumekwisha" },
  "second-factor-set": {
    title: "Programu ya uthibitisho imewekwa",
    when: "Mfanyakazi anaweka programu ya uthibitisho",
  },
  "recovery-codes-renewed": {
    title: "Misimbo ya dharura mipya",
    when: "Mfanyakazi anatengeneza misimbo mipya ya dharura",
  },
  "recovery-code-used": {
    title: "Msimbo wa dharura umetumika",
    when: "Mfanyakazi anaingia kwa msimbo wa dharura",
  },
  "exit-asked": { title: "Kutoka kumeombwa", when: "Mwanachama anasema anatoka" },
  "exit-approved": { title: "Kutoka kumeidhinishwa", when: "Ombi la kutoka linaidhinishwa" },
  "exit-paid": { title: "Pesa za kutoka zimelipwa", when: "Mwanachama anayetoka analipwa" },
  "exit-withdrawn": { title: "Kutoka kumeondolewa", when: "Ombi la kutoka linaondolewa" },
  "shares-received": { title: "Hisa zimepokelewa", when: "Hisa za anayetoka zinahamishwa" },
  "privacy-answered": {
    title: "Ombi la maelezo limejibiwa",
    when: "Ombi kuhusu maelezo binafsi linajibiwa",
  },
  "privacy-recorded": {
    title: "Ombi la maelezo limerekodiwa",
    when: "Ofisi inarekodi ombi kuhusu maelezo binafsi",
  },
  "staff-invitation": {
    title: "Mwaliko wa kazi",
    when: "Mtu anaalikwa kufanya kazi kwenye tovuti",
  },
  "staff-invited": {
    title: "Mfanyakazi amealikwa na mwendeshaji",
    when: "Mwendeshaji wa seva anamwalika mtu; kwa ofisi",
  },
  "approval-requested": {
    title: "Uidhinishaji unahitajika",
    when: "Badiliko la wafanyakazi linasubiri mtu wa pili; kwa ofisi",
  },
  "approval-approved": {
    title: "Ombi limeidhinishwa",
    when: "Mtu wa pili anaidhinisha badiliko la wafanyakazi; kwa ofisi",
  },
  "approval-rejected": {
    title: "Ombi limekataliwa",
    when: "Mtu wa pili anakataa badiliko la wafanyakazi; kwa ofisi",
  },
  "approval-withdrawn": {
    title: "Ombi limeondolewa",
    when: "Mtu anaondoa ombi lake; kwa ofisi",
  },
  "staff-suspended": {
    title: "Mfanyakazi amesimamishwa",
    when: "Mfanyakazi anasimamishwa; kwa ofisi",
  },
  "payout-failed": { title: "Malipo hayakufika", when: "Malipo kwa simu yameshindwa" },
  "payout-returned": {
    title: "Malipo yamerudi",
    when: "Watu wawili wanaandika kuwa benki au M-Pesa ilirudisha malipo",
  },
  "payout-resent": { title: "Malipo yanatumwa tena", when: "Malipo yaliyoshindwa yanatumwa tena" },
  "payout-to-shares": {
    title: "Malipo yamewekwa hisa",
    when: "Malipo yaliyoshindwa yanawekwa kwenye hisa",
  },
  "payout-to-account": {
    title: "Malipo yamewekwa amana",
    when: "Malipo yaliyoshindwa yanawekwa kwenye amana",
  },
  "payout-in-cash": { title: "Malipo taslimu", when: "Malipo yaliyoshindwa yanalipwa ofisini" },
  "case-acknowledged": {
    title: "Ujumbe umepokelewa",
    when: "Ofisi inaanza kushughulikia swali au lalamiko",
  },
  "case-replied": { title: "Jibu la ujumbe", when: "Ofisi inajibu swali au lalamiko" },
  "case-concluded": {
    title: "Uamuzi kuhusu ujumbe",
    when: "Ofisi inatoa uamuzi kuhusu swali au lalamiko",
  },
  "case-breached": {
    title: "Ujumbe uliochelewa",
    when: "Wanachama wanasubiri jibu kupita kiasi; kwa ofisi",
  },
  "settings-contacts": {
    title: "Mawasiliano yamebadilishwa",
    when: "Mtu anabadilisha jina, simu, barua pepe au akaunti ya benki ya chama; kwa ofisi",
  },
  "settings-budget": {
    title: "Bajeti ya SMS imebadilishwa",
    when: "Mtu anabadilisha bajeti ya SMS ya mwezi; kwa ofisi",
  },
  "settings-words": {
    title: "Maneno yamebadilishwa",
    when: "Mtu anabadilisha maneno ya ujumbe; kwa ofisi",
  },
  "settings-tax": {
    title: "Kiwango cha kodi kimebadilishwa",
    when: "Mtu anaweka au kuondoa kiwango cha kodi; kwa ofisi",
  },
  "settings-receipts": {
    title: "Viwango vya mtu mmoja vimebadilishwa",
    when: "Mtu anabadilisha viwango ambavyo mtu mmoja anaweza kuandika; kwa ofisi",
  },
  "settings-account-opened": {
    title: "Akaunti imeongezwa",
    when: "Msimamizi anaongeza akaunti kwenye orodha ya akaunti; kwa ofisi",
  },
  "settings-account-closed": {
    title: "Akaunti imefungwa",
    when: "Msimamizi anafunga akaunti iliyoongezwa; kwa ofisi",
  },
  "settings-check-off-words": {
    title: "Maneno ya makato yamebadilishwa",
    when: "Mtu anabadilisha maana ya maneno ya makato; kwa ofisi",
  },
  "settings-retention": {
    title: "Muda wa kutunza umebadilishwa",
    when: "Mtu anaweka muda wa kutunza kitu; kwa ofisi",
  },
  "office-alert": {
    title: "Tahadhari kwa ofisi",
    when: "Mfumo unapogundua tatizo wenyewe; huenda kwa wasimamizi",
  },
  "sms-budget": {
    title: "Bajeti ya SMS",
    when: "Asilimia 80 na 100 ya bajeti ya mwezi imetumika; kwa ofisi",
  },
};

export const messageNames: InBothLanguages<MessageNames> = {
  en: messageNamesEn,
  sw: messageNamesSw,
};
