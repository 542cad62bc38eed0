import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { enqueueAll, type Message, type Notify } from "./enqueue.ts";
import { societyContact } from "./society-contact.ts";

/** An SMS to one person; without a number a row is written that is never sent. */
export interface Sms extends Omit<Message, "channel" | "recipient"> {
  readonly mobileNumber: string | undefined;
}

/** Queues an SMS in this unit of work; its values include the contact of the society. */
export function enqueueSms(work: UnitOfWork, sms: Sms, notify: Notify): Promise<void> {
  return enqueueAllSms(work, [sms], notify);
}

/** Queues several SMS at once, as above. */
export async function enqueueAllSms(
  work: UnitOfWork,
  all: readonly Sms[],
  notify: Notify,
): Promise<void> {
  if (all.length === 0) return;
  const contact = await societyContact(work);
  await enqueueAll(
    work,
    all.map((sms) => messageOf(sms, contact)),
    notify,
  );
}

/** An e-mail with the same language and use as the SMS that goes with it. */
export interface Email extends Pick<Message, "template" | "params"> {
  /** Empty if the register has none; then only the SMS is sent. */
  readonly address: string;
}

/** Queues an SMS as above, and an e-mail if there is an address. */
export async function enqueueSmsAndEmail(
  work: UnitOfWork,
  sms: Sms,
  { address, template, params }: Email,
  notify: Notify,
): Promise<void> {
  const contact = await societyContact(work);
  const message = messageOf(sms, contact);
  const mail = { channel: "email", recipient: address, template } as const;
  await enqueueAll(
    work,
    [
      message,
      ...(address === "" ? [] : [{ ...message, ...mail, params: { ...contact, ...params } }]),
    ],
    notify,
  );
}

function messageOf({ mobileNumber, ...sms }: Sms, contact: Message["params"]): Message {
  const params = { ...contact, ...sms.params };
  return { ...sms, channel: "sms", recipient: mobileNumber || null, params };
}
