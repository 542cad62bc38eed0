import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { approveRequest, employ, foundSociety, signIn } from "#test/people.ts";
import { filesMiscounted, payoutOf, payToPhones, totalOf } from "#test/payouts.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const NET = 10_450;
const MEMBERS = Array.from({ length: 9 }, (_, at) => `RC${at + 1}`);
let file = "";

const staff = {
  MAKER: "administrator",
  UPLOADER: "administrator",
  OTHER: "administrator",
  TREASURER: "treasurer",
  TREASURER2: "treasurer",
  AUDITOR: "auditor",
} as const;

beforeAll(async () => {
  await foundSociety(society);
  const paid = MEMBERS.map((memberNo, at) => [
    memberNo,
    { deposits: 100_000, mobile: `+25471200070${at + 1}` },
  ]);
  await payToPhones(society, Object.fromEntries(paid));
  for (const [staffNo, role] of Object.entries(staff)) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
  const made = await send("MAKER", "POST", "/payout-files", {});
  file = (made.body as { id: string }).id;
});

const send = (who: string, method: "GET" | "POST" | "DELETE", to: string, body?: unknown) => {
  const [token, path] = [tokens[who] ?? "", `/api/v1${to}`];
  if (method === "POST") return sendAsShown(society, { token, path, body });
  return society.send(method, path, { token, body });
};

const header = "Reference,Receipt,Amount,Reason";
const paidRow = (memberNo: string, receipt: string, amount: number | string = NET) =>
  `DIV-2025-${memberNo}-1,${receipt},${amount},`;
const failedRow = (memberNo: string, reason: string) => `DIV-2025-${memberNo}-1,,,${reason}`;

interface Claimed {
  readonly approvalId: string;
  readonly paid: number;
  readonly failed: number;
  readonly repeated: number;
  readonly refused: unknown[];
  readonly own: unknown[];
}

const rawUpload = (who: string, rows: readonly string[], head = header) =>
  society.send("POST", `/api/v1/payout-files/${file}/results`, {
    token: tokens[who] ?? "",
    body: [head, ...rows].join("\n"),
    headers: { "content-type": "text/csv" },
  });

async function upload(who: string, rows: readonly string[], head = header): Promise<Claimed> {
  const reply = await rawUpload(who, rows, head);
  expect(reply.status, reply.text).toBe(201);
  return reply.body as Claimed;
}

async function factsOf(who: string, id: string): Promise<Record<string, string>> {
  const { body } = await send(who, "GET", `/approvals/${id}`);
  const { facts } = body as { facts: { name: string; value: string }[] };
  return Object.fromEntries(facts.map(({ name, value }) => [name, value]));
}

async function digestOf(who: string, id: string): Promise<string> {
  return ((await send(who, "GET", `/approvals/${id}`)).body as { digest: string }).digest;
}

const approve = (who: string, id: string, digest: string) =>
  send(who, "POST", `/approvals/${id}/approval`, { digest });

/** Links some members of staff to members of the society; the others have no link. */
async function areMembers(links: Readonly<Record<string, string>>): Promise<void> {
  await society.owner.query("update staff set member_id = null");
  for (const [staffNo, memberNo] of Object.entries(links)) {
    await society.owner.query(
      `update staff set member_id = (select id from member where member_no = $2)
        where staff_no = $1`,
      [staffNo, memberNo],
    );
  }
}

const stateOf = async (memberNo: string) => (await payoutOf(society, memberNo)).state;

