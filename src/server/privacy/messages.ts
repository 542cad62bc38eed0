import { fill, type Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/outbox/enqueue.ts";

export const ANSWERED = "privacy-answered";

const texts: Readonly<Record<Language, string>> = {
  en: "{society}: your request no. {id} about your personal data is answered. Log in and open Privacy to read it. Questions? Call {phone}.",
  sw: "{society}: ombi lako na. {id} kuhusu taarifa zako binafsi limejibiwa. Ingia ufungue Faragha ulisome. Maswali? Piga {phone}.",
};

/** What members are told of their requests; never what was asked or answered. */
export const privacyMessages: readonly MessageTemplate[] = [
  {
    name: ANSWERED,
    render: (language, params) => ({
      subject: params["society"] ?? "",
      text: fill(texts[language], params),
    }),
  },
];
