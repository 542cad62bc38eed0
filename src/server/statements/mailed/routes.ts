import { mailStatement as contract } from "#shared/contract/statements/mailed-statements.ts";
import { withCode } from "#server/kernel/documents/issue.ts";
import { type DocumentIssuing, drawIssued } from "#server/kernel/documents/signed-drawing.ts";
import { actorName, type MemberScope } from "#server/kernel/http/actor.ts";
import { type Call, type Mounted, mountWrite } from "#server/kernel/http/mount.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { ownEmailOf } from "#server/members/email-confirmation/queries.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { statementToIssue } from "#server/statements/member-statements/queries.ts";
import { type DrawnStatement, mailStatement } from "./commands.ts";

interface MailedOptions {
  readonly database: Database;
  readonly issuing: DocumentIssuing;
  readonly notify: Notify;
}

/** Statements that a member has sent to their confirmed e-mail address. */
export function mailedStatementRoutes(options: MailedOptions): Mounted[] {
  const { issuing, notify } = options;
  return [
    mountWrite(contract, {
      prepare: (call, scope) => draw(options, call, scope),
      handle: (work, { actor }, drawn) => {
        if (actor.kind !== "member") throw new Problem("not-yours");
        return mailStatement(work, actor.memberNo, drawn, { signer: issuing.signer, notify });
      },
    }),
  ];
}

/** Reads and draws the statement; nothing is drawn for an address that is not confirmed. */
async function draw(
  { database, issuing }: MailedOptions,
  { actor, body, language }: Call<typeof contract>,
  scope: MemberScope | null,
): Promise<DrawnStatement> {
  if (scope === null) throw new Problem("not-yours");
  const { passphrase, statement, search, ...period } = body;
  const { publicUrl } = issuing;
  const issue = await database.snapshot(async (snapshot) => {
    const { confirmed } = await ownEmailOf(snapshot, scope.memberNo);
    if (!confirmed) throw new Problem("email-unconfirmed");
    const part = { ...period, statement, search: search?.trim() ?? "" };
    const asked = { ...part, format: "pdf", language, publicUrl } as const;
    return withCode(await statementToIssue(snapshot, scope, asked));
  });
  const drawn = await drawIssued(issuing, actorName(actor), issue, passphrase);
  const file = { name: drawn.fileName, content: drawn.content as Uint8Array };
  return { statement, issue, file, language, isLocked: passphrase !== undefined };
}
