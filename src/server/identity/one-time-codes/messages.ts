import type { Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templateOf, templatesOf } from "#server/messaging/outbox/templates.ts";
import { codeOf, type Purpose, purposes } from "./code.ts";

// Plain characters and at most 160 of them, so that each is one SMS.
const texts: Readonly<Record<Purpose, Readonly<Record<Language, string>>>> = {
  "sign-up": {
    en: "{code} is your code to create your {society} account. It lasts 5 minutes. Do not share it: our staff never ask for it.",
    sw: "{code} ni msimbo wako wa kufungua akaunti ya {society}. Unadumu dakika 5. Usimpe mtu yeyote, hata mfanyakazi wetu.",
  },
  reset: {
    en: "{code} is your code to change your {society} password. It lasts 5 minutes. Not you? Call {phone}.",
    sw: "{code} ni msimbo wako wa kubadilisha nenosiri la {society}. Unadumu dakika 5. Si wewe? Piga simu {phone}.",
  },
  "confirm-mobile": {
    en: "{code} is your code to confirm that {society} pays your dividend to this number. It lasts 5 minutes. Not you? Call {phone}.",
    sw: "{code} ni msimbo wa kuthibitisha nambari hii ipokee gawio la {society}. Unadumu dakika 5. Si wewe? Piga {phone}.",
  },
  "email-address": {
    en: "{code} is your code to confirm your email address at {society}. It lasts 5 minutes. Do not share it. Not you? Call {phone}.",
    sw: "{code} ni msimbo wa kuthibitisha barua pepe yako, {society}. Unadumu dakika 5. Usimpe mtu. Si wewe? Piga {phone}.",
  },
  amendment: {
    en: "{code} is your code for {society} loan {loanNo}: Ksh {amount}, {months} months at {deduction}, total {total}. Give it only if you agree.",
    sw: "{code} unakubali mkopo {loanNo} wa {society}: Ksh {amount}, miezi {months} kwa {deduction}, jumla {total}. Itajie ofisi ukikubali tu.",
  },
  withdrawal: {
    en: "{code} is your code to withdraw Ksh {amount} {where} from {account}, {society}. Lasts 5 minutes. Do not share it. Not you? Call {phone}.",
    sw: "{code} ni msimbo wa kutoa Ksh {amount} {where} toka {account}, {society}. Unadumu dakika 5. Usimpe mtu. Si wewe? Piga {phone}.",
  },
  "counter-withdrawal": {
    en: "{code}: give this code to the {society} office only to withdraw Ksh {amount} {where} from {account}. Not you? Call {phone}.",
    sw: "{code}: itajie ofisi ya {society} msimbo huu ukitaka tu kutoa Ksh {amount} {where} toka {account}. Si wewe? Piga {phone}.",
  },
  "counter-payment": {
    en: "{code}: give this code to the {society} teller only when you get Ksh {amount} in cash from {account}. Not you? Call {phone}.",
    sw: "{code}: mtajie karani wa {society} msimbo huu unapopokea tu Ksh {amount} taslimu toka {account}. Si wewe? Piga {phone}.",
  },
  nominees: {
    en: "{code} is your code to change your nominees, {society}. Lasts 5 minutes. Do not share it. Not you? Call {phone}.",
    sw: "{code} ni msimbo wa kubadilisha wateule wako, {society}. Unadumu dakika 5. Usimpe mtu. Si wewe? Piga {phone}.",
  },
  "bank-account": {
    en: "{code} is your code to be paid to the bank account ending {ends}, {society}. Lasts 5 minutes. Do not share it. Not you? Call {phone}.",
    sw: "{code} ni msimbo wa kulipwa akaunti ya benki inayoishia {ends}, {society}. Unadumu dakika 5. Usimpe mtu. Si wewe? Piga {phone}.",
  },
  "standing-transfer": {
    en: "{code} is your code to move Ksh {amount} monthly, day {day}, from {account} to {where}, {society}. Do not share it. Not you? Call {phone}.",
    sw: "{code} ni msimbo wa kuhamisha Ksh {amount} tarehe {day} kila mwezi toka {account} hadi {where}, {society}. Usimpe mtu. Si wewe? Piga {phone}.",
  },
  guarantee: {
    en: "{code} is your code to answer a guarantee request at {society}. It lasts 5 minutes. Do not share it. Not you? Call {phone}.",
    sw: "{code} ni msimbo wako wa kujibu ombi la udhamini la {society}. Unadumu dakika 5. Usimpe mtu yeyote. Si wewe? Piga simu {phone}.",
  },
};

const news: Readonly<Record<"codes-closed" | "codes-opened", Readonly<Record<Language, string>>>> =
  {
    "codes-closed": {
      en: "{society}: too many wrong codes were entered for {memberNo}. No new codes until {until}. Not you, or need one sooner? Call {phone}.",
      sw: "{society}: misimbo mingi isiyo sahihi imeingizwa kwa {memberNo}. Hatutumi msimbo hadi {until}. Si wewe, au unahitaji mapema? Piga {phone}.",
    },
    "codes-opened": {
      en: "{society}: codes for {memberNo} work again. You can ask for one now. Not expecting this? Call {phone}.",
      sw: "{society}: ofisi imefungua tena misimbo ya {memberNo}. Sasa unaweza kuomba msimbo. Hukutarajia? Piga {phone}.",
    },
  };

/**
 * Returns the texts that carry a code, which is derived only when a message is sent, and the news.
 */
export function codeMessages(secret: string): MessageTemplate[] {
  return [...codeTexts(secret), ...templatesOf(news)];
}

function codeTexts(secret: string): MessageTemplate[] {
  return purposes.map((purpose) => ({
    ...templateOf(`otp-${purpose}`, texts[purpose]),
    derive: ({ otpId = "", salt = "" }) => {
      return { code: codeOf(secret, otpId, Buffer.from(salt, "hex")) };
    },
  }));
}
