import { type TotalName, totalNames, totals } from "#shared/contract/members/records.ts";
import * as contract from "#shared/contract/statements/member-statements.ts";
import { toWireAmount } from "#shared/money.ts";
import { type CodedIssue, issueDocument, withCode } from "#server/kernel/documents/issue.ts";
import { type DocumentIssuing, drawIssued } from "#server/kernel/documents/signed-drawing.ts";
import { type Actor, actorName } from "#server/kernel/http/actor.ts";
import { mountDocument } from "#server/kernel/http/mount-files.ts";
import { type Mounted, mountRecord } from "#server/kernel/http/mount.ts";
import { memberTotal } from "#server/ledger/journal/balances.ts";
import { newestConfirmed } from "#server/members/membership/privacy-consent.ts";
import { paidContributions } from "#server/check-off/payroll/contributions.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { loanStatementToIssue } from "#server/statements/loan-statement/loan-issue.ts";
import { loanWithMovements, owedLoans } from "#server/statements/loan-statement/loan-rows.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

/** A member's balances and movements, read from the ledger. */
export function statementRoutes(issuing: DocumentIssuing): Mounted[] {
  return [
    ...totalNames.map(mountTotal),
    ...mountLists(),
    ...mountPages(),
    ...mountDocuments(issuing),
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

function mountTotal(name: TotalName): Mounted {
  return mountRecord(totals[name], async (snapshot, { memberNo }) =>
    toWireAmount(await memberTotal(snapshot, name, memberNo)),
  );
}

/** The earlier client's calls, in the exact shapes it depends on. */
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
    mountRecord(contract.running, async (snapshot, scope, { params, query }) => {
      const found = await queries.runningStatement(snapshot, scope, params.statement, query);
      if (found === null) throw new Problem("no-such-member");
      return present.presentRunning(found);
    }),
    mountRecord(contract.contributions, async (snapshot, scope) =>
      present.presentContributions(await paidContributions(snapshot, scope.memberNo)),
    ),
    mountRecord(contract.loan, async (snapshot, scope, { params }) => {
      const found = await loanWithMovements(snapshot, scope, params.loanNo);
      if (found === null) throw new Problem("no-such-loan");
      return present.presentLoan(found.loan, found.moved);
    }),
    mountRecord(contract.overview, async (snapshot, scope) => {
      const standing = await queries.memberStanding(snapshot, scope);
      if (standing === null) throw new Problem("no-such-member");
      const months = await queries.savingsByMonth(snapshot, scope);
      const loans = await owedLoans(snapshot, scope);
      const { rows: guarantees } = await queries.openGuarantees(snapshot, scope);
      const noticeConfirmed = await newestConfirmed(snapshot, scope.memberNo);
      return present.presentOverview({ standing, months, loans, guarantees, noticeConfirmed });
    }),
  ];
}
