import { fill, type Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";

interface Mail {
  readonly subject: string;
  readonly text: string;
}

const mails: Readonly<Record<Language, Mail>> = {
  en: {
    subject: "{statement} of {memberNo}, {society}",
    text: "Dear member,\n\nHere is the statement that you asked for on {date}: {file}.\n\nIf you chose a passphrase, the file opens only with it. The code at its end lets anybody check that we issued it.\n\nNot you? Call {phone}.\n\n{society}",
  },
  sw: {
    subject: "{statement} ya {memberNo}, {society}",
    text: "Mpendwa mwanachama,\n\nHii ni taarifa uliyoomba tarehe {date}: {file}.\n\nIkiwa ulichagua nenosiri, faili litafunguka kwa hilo tu. Msimbo ulio mwishoni unathibitisha kwamba tulilitoa sisi.\n\nSi wewe? Piga {phone}.\n\n{society}",
  },
};

/** The e-mail that brings a statement. */
export const statementMails: readonly MessageTemplate[] = [
  {
    name: "statement-mailed",
    render: (language, params) => ({
      subject: fill(mails[language].subject, params),
      text: fill(mails[language].text, params),
    }),
  },
];
