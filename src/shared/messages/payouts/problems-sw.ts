import type { InBothLanguages } from "#shared/language.ts";
import { payoutProblemsEn, type PayoutProblemWords } from "./problems-en.ts";

/** Why a payout is where it is, by the code that is stored, in Kiswahili. */
export const payoutProblemsSw: PayoutProblemWords = {
  "number-changed": "Nambari ya mwanachama ilibadilika",
  "answer-lost": "Jibu la M-Pesa lilipotea",
  "answer-unread": "Jibu la M-Pesa halikusomeka",
  "no-result": "Hakuna matokeo kwa siku nzima",
  "timed-out": "M-Pesa ilichoka kusubiri",
  "provider-broke": "Kutuma kulikatika",
  "second-receipt": "Risiti ya pili ilikuja: huenda limelipwa mara mbili",
  "paid-after-shares": "Risiti ilikuja baada ya kwenda kwingine: huenda limelipwa mara mbili",
  "paid-by-phone": "Lilifika kwenye simu hata hivyo",
  "paid-after-change": "Risiti ilikuja baada ya mkopo kurudi na kubadilishwa: iulize M-Pesa",
  recalled: "Watu wawili wamebatilisha utoaji wa mkopo",
  "amount-differs": "Matokeo yalikuja na kiasi kingine",
  "receipt-used": "Matokeo yalikuja na risiti iliyolipa lingine",
  "no-receipt": "Matokeo yalikuja bila risiti",
  "not-paid": "Matokeo yanasema halikulipwa",
  "no connection": "M-Pesa haikupatikana",
  "no token": "M-Pesa haikutoa tokeni",
  "the provider is busy": "M-Pesa ina shughuli nyingi",
  "the key was refused": "M-Pesa inakataa ufunguo wa chama",
  "result-1": "Akaunti ya M-Pesa ya chama haina pesa za kutosha",
  "result-4": "Linazidi kiwango cha nambari kupokea kwa siku",
  "result-8": "Linazidi kiasi ambacho nambari inaweza kuwa nacho",
  "result-26": "M-Pesa ilikuwa na shughuli nyingi",
  "result-2001": "M-Pesa inakataa mtumaji wa chama",
  "result-2040": "Nambari haijasajiliwa M-Pesa",
  answered: "M-Pesa ilijibu {code}",
  refused: "M-Pesa ililikataa ({code})",
  result: "M-Pesa haikuweza kulilipa (jibu {code})",
  status: "M-Pesa inasema halikulipwa ({code})",
};

export const payoutProblemMessages: InBothLanguages<PayoutProblemWords> = {
  en: payoutProblemsEn,
  sw: payoutProblemsSw,
};
