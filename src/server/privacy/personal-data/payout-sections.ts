import type { PersonalSection } from "./section.ts";

/** Payments to the member, each attempt and step, and the results that staff uploaded. */
export const payoutSections: readonly PersonalSection[] = [
  {
    name: "payouts",
    tables: ["payout", "payout_receipt"],
    columns: {
      reference: "text",
      source: "payoutSource",
      mobile: "text",
      paidBy: "payoutWay",
      amount: "money",
      state: "payoutState",
      sentOn: "date",
      receiptNo: "text",
      reason: "payoutProblem",
      changedAt: "moment",
    },
    text: `select reference, source, mobile_number as mobile, way as "paidBy",
        amount_cents as amount, state, sent_on as "sentOn", receipt_no as "receiptNo",
        problem as reason,
        changed_at as "changedAt"
      from payout where member_id = $1 order by id`,
  },
  {
    name: "payoutReturns",
    tables: ["payout_return"],
    columns: { reference: "text", receiptNo: "text", at: "moment", reason: "text" },
    text: `select p.reference, r.receipt_no as "receiptNo", r.approved_at as at, r.reason
      from payout_return r join payout p on p.id = r.payout_id
      where p.member_id = $1 order by r.id`,
  },
  {
    name: "payoutAttempts",
    tables: ["payout_attempt"],
    columns: {
      reference: "text",
      at: "moment",
      mobile: "text",
      providerReference: "text",
      askedAt: "moment",
      answer: "providerAnswer",
    },
    text: `select p.reference, a.begun_at as at, a.mobile_number as mobile,
        a.provider_reference as "providerReference", a.asked_at as "askedAt", a.told as answer
      from payout p join payout_attempt a on a.payout_id = p.id
      where p.member_id = $1 order by a.begun_at, a.id`,
  },
  {
    name: "payoutSteps",
    tables: ["payout_step"],
    columns: {
      reference: "text",
      at: "moment",
      state: "payoutState",
      reason: "payoutProblem",
      mobile: "text",
      receiptNo: "text",
      by: "actor",
    },
    text: `select p.reference, s.taken_at as at, s.state, s.problem as reason,
        s.mobile_number as mobile, s.receipt_no as "receiptNo", s.taken_by as by
      from payout p join payout_step s on s.payout_id = p.id
      where p.member_id = $1 order by s.id`,
  },
  {
    name: "payoutResults",
    tables: ["payout_claim_row"],
    columns: {
      reference: "text",
      at: "moment",
      by: "actor",
      receiptNo: "text",
      amount: "money",
      reason: "payoutProblem",
      state: "resultEffect",
    },
    text: `select p.reference, c.uploaded_at as at, c.uploaded_by as by,
        r.receipt_no as "receiptNo", r.amount_cents as amount, r.reason, r.effect as state
      from payout p join payout_attempt a on a.payout_id = p.id
        join payout_claim_row r on r.attempt_id = a.id join payout_claim c on c.id = r.claim_id
      where p.member_id = $1 order by c.id, r.row_no`,
  },
];
