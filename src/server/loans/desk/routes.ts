import * as contract from "#shared/contract/loans/desk.ts";
import { documentMediaTypes } from "#shared/contract/statements/member-statements.ts";
import { csvOf } from "#server/kernel/documents/csv.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import { Document, type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import { applicationById } from "#server/loans/lending/loan-rows.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

const PAGE_ROWS = 50;

/** The default search of a tab: applications waiting for a decision, the longest first. */
function asAsked<Asked extends Listed>({ stage, order, ...rest }: Asked) {
  return { ...rest, stage: stage ?? "to-approve", order: order ?? "longest" } as const;
}

interface Listed {
  readonly stage?: contract.LoanStage | undefined;
  readonly order?: contract.QueueOrder | undefined;
}

/** The loan desk, where the office reads applications, decides, and records repayments. */
export function loanDeskRoutes({ notify }: { readonly notify: Notify }): Mounted[] {
  return [...mountReads(), ...mountMoney(notify)];
}

function mountReads(): Mounted[] {
  return [
    mountRead(contract.queue, async (snapshot, { query }) => {
      const asked = asAsked(query);
      const page = await queries.queuePage(snapshot, asked, PAGE_ROWS);
      // Later pages come without the counts. Reading them is an access to every loan.
      const tabs = asked.after === undefined ? await queries.tabRows(snapshot) : [];
      return present.presentQueue(page, tabs, asked.order);
    }),
    mountRead(contract.exported, async (snapshot, { query, language, headers }) => {
      const asked = asAsked(query);
      const page = await queries.queuePage(snapshot, asked, contract.EXPORT_ROWS);
      const content = csvOf(present.queueTable(page, language));
      const file = new Document(documentMediaTypes.csv, `loans-${asked.stage}.csv`, content);
      headers["content-type"] = file.mediaType;
      headers["content-disposition"] = `attachment; filename="${file.fileName}"`;
      return file;
    }),
    mountRead(contract.file, async (snapshot, { actor, params }) => {
      const found = await queries.loanFile(snapshot, params.loanNo, actorName(actor));
      if (found === null) throw new Problem("no-such-loan");
      return present.presentFile(found);
    }),
    mountRead(contract.details, async (snapshot, { params }) => {
      const found = await applicationById(snapshot, params.id);
      if (found === null) throw new Problem("no-such-loan");
      return { id: String(found.id), loanNo: found.loan_no, memberno: found.member_no };
    }),
  ];
}

function mountMoney(notify: Notify): Mounted[] {
  return [
    mountWrite(contract.repayment, {
      handle: async (work, { actor, params, body }) => {
        const { way = "mpesa", date, over } = body;
        const given = { ...params, ...body, way, date, over, by: actorName(actor) };
        const { loan, approvalId } = await commands.repay(work, given, notify);
        return {
          loanNo: loan.loan_no,
          state: loan.state,
          ...(approvalId !== null && { approvalId: String(approvalId) }),
        };
      },
    }),
    mountWrite(contract.reversal, {
      handle: async (work, { actor, params, body }) => {
        const given = { ...params, ...body, by: actorName(actor) };
        const { loan_no: loanNo, state } = await commands.reverseRepayment(work, given, notify);
        return { loanNo, state };
      },
    }),
  ];
}
