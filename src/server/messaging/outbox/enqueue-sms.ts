import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { enqueue, type Message, type Notify } from "./enqueue.ts";
import { societyContact } from "./society-contact.ts";

/** An SMS to one person; without a number a row is written that is never sent. */
export interface Sms extends Omit<Message, "channel" | "recipient"> {
  readonly mobileNumber: string | undefined;
}

/** Queues an SMS in this unit of work; its values include the contact of the society. */
export async function enqueueSms(work: UnitOfWork, sms: Sms, notify: Notify): Promise<void> {
  const { mobileNumber, ...message } = sms;
  const params = { ...(await societyContact(work)), ...message.params };
  await enqueue(
    work,
    { ...message, channel: "sms", recipient: mobileNumber || null, params },
    notify,
  );
}
