import type { refusalsEn } from "./refusals-en.ts";

/** What a refusal says, in Kiswahili. */
export const refusalsSw: typeof refusalsEn = {
  "not-json": "Hatukuweza kusoma kilichotumwa. Tafadhali jaribu tena.",
  invalid: "Tafadhali sahihisha sehemu zilizowekwa alama.",
  "too-large": "Hiyo ni zaidi ya tunachoweza kupokea kwa mara moja. Fupisha, kisha jaribu tena.",
  "not-signed-in": "Tafadhali ingia ili uendelee.",
  "session-ended": "Muda wako umekwisha. Tafadhali ingia tena.",
  "sign-in-failed":
    "Nambari ya mwanachama au nywila si sahihi. Angalia zote mbili, au chagua Umesahau nywila.",
  "not-yours": "Unaweza kufungua rekodi yako mwenyewe tu.",
  "staff-only": "Ukurasa huu ni wa wafanyakazi wa chama.",
  "no-such-address": "Hakuna kitu kwenye anwani hii.",
  "no-such-member": "Hakuna mwanachama mwenye nambari hiyo.",
  "no-such-society": "Hakuna chama chenye nambari hiyo.",
  "no-such-loan": "Hakuna mkopo wenye nambari hiyo.",
  "no-such-code": "Hatukutoa taarifa yenye msimbo huo. Angalia kila herufi, au piga simu ofisini.",
  "no-such-method": "Anwani hii haipokei ombi la aina hiyo.",
  "otp-refused":
    "Msimbo huo si sahihi au muda wake umekwisha. Angalia ujumbe wa mwisho, au bonyeza Tuma OTP.",
  "otp-too-soon": "Msimbo uliombwa punde tu. Subiri {wait}, kisha bonyeza Tuma OTP tena.",
  "otp-day-cap":
    "Misimbo mingi imeombwa au kukosewa leo. Jaribu tena kesho, au piga simu ofisini {phone}.",
  "otp-unavailable":
    "Hatuwezi kutuma misimbo kwa sasa. Jaribu tena baadaye, au piga simu ofisini {phone}.",
  "idempotency-mismatch": "Ombi hili lilishatumwa likiwa na maelezo mengine. Tafadhali anza upya.",
  "in-progress": "Jambo hili linafanyika tayari. Tafadhali subiri kidogo.",
  "too-many": "Maombi yamekuwa mengi mno. Subiri kidogo, kisha jaribu tena.",
  "sign-in-paused": "Umejaribu mara nyingi. Subiri {wait} ujaribu tena, au chagua Umesahau nywila.",
  "password-disabled":
    "Nywila hii haifanyi kazi tena baada ya kukosewa mara nyingi. Chagua Umesahau nywila uweke mpya.",
  "not-enough": "Hakuna salio la kutosha kwenye akaunti.",
  "already-registered": "Nambari hiyo ya mwanachama tayari ipo kwenye rejista.",
  busy: "Tuna shughuli nyingi kwa sasa. Hakuna kilichopotea: tafadhali jaribu tena baada ya muda.",
  defect: "Kuna hitilafu upande wetu. Pesa zako ziko salama. Tafadhali jaribu tena.",
  "field.required": "Tafadhali jaza sehemu hii.",
  "field.invalid": "Tafadhali angalia sehemu hii.",
  "memberNo.form": "Tumia herufi na tarakimu za nambari yako ya mwanachama, kwa mfano MS1001.",
  "mobile.form": "Tumia nambari ya simu ya Kenya, kwa mfano 0712 000 482.",
  "email.form": "Tumia anwani ya barua pepe, kwa mfano jina@example.com.",
  "date.form": "Tumia siku kwa mwaka-mwezi-tarehe, kwa mfano 2026-04-14.",
  "date.order": "Siku ya mwisho iko kabla ya ya kwanza. Zibadilishe.",
  "otp.form": "Msimbo una tarakimu 6.",
  "otp.refused": "Msimbo huo si sahihi au muda wake umekwisha. Bonyeza Tuma OTP upate mwingine.",
  "password.short": "Tumia herufi 8 au zaidi.",
  "password.long": "Tumia herufi 128 au chini yake.",
  "password.common": "Watu wengi hutumia nywila hii, hivyo ni rahisi kukisiwa. Chagua nyingine.",
  "password.yours": "Usitumie jina, nambari, simu wala kitambulisho chako: ni rahisi kukisiwa.",
  "password.society": "Usitumie jina la chama wala mwaka: ni rahisi kukisiwa.",
  "password.mismatch": "Nywila hazilingani.",
};
