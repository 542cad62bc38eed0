import { fill, type Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/outbox/enqueue.ts";
import { codeOf } from "./code.ts";
import { type Purpose, purposes } from "./send.ts";

// Plain letters and at most 160 characters, so that each is one SMS.
const texts: Readonly<Record<Purpose, Readonly<Record<Language, string>>>> = {
  "sign-up": {
    en: "{code} is your code to create your {society} account. It lasts 5 minutes. Do not share it: our staff never ask for it.",
    sw: "{code} ni msimbo wako wa kufungua akaunti ya {society}. Unadumu dakika 5. Usimpe mtu yeyote, hata mfanyakazi wetu.",
  },
  reset: {
    en: "{code} is your code to change your {society} password. It lasts 5 minutes. Not you? Call {phone}.",
    sw: "{code} ni msimbo wako wa kubadilisha nywila ya {society}. Unadumu dakika 5. Si wewe? Piga simu {phone}.",
  },
  "confirm-mobile": {
    en: "{code} is your code to confirm that {society} pays your dividend to this number. It lasts 5 minutes. Not you? Call {phone}.",
    sw: "{code} ni msimbo wa kuthibitisha namba hii ilipwe gawio na {society}. Unadumu dakika 5. Si wewe? Piga {phone}.",
  },
  guarantee: {
    en: "{code} is your code to answer a guarantee request at {society}. It lasts 5 minutes. Do not share it. Not you? Call {phone}.",
    sw: "{code} ni msimbo wako wa kujibu ombi la udhamini la {society}. Unadumu dakika 5. Usimpe mtu yeyote. Si wewe? Piga simu {phone}.",
  },
};

/** The texts that carry a code, which is worked out only as a message leaves. */
export function codeMessages(secret: string): MessageTemplate[] {
  return purposes.map((purpose) => ({
    name: `otp-${purpose}`,
    render: (language, params) => ({
      subject: params["society"] ?? "",
      text: fill(texts[purpose][language], params),
    }),
    derive: ({ otpId = "", salt = "" }) => {
      return { code: codeOf(secret, otpId, Buffer.from(salt, "hex")) };
    },
  }));
}
