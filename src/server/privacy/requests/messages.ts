import type { Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { templateOf } from "#server/messaging/outbox/templates.ts";

export const ANSWERED = "privacy-answered";
export const RECORDED = "privacy-recorded";

const recorded: Readonly<Record<Language, string>> = {
  en: "{society}: our office recorded your request no. {id} about your personal data. See it under Privacy. Not your request? Call {phone}.",
  sw: "{society}: ofisi imerekodi ombi lako na. {id} kuhusu maelezo yako binafsi. Ingia, fungua Faragha. Si ombi lako? Piga {phone}.",
};

const answered: Readonly<Record<Language, string>> = {
  en: "{society}: your request no. {id} about your personal data is answered. Log in and open Privacy to read it. Questions? Call {phone}.",
  sw: "{society}: ombi lako na. {id} kuhusu maelezo yako binafsi limejibiwa. Ingia ufungue Faragha usome jibu. Maswali? Piga {phone}.",
};

/** SMS to members about their requests; they never say what was requested or answered. */
export const privacyMessages: readonly MessageTemplate[] = [
  templateOf(ANSWERED, answered),
  templateOf(RECORDED, recorded),
];