steps("step by step", () => {
  describe("the results of a payout file", () => {
    it("settle nothing until another person approves their totals", async () => {
      const claim = await upload("UPLOADER", [
        paidRow("RC1", "QRC0000001"),
        failedRow("RC2", "Wrong number"),
        paidRow("RC3", "QRC0000003", NET - 1),
        "DIV-2024-RC9-1,QRC0000009,5,",
      ]);
      expect(claim).toMatchObject({ paid: 1, failed: 1, repeated: 0 });
      expect(await stateOf("RC1")).toBe("sent");
      expect(await totalOf(society, "dividend-payable", "RC2")).toBe(0);
      expect(await factsOf("TREASURER", claim.approvalId)).toMatchObject({
        payoutFile: file,
        resultsPaid: "1",
        resultsPaidSum: String(NET),
        resultsFailed: "1",
        resultsFailedSum: String(NET),
        resultsRepeated: "0",
        resultsDiffer: "1",
        resultsDifferRows: "4: DIV-2025-RC3-1",
        resultsUnknown: "1",
        resultsUnknownRows: "5: DIV-2024-RC9-1",
        resultsOwn: "0",
      });
      for (const who of ["UPLOADER", "MAKER", "AUDITOR"]) {
        expect((await approve(who, claim.approvalId, "x")).status, who).toBe(403);
      }
      expect(await stateOf("RC1")).toBe("sent");
      await approveRequest(society, tokens["TREASURER"] ?? "", claim.approvalId);
      expect(await payoutOf(society, "RC1")).toMatchObject({
        state: "paid",
        receipt_no: "QRC0000001",
      });
      expect(await totalOf(society, "dividend-payable", "RC2")).toBe(NET);
      expect(await payoutOf(society, "RC3")).toMatchObject({ problem: "amount-differs" });
      expect(await filesMiscounted(society)).toEqual([]);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("name the person who said that a payment failed; the approver may redirect it", async () => {
      const found = await society.owner.query(
        "select failed_by, changed_by from payout where state = 'failed'",
      );
      expect(found.rows).toEqual([{ failed_by: "staff:UPLOADER", changed_by: "staff:TREASURER" }]);
      const { id } = await payoutOf(society, "RC2");
      expect((await send("TREASURER", "POST", `/payouts/${id}/shares`, {})).status).toBe(201);
    });

    it("are identified by their rows, in any file", async () => {
      const first = await upload("UPLOADER", [
        paidRow("RC4", "QRC0000004"),
        failedRow("RC5", "Off"),
      ]);
      const again = await upload(
        "OTHER",
        ["Off,,,DIV-2025-RC5-1", `,10450.00,qrc0000004,DIV-2025-RC4-1`],
        "Reason,Amount,Receipt,Reference",
      );
      expect(again.approvalId).toBe(first.approvalId);
      const different = await rawUpload("OTHER", [paidRow("RC4", "QRC0000044")]);
      expect(different.body).toMatchObject({ code: 409, reason: "approval-waits" });
      await approveRequest(society, tokens["TREASURER"] ?? "", first.approvalId);
      const known = await upload("OTHER", [paidRow("RC4", "QRC0000004"), failedRow("RC5", "Off")]);
      expect(known).toMatchObject({ approvalId: "", paid: 0, failed: 0, repeated: 2 });
    });

    it("are the same request with more blank lines, and settle nothing again", async () => {
      const [paid, failed] = [paidRow("RC7", "QRC0000007"), failedRow("RC8", "Off")];
      const first = await upload("UPLOADER", [paid, failed]);
      const longer = [
        [paid, failed, ""],
        [paid, "", failed],
        ["", paid, failed],
        [paid, "   ", failed, ",,,", "", ""],
      ];
      for (const who of ["UPLOADER", "OTHER"]) {
        for (const rows of longer) {
          const same = { approvalId: first.approvalId, paid: 1, failed: 1, refused: [] };
          expect(await upload(who, rows), `${who} ${rows.join("|")}`).toMatchObject(same);
        }
      }
      const { rows } = await society.owner.query(
        "select count(*)::int as claims from payout_claim where approval_id = $1",
        [first.approvalId],
      );
      expect(rows).toEqual([{ claims: 1 }]);
      await send("UPLOADER", "DELETE", `/approvals/${first.approvalId}`);
      // Rows that were settled are recognised, whatever blank lines are between them.
      const settled = [paidRow("RC4", "QRC0000004"), failedRow("RC5", "Off")];
      for (const lines of [
        settled,
        [...settled, ""],
        [settled[0] ?? "", "", ...settled.slice(1)],
      ]) {
        const known = { approvalId: "", paid: 0, failed: 0, repeated: 2 };
        expect(await upload("OTHER", lines)).toMatchObject(known);
      }
    });

    it("settle nothing twice if a slightly different file repeats them", async () => {
      const claim = await upload("UPLOADER", [
        paidRow("RC4", "QRC0000004"),
        paidRow("RC1", "QRC0000099"),
        paidRow("RC6", "QRC0000006"),
        paidRow("RC6", "QRC0000066"),
      ]);
      expect(claim).toMatchObject({ paid: 1, failed: 0, repeated: 1 });
      expect(claim.refused).toHaveLength(2);
      await approveRequest(society, tokens["TREASURER"] ?? "", claim.approvalId);
      expect(await payoutOf(society, "RC6")).toMatchObject({ receipt_no: "QRC0000006" });
      expect(await payoutOf(society, "RC1")).toMatchObject({ receipt_no: "QRC0000001" });
      const receipts = await society.owner.query(
        "select receipt_no from payout_receipt order by 1",
      );
      expect(receipts.rows.map((row: { receipt_no: string }) => row.receipt_no)).toEqual([
        "QRC0000001",
        "QRC0000004",
        "QRC0000006",
      ]);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("are rejected for an approver who saw other totals", async () => {
      const { approvalId } = await upload("UPLOADER", [
        paidRow("RC7", "QRC0000007"),
        paidRow("RC8", "QRC0000008"),
      ]);
      const digest = await digestOf("TREASURER", approvalId);
      const { id } = await payoutOf(society, "RC8");
      const mark = { outcome: "paid", receipt: "QRC0000008" };
      await send("OTHER", "POST", `/payouts/${id}/result`, mark);
      await send("TREASURER2", "POST", `/payouts/${id}/confirmation`, { agrees: true });
      expect(await stateOf("RC8")).toBe("paid");
      const refused = await approve("TREASURER", approvalId, digest);
      expect(refused.body).toMatchObject({ code: 409, reason: "approval-changed" });
      expect(await stateOf("RC7")).toBe("sent");
      await send("UPLOADER", "DELETE", `/approvals/${approvalId}`);
      expect(await stateOf("RC7")).toBe("sent");
    });

    it("are set aside for others if they are payments to the uploader or approver", async () => {
      await areMembers({ UPLOADER: "RC7", TREASURER: "RC9" });
      const rows = [paidRow("RC7", "QRC0000007"), paidRow("RC9", "QRC0000019")];
      const claim = await upload("UPLOADER", rows);
      expect(claim).toMatchObject({ paid: 1, own: [{ row: 2, reference: "DIV-2025-RC7-1" }] });
      expect(await factsOf("TREASURER", claim.approvalId)).toMatchObject({
        resultsOwn: "1",
        resultsOwnRows: "2: DIV-2025-RC7-1",
      });
      await approveRequest(society, tokens["TREASURER"] ?? "", claim.approvalId);
      expect([await stateOf("RC7"), await stateOf("RC9")]).toEqual(["sent", "sent"]);
      const kept = await society.owner.query(
        `select row_no, effect from payout_claim_row r join payout_claim c on c.id = r.claim_id
        where c.approval_id = $1 order by row_no`,
        [claim.approvalId],
      );
      expect(kept.rows).toEqual([
        { row_no: 2, effect: "own" },
        { row_no: 3, effect: "own" },
      ]);
      const others = await upload("OTHER", rows);
      expect(others).toMatchObject({ paid: 2, own: [] });
      await approveRequest(society, tokens["TREASURER2"] ?? "", others.approvalId);
      expect([await stateOf("RC7"), await stateOf("RC9")]).toEqual(["paid", "paid"]);
      await areMembers({});
    });

    it("are approved by nobody who uploaded them or made the file, in any role", async () => {
      const { approvalId } = await upload("UPLOADER", [paidRow("RC3", "QRC0000018")]);
      const role = (staffNo: string, to: string) =>
        society.owner.query("update staff set role = $2 where staff_no = $1", [staffNo, to]);
      for (const who of ["UPLOADER", "MAKER"]) {
        await role(who, "treasurer");
        const digest = await digestOf(who, approvalId);
        const reply = await approve(who, approvalId, digest);
        expect(reply.body, who).toMatchObject({ reason: "approval-two-people" });
        await role(who, "administrator");
      }
      const apply = (by: string) =>
        society.owner.query(
          "update payout_claim set applied_by = $2, applied_at = now() where approval_id = $1",
          [approvalId, by],
        );
      await areMembers({ UPLOADER: "RC1" });
      await expect(apply("member:RC1")).rejects.toThrow("needs another person");
      await expect(apply("staff:MAKER")).rejects.toThrow("needs another person");
      await areMembers({});
      expect(await stateOf("RC3")).toBe("sent");
      await approveRequest(society, tokens["TREASURER"] ?? "", approvalId);
      expect(await stateOf("RC3")).toBe("paid");
      await expect(apply("staff:TREASURER2")).rejects.toThrow("final");
      await expect(
        society.owner.query("update payout_claim_row set receipt_no = 'QOTHER'"),
      ).rejects.toThrow();
      expect(await reconcile(society.database)).toEqual([]);
    });
  });

  describe("a payment that failed", () => {
    it("is not sent again by the person who requested the number it would go to", async () => {
      const { id } = await payoutOf(society, "RC5");
      expect(await stateOf("RC5")).toBe("failed");
      await society.owner.query(
        `insert into contact_change_request (member_id, mobile_number, email, asked_by, state,
          approved_by, approved_at, held_until, in_force_at)
        select id, mobile_number, '', 'staff:TREASURER', 'in-force', 'staff:OTHER',
          '2026-04-01T06:00:00Z', '2026-04-04T06:00:00Z', '2026-04-04T06:00:00Z'
        from member where member_no = 'RC5'`,
      );
      const retry = (who: string) => send(who, "POST", `/payouts/${id}/retry`, {});
      expect((await retry("TREASURER")).body).toMatchObject({ reason: "payout-two-people" });
      expect(await stateOf("RC5")).toBe("failed");
      expect((await retry("TREASURER2")).status).toBe(201);
    });
  });
});
