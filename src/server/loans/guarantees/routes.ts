import * as contract from "#shared/contract/loans/guarantees.ts";
import { readHeading } from "#server/kernel/documents/heading.ts";
import { issueDocument } from "#server/kernel/documents/issue.ts";
import { type DocumentIssuing, drawIssued } from "#server/kernel/documents/signed-drawing.ts";
import { actorName, ownNumber } from "#server/kernel/http/actor.ts";
import { mountDocument } from "#server/kernel/http/mount-files.ts";
import { type Mounted, mountRecord, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import { guaranteeReceipt } from "./guarantee-receipt.ts";
import { presentGuarantees } from "./present.ts";
import * as queries from "./queries.ts";

interface GuaranteeOptions {
  readonly limits: Limits;
  readonly secret: string;
  readonly notify: Notify;
  readonly issuing: DocumentIssuing;
}

/** Guarantees, from the request to the answer. */
export function guaranteeRoutes(options: GuaranteeOptions): Mounted[] {
  const { limits, notify, issuing } = options;
  return [
    mountRecord(contract.guarantees, async (snapshot, scope) =>
      presentGuarantees({
        capacity: await queries.capacityOfScope(snapshot, scope),
        requests: await queries.requestsTo(snapshot, scope),
        standing: await queries.guaranteedLoansOf(snapshot, scope),
      }),
    ),
    mountWrite(contract.nameGuarantor, {
      handle: async (work, { actor, params, body }) => {
        const { memberNo, amount, replaces } = body;
        const given = { ...params, memberNo: ownNumber(actor), replaces };
        const naming = { ...given, named: { memberNo, amount } };
        const asked = await commands.nameGuarantor(work, naming, limits, notify);
        if (asked instanceof Problem) return asked;
        return { id: String(asked), loanNo: params.loanNo, state: "asked" as const };
      },
    }),
    mountWrite(contract.answerCode, {
      handle: async (work, { actor, params, ip }) => {
        const asked = { ...params, memberNo: ownNumber(actor) };
        const times = await commands.sendAnswerCode(work, asked, { ip, limits, notify });
        return { code: 200 as const, message: "Otp Sent Successful", ...times };
      },
    }),
    mountAnswer(contract.acceptance, "accepted", options),
    mountAnswer(contract.decline, "declined", options),
    mountReceipt(issuing),
  ];
}

function mountAnswer(
  endpoint: typeof contract.acceptance,
  answer: commands.Answer,
  { limits, secret, notify }: GuaranteeOptions,
): Mounted {
  return mountWrite(endpoint, {
    handle: async (work, { actor, params, body, ip }) => {
      const given = { ...params, memberNo: ownNumber(actor), answer, otp: body.otp, ip, secret };
      const refused = await commands.answerByCode(work, given, limits, notify);
      return refused ?? { id: String(params.id), state: answer };
    },
  });
}

/** The receipt of a guarantee that has not ended. */
function mountReceipt(issuing: DocumentIssuing): Mounted {
  return mountDocument(contract.printGuarantee, {
    read: async (snapshot, scope, { params: { id }, body: { paper } }) => {
      const heading = await readHeading(snapshot, scope);
      if (heading === null) throw new Problem("no-such-member");
      const row = await queries.printedGuarantee(snapshot, scope, id);
      if (row === null) throw new Problem("no-such-receipt");
      return guaranteeReceipt({ heading, row, paper, publicUrl: issuing.publicUrl });
    },
    draw: (issue, { actor }) => drawIssued(issuing, actorName(actor), issue),
    issue: (work, issue) => issueDocument(work, issue, issuing.signer),
  });
}
