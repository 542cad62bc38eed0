import { fill, type Language } from "#shared/language.ts";
import type { CaseNews } from "#server/cases/casework/case-notifications.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { letterOf } from "#server/messaging/outbox/letter.ts";
import { officeTemplateOf, templateOf } from "#server/messaging/outbox/templates.ts";

interface News {
  readonly sms: string;
  readonly subject: string;
  /** Its e-mail, without the greeting and the end of every letter. */
  readonly letter: string;
}

// Texts are shown only in the portal: an SMS is readable by anybody on a shared phone.
const words: Readonly<Record<CaseNews, Readonly<Record<Language, News>>>> = {
  "case-acknowledged": {
    en: {
      sms: "{society}: we have your message {caseNo} and are working on it. Follow it in the portal under Questions, or call {phone}.",
      subject: "{society}: we have your message {caseNo}",
      letter:
        "We have your message {caseNo} and are working on it. Log in and open Questions to follow it.",
    },
    sw: {
      sms: "{society}: tumepokea ujumbe wako {caseNo} na tunaushughulikia. Ufuatilie kwenye tovuti chini ya Maswali, au piga {phone}.",
      subject: "{society}: tumepokea ujumbe wako {caseNo}",
      letter:
        "Tumepokea ujumbe wako {caseNo} na tunaushughulikia. Ingia na ufungue Maswali uufuatilie.",
    },
  },
  "case-replied": {
    en: {
      sms: "{society}: there is a reply to your message {caseNo}. Read it in the portal under Questions, or call {phone}.",
      subject: "{society}: a reply to your message {caseNo}",
      letter: "There is a reply to your message {caseNo}. Log in and open Questions to read it.",
    },
    sw: {
      sms: "{society}: kuna jibu la ujumbe wako {caseNo}. Lisome kwenye tovuti chini ya Maswali, au piga {phone}.",
      subject: "{society}: jibu la ujumbe wako {caseNo}",
      letter: "Kuna jibu la ujumbe wako {caseNo}. Ingia na ufungue Maswali ulisome.",
    },
  },
  "case-concluded": {
    en: {
      sms: "{society}: we have answered your message {caseNo}. Read it in the portal under Questions. Not satisfied? Reopen it there, or call {phone}.",
      subject: "{society}: our decision on your message {caseNo}",
      letter:
        "We have answered your message {caseNo}. Log in and open Questions to read it. If you are not satisfied, reopen it there.",
    },
    sw: {
      sms: "{society}: tumetoa uamuzi kuhusu ujumbe wako {caseNo}. Usome kwenye tovuti chini ya Maswali; usiporidhika, fungua tena. Piga {phone}.",
      subject: "{society}: uamuzi wetu kuhusu ujumbe wako {caseNo}",
      letter:
        "Tumetoa uamuzi kuhusu ujumbe wako {caseNo}. Ingia na ufungue Maswali uusome. Usiporidhika, ufungue tena hapo.",
    },
  },
};

/** The office reads English texts. */
const breached =
  "{society}: overdue messages from members: {count}, first {caseNo}. See Suggestions.";

/** Messages to members about their cases, and to the office about overdue ones. */
export const caseMessages: readonly MessageTemplate[] = [
  ...Object.entries(words).flatMap(([name, news]): MessageTemplate[] => [
    templateOf(name, { en: news.en.sms, sw: news.sw.sms }),
    {
      name: `${name}-email`,
      render: (language, params) => ({
        subject: fill(news[language].subject, params),
        text: fill(letterOf(language, [news[language].letter]), params),
      }),
    },
  ]),
  officeTemplateOf("case-breached", breached),
];
