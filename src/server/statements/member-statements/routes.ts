import { totals } from "#shared/contract/members/records.ts";
import { type TotalName, totalNames } from "#shared/contract/members/total-addresses.ts";
import * as contract from "#shared/contract/statements/member-statements.ts";
import { mailStatement as mailing } from "#shared/contract/statements/mailed-statements.ts";
import { toWireAmount } from "#shared/money.ts";
import { type CodedIssue, issueDocument, withCode } from "#server/kernel/documents/issue.ts";
import { type DocumentIssuing, drawIssued } from "#server/kernel/documents/signed-drawing.ts";
import { type Actor, actorName, type MemberScope } from "#server/kernel/http/actor.ts";
import { mountDocument } from "#server/kernel/http/mount-files.ts";
import { type Call, type Mounted, mountRecord, mountWrite } from "#server/kernel/http/mount.ts";
import { memberTotal } from "#server/ledger/journal/balances.ts";
import { ownEmailOf } from "#server/members/membership/own-email.ts";
import { newestConfirmed } from "#server/members/membership/privacy-consent.ts";
import { paidContributions } from "#server/check-off/payroll/contributions.ts";
import type { Database, UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { loanStatementToIssue } from "#server/statements/loan-statement/loan-issue.ts";
import { loanWithMovements, owedLoans } from "#server/statements/loan-statement/loan-rows.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { type DrawnStatement, mailStatement } from "./commands.ts";
import { wordedMovements } from "#server/statements/tables/worded-narrations.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

interface StatementOptions {
  readonly database: Database;
  readonly issuing: DocumentIssuing;
  readonly notify: Notify;
}

/** A member's balances and movements, read from the ledger. */
export function statementRoutes(options: StatementOptions): Mounted[] {
  return [
    ...totalNames.map(mountTotal),
    ...mountLists(),
    ...mountPages(),
    ...mountDocuments(options.issuing),
    mountMailing(options),
  ];
}

function mountDocuments(issuing: DocumentIssuing): Mounted[] {
  const draw = (issue: CodedIssue, { actor }: { readonly actor: Actor }) =>
    drawIssued(issuing, actorName(actor), issue);
  const issue = (work: UnitOfWork, coded: CodedIssue) => issueDocument(work, coded, issuing.signer);
  const statement = mountDocument(contract.issueDocument, {
    read: async (snapshot, scope, { params, body, language }) =>
      withCode(
        await queries.statementToIssue(snapshot, scope, {
          ...body,
          statement: params.statement,
          search: body.search?.trim() ?? "",
          language,
          publicUrl: issuing.publicUrl,
        }),
      ),
    draw,
    issue,
  });
  const loan = mountDocument(contract.issueLoanStatement, {
    read: async (snapshot, scope, { params: { loanNo }, body: { format = "pdf" }, language }) => {
      const { publicUrl } = issuing;
      const asked = { loanNo, format, language, publicUrl };
      return withCode(await loanStatementToIssue(snapshot, scope, asked));
    },
    draw,
    issue,
  });
  return [statement, loan];
}

function mountMailing(options: StatementOptions): Mounted {
  const { signer } = options.issuing;
  return mountWrite(mailing, {
    prepare: (call, scope) => drawForMail(options, call, scope),
    handle: (work, _, drawn) => mailStatement(work, drawn, { signer, notify: options.notify }),
  });
}

/** Reads and draws the statement, but not for an address that is not confirmed. */
async function drawForMail(
  { database, issuing }: StatementOptions,
  { actor, body, language }: Call<typeof mailing>,
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
    return withCode(await queries.statementToIssue(snapshot, scope, asked));
  });
  const drawn = await drawIssued(issuing, actorName(actor), issue, passphrase);
  const file = { name: drawn.fileName, content: drawn.content as Uint8Array };
  const { memberNo } = scope;
  return { memberNo, statement, issue, file, language, isLocked: passphrase !== undefined };
}

function mountTotal(name: TotalName): Mounted {
  return mountRecord(totals[name], async (snapshot, { memberNo }) =>
    toWireAmount(await memberTotal(snapshot, name, memberNo)),
  );
}

/**
 * The earlier client's calls, in the exact shapes it depends on; narrations are as in the books,
 * whatever its browser accepts.
 */
function mountLists(): Mounted[] {
  return [
    mountRecord(contract.dividend, async (snapshot, scope) =>
      present.presentDividend(await queries.runningStatement(snapshot, scope, "dividend")),
    ),
    mountRecord(contract.loans, async (snapshot, scope) =>
      present.presentLoans(await queries.openLoans(snapshot, scope)),
    ),
    mountRecord(contract.guarantor, async (snapshot, scope) =>
      present.presentGuarantees(await queries.openGuarantees(snapshot, scope)),
    ),
    mountRecord(contract.shareCapital, async (snapshot, scope) =>
      present.presentShareCapital(await queries.runningStatement(snapshot, scope, "share-capital")),
    ),
    mountRecord(contract.savings, async (snapshot, scope) =>
      present.presentSavings(await queries.recentSavings(snapshot, scope)),
    ),
    mountRecord(contract.savingsBroughtForward, async (snapshot, scope) =>
      toWireAmount(await queries.savingsBroughtForward(snapshot, scope)),
    ),
    mountRecord(contract.withdrawable, async (snapshot, scope) =>
      present.presentWithdrawable(await queries.withdrawableAccounts(snapshot, scope)),
    ),
  ];
}

function mountPages(): Mounted[] {
  return [
    mountRecord(contract.running, async (snapshot, scope, { params, query, language }) => {
      const found = await queries.runningStatement(snapshot, scope, params.statement, query);
      if (found === null) throw new Problem("no-such-member");
      return present.presentRunning(wordedMovements(language, found));
    }),
    mountRecord(contract.contributions, async (snapshot, scope) =>
      present.presentContributions(await paidContributions(snapshot, scope.memberNo)),
    ),
    mountRecord(contract.loan, async (snapshot, scope, { params, language }) => {
      const found = await loanWithMovements(snapshot, scope, params.loanNo);
      if (found === null) throw new Problem("no-such-loan");
      return present.presentLoan(found.loan, wordedMovements(language, found.moved));
    }),
    mountRecord(contract.overview, async (snapshot, scope, { language }) => {
      const standing = await queries.memberStanding(snapshot, scope);
      if (standing === null) throw new Problem("no-such-member");
      const months = await queries.savingsByMonth(snapshot, scope);
      const loans = await owedLoans(snapshot, scope);
      const { rows: guarantees } = await queries.openGuarantees(snapshot, scope);
      const noticeConfirmed = await newestConfirmed(snapshot, scope.memberNo);
      const found = { standing, months, loans, guarantees, noticeConfirmed };
      return present.presentOverview(language, found);
    }),
  ];
}
