import type { Language } from "#shared/language.ts";
import { documentWords } from "#shared/messages/kernel/documents.ts";
import type { DocumentStatement } from "#shared/contract/statements/member-statements.ts";
import { type CodedIssue, issueDocument } from "#server/kernel/documents/issue.ts";
import type { DocumentSigner } from "#server/kernel/documents/document-signer.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { ownEmailOf } from "#server/members/membership/own-email.ts";
import type { MessageFile } from "#server/messaging/outbox/channel.ts";
import { enqueueWithFile, type Notify } from "#server/messaging/outbox/enqueue.ts";
import { societyContact } from "#server/messaging/outbox/society-contact.ts";
import type { MemberNo } from "#shared/member-number.ts";

/** A drawn statement that is to be sent to its member. */
export interface DrawnStatement {
  readonly memberNo: MemberNo;
  readonly statement: DocumentStatement;
  readonly issue: CodedIssue;
  readonly file: MessageFile;
  readonly language: Language;
  /** Whether a passphrase locks the file. */
  readonly isLocked: boolean;
}

/** The means to issue a document and to send it. */
export interface Mailing {
  readonly signer: DocumentSigner;
  readonly notify: Notify;
}

/**
 * Issues a statement and queues it for the address that its member has confirmed. Throws
 * `email-unconfirmed` if there is none.
 */
export async function mailStatement(
  work: UnitOfWork,
  { memberNo, statement, issue, file, language, isLocked }: DrawnStatement,
  { signer, notify }: Mailing,
): Promise<{ readonly email: string }> {
  const { email, confirmed } = await ownEmailOf(work, memberNo);
  if (!confirmed) throw new Problem("email-unconfirmed");
  await issueDocument(work, issue, signer);
  const { printed_on: date } = issue.heading;
  const message = {
    recipient: email,
    template: "statement-mailed",
    language,
    params: {
      ...(await societyContact(work)),
      statement: documentWords(language).titles[statement],
      memberNo,
      date,
      file: file.name,
    },
  } as const;
  await enqueueWithFile(work, message, file, notify);
  const detail = { statement, code: issue.code, locked: isLocked };
  work.audit({ action: "statement-mailed", subject: `member:${memberNo}`, detail });
  return { email };
}
