import type { PersonalSection } from "./section.ts";

const guarantee = {
  loanNo: "text",
  name: "text",
  amount: "money",
  level: "guaranteeLevel",
  state: "guaranteeState",
  givenOn: "date",
  askedAt: "moment",
  answeredAt: "moment",
  releasedOn: "date",
} as const;

const guaranteeColumns = `n.loan_no as "loanNo", o.full_name as name, g.amount_cents as amount,
  g.level, g.state, g.given_on as "givenOn", g.asked_at as "askedAt",
  g.answered_at as "answeredAt", g.released_on as "releasedOn"`;

/** The member's loans, the guarantees they gave, and the guarantors of their loans. */
export const lendingSections: readonly PersonalSection[] = [
  {
    name: "loans",
    tables: ["loan"],
    columns: {
      loanNo: "text",
      purpose: "loanKind",
      principal: "money",
      fee: "money",
      total: "money",
      deduction: "money",
      months: "number",
      state: "loanState",
      appliedAt: "moment",
      from: "date",
      to: "date",
      cover: "money",
    },
    text: `select loan_no as "loanNo", concat_ws(', ', category, purpose) as purpose,
        principal_cents as principal, fee_cents as fee, total_cents as total,
        monthly_deduction_cents as deduction, term_months as months, state,
        applied_at as "appliedAt", start_date as from, end_date as to, cover_cents as cover
      from loan where member_id = $1 order by id`,
  },
  {
    name: "instalments",
    tables: ["loan_instalment"],
    columns: { loanNo: "text", number: "number", dueOn: "date", amount: "money" },
    text: `select n.loan_no as "loanNo", i.number, i.due_on as "dueOn", i.amount_cents as amount
      from loan n join loan_instalment i on i.loan_id = n.id
      where n.member_id = $1 order by n.id, i.number`,
  },
  {
    name: "loanSteps",
    tables: ["loan_step"],
    columns: {
      loanNo: "text",
      step: "loanStep",
      at: "moment",
      by: "actor",
      amount: "money",
      receiptNo: "text",
      reason: "payoutProblem",
    },
    text: `select n.loan_no as "loanNo", s.step, s.taken_at as at, s.taken_by as by,
        s.amount_cents as amount, s.receipt_no as "receiptNo", s.reason
      from loan n join loan_step s on s.loan_id = n.id
      where n.member_id = $1 order by s.id`,
  },
  {
    name: "loanAmendments",
    tables: ["loan_amendment"],
    columns: {
      loanNo: "text",
      principal: "money",
      fee: "money",
      total: "money",
      deduction: "money",
      state: "amendmentState",
      askedAt: "moment",
      by: "actor",
      to: "moment",
      answeredAt: "moment",
    },
    text: `select n.loan_no as "loanNo", a.principal_cents as principal, a.fee_cents as fee,
        a.total_cents as total, a.monthly_deduction_cents as deduction, a.state,
        a.proposed_at as "askedAt", a.proposed_by as by, a.expires_at as to,
        a.answered_at as "answeredAt"
      from loan n join loan_amendment a on a.loan_id = n.id
      where n.member_id = $1 order by a.id`,
  },
  {
    name: "guarantors",
    tables: ["guarantee"],
    columns: guarantee,
    text: `select ${guaranteeColumns} from loan n join guarantee g on g.loan_id = n.id
        join member o on o.id = g.guarantor_id
      where n.member_id = $1 order by g.id`,
  },
  {
    name: "guarantees",
    tables: ["guarantee"],
    columns: guarantee,
    text: `select ${guaranteeColumns} from guarantee g join loan n on n.id = g.loan_id
        join member o on o.id = n.member_id
      where g.guarantor_id = $1 order by g.id`,
  },
  {
    name: "missed",
    tables: ["missed_notice"],
    columns: { loanNo: "text", number: "number", at: "moment" },
    text: `select n.loan_no as "loanNo", i.number, i.noticed_at as at
      from guarantee g join missed_notice i on i.guarantee_id = g.id
        join loan n on n.id = g.loan_id
      where g.guarantor_id = $1 order by i.noticed_at, i.guarantee_id, i.number`,
  },
  {
    name: "lentNothing",
    tables: ["loan_blacklist"],
    columns: { createdAt: "moment", reason: "text", endedAt: "moment", removal: "text" },
    text: `select listed_at as "createdAt", reason, removed_at as "endedAt",
        removal_reason as removal
      from loan_blacklist where member_id = $1 order by id`,
  },
];
