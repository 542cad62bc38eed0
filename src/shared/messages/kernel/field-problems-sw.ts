import type { fieldProblemsEn } from "./field-problems-en.ts";

/** Problems of a field on a member's page, in Kiswahili. */
export const fieldProblemsSw: typeof fieldProblemsEn = {
  "field.required": "Tafadhali jaza sehemu hii.",
  "field.invalid": "Tafadhali angalia sehemu hii.",
  "field.long": "Ni ndefu mno. Tafadhali fupisha.",
  "memberNo.form": "Tumia herufi na tarakimu za nambari yako ya mwanachama, kwa mfano MS1001.",
  "mobile.form": "Tumia nambari ya simu ya Kenya, kwa mfano 0712 000 482.",
  "idNo.form": "Tumia nambari ya kitambulisho au pasipoti: herufi na tarakimu 4 hadi 20.",
  "email.form": "Tumia anwani ya barua pepe, kwa mfano jina@example.com.",
  "words.long": "Ni ndefu mno, au ina alama zisizoonyeshwa. Ifupishe.",
  "date.form": "Chagua tarehe iliyo kwenye kalenda.",
  "date.order": "Siku ya mwisho iko kabla ya ya kwanza. Zibadilishe.",
  "amount.form": "Tumia kiasi cha shilingi kinachozidi 0, chenye desimali mbili tu.",
  "period.form": "Tumia miezi kamili ambayo chama hukopesha, kuanzia 1 hadi 6.",
  "category.form": "Aina ya mkopo ni Instant.",
  "split.mode": "Chagua njia moja ya malipo.",
  "split.amount": "Tumia kiasi cha shilingi kinachozidi 0, chenye desimali mbili tu.",
  "split.unconfirmed": "Thibitisha nambari yako ya simu kwanza.",
  "pay-in.whole": "M-Pesa hupokea shilingi kamili tu. Acha senti.",
  "split.whole-shillings":
    "M-Pesa hutuma shilingi kamili tu: badilisha kiasi kisiwe na senti baada ya kodi.",
  "split.no-loan": "Chagua mkopo wako mmoja ambao haujalipwa wote.",
  "split.loan-balance": "Hicho ni zaidi ya deni la mkopo huu. Andika kiasi kidogo.",
  "split.bill": "Andika nambari iliyo kwenye bili, kwa herufi na tarakimu.",
  "bank.branch": "Tumia tarakimu tano au sita, kama kwenye hundi.",
  "bank.account": "Tumia tarakimu 5 hadi 20.",
  "guarantor.many": "Mkopo mmoja hauwezi kuwa na wadhamini wengi hivyo. Badilisha mmoja wao.",
  "text.long": "Andika kwa kifupi: haya ni marefu mno.",
  "notice.unread": "Soma ilani ya faragha, kisha weka alama hapa.",
  "kin.many": "Taja watu wasiozidi watatu, kila mmoja kwenye mstari wake.",
  "otp.form": "Msimbo una tarakimu 6.",
  "code.form":
    "Andika msimbo wote: tarakimu sita za programu, au herufi na tarakimu kumi na mbili.",
  "password.long": "Tumia herufi 128 au chini yake.",
};
