import type { PersonalSection } from "./section.ts";

const monthsHeld = `array_to_string(array(
    select to_char(c / 100.0, 'FM999999999990.00') from unnest(e.month_cents) c), ' · ')`;

/** The member's accounts and their movements, check-off receipts, dividends and payments in. */
export const moneySections: readonly PersonalSection[] = [
  {
    name: "accounts",
    tables: ["ledger_account"],
    columns: { account: "account", reference: "text", openedOn: "date", balance: "money" },
    text: `select code as account, reference, opened_on as "openedOn",
        balance_cents * normal_side as balance
      from ledger_account where member_id = $1 order by id`,
  },
  {
    name: "entries",
    tables: ["journal_line", "check_off_posting"],
    columns: {
      date: "date",
      createdAt: "moment",
      account: "account",
      narration: "narration",
      reference: "text",
      receiptNo: "text",
      amount: "money",
    },
    text: `select l.value_date as date, e.booked_at as "createdAt", a.code as account, e.narration,
        coalesce(nullif(e.reference_no, ''), a.reference) as reference, e.receipt_no as "receiptNo",
        l.amount_cents * a.normal_side as amount
      from ledger_account a join journal_line l on l.account_id = a.id
        join journal_entry e on e.id = l.entry_id
      where a.member_id = $1 order by l.value_date, l.entry_id, l.line_no`,
  },
  {
    name: "exits",
    tables: ["member_exit"],
    columns: {
      askedAt: "moment",
      reason: "text",
      state: "exitState",
      dueOn: "date",
      sharesTo: "text",
      deposits: "money",
      withdrawable: "money",
      dividend: "money",
      loansOwed: "money",
      refund: "money",
      shareCapital: "money",
      fee: "money",
      tax: "money",
      receiptNo: "text",
      paidAt: "moment",
      endedAt: "moment",
      removal: "text",
    },
    text: `select x.asked_at as "askedAt", x.reason, x.state, x.due_on as "dueOn",
        o.full_name as "sharesTo", x.deposits_cents as deposits,
        x.withdrawable_cents as withdrawable, x.dividend_cents as dividend,
        x.loans_cents as "loansOwed", x.refund_cents as refund, x.shares_cents as "shareCapital",
        x.fees_cents as fee, x.tax_cents as tax, x.receipt_no as "receiptNo",
        x.paid_at as "paidAt", x.ended_at as "endedAt", x.ended_because as removal
      from member_exit x left join member o on o.id = x.shares_to
      where x.member_id = $1 order by x.id`,
  },
  {
    name: "statements",
    tables: ["issued_statement"],
    columns: {
      createdAt: "moment",
      statement: "statement",
      loanNo: "text",
      code: "text",
      from: "date",
      to: "date",
      balance: "money",
      by: "actor",
    },
    text: `select issued_at as "createdAt", statement, loan_no as "loanNo", code,
        period_from as from, period_to as to, closing_cents as balance, issued_by as by
      from issued_statement where member_id = $1 order by issued_at, code`,
  },
  {
    name: "checkOffLines",
    tables: ["check_off_line"],
    columns: {
      date: "date",
      memberNo: "text",
      amount: "money",
      note: "text",
      state: "checkOffLineState",
    },
    text: `select b.month as date, l.member_no as "memberNo", l.amount_cents as amount, l.note,
        l.state
      from check_off_line l join check_off_batch b on b.id = l.batch_id
      where l.member_id = $1 order by l.batch_id, l.row_no`,
  },
  {
    name: "checkOffParts",
    tables: ["check_off_part", "check_off_release"],
    columns: { date: "date", destination: "destination", loanNo: "text", amount: "money" },
    text: `select b.month as date, p.destination, n.loan_no as "loanNo", p.amount_cents as amount
      from (
        select batch_id, row_no, part_no, destination, loan_id, amount_cents
          from check_off_part where member_id = $1
        union all select batch_id, row_no, 0, destination, loan_id, amount_cents
          from check_off_release where member_id = $1
      ) p join check_off_batch b on b.id = p.batch_id left join loan n on n.id = p.loan_id
      order by p.batch_id, p.row_no, p.part_no`,
  },
  {
    name: "monthlyContributions",
    tables: ["monthly_contribution"],
    columns: { fromMonth: "date", amount: "money", at: "moment", cancelledAt: "moment" },
    text: `select month as "fromMonth", amount_cents as amount, decided_at as at,
        cancelled_at as "cancelledAt"
      from monthly_contribution where member_id = $1 order by id`,
  },
  {
    name: "checkOffAdvice",
    tables: ["check_off_advice_line"],
    columns: { date: "date", loansDue: "money", contribution: "money" },
    text: `select month as date, loans_cents as "loansDue", contribution_cents as contribution
      from check_off_advice_line where member_id = $1 order by month`,
  },
  {
    name: "checkOffExpected",
    tables: ["check_off_expected", "check_off_expected_contribution"],
    columns: { date: "date", amount: "money", contribution: "money" },
    text: `select b.month as date, e.amount_cents as amount, c.amount_cents as contribution
      from (select * from check_off_expected where member_id = $1) e
        full join (select * from check_off_expected_contribution where member_id = $1) c
          using (batch_id)
        join check_off_batch b on b.id = batch_id
      order by batch_id`,
  },
  {
    name: "dividends",
    tables: ["dividend_entitlement"],
    columns: {
      year: "number",
      shareCapital: "money",
      opening: "money",
      months: "text",
      onShares: "money",
      onDeposits: "money",
      gross: "money",
      held: "money",
      remindedOn: "date",
    },
    text: `select d.year, e.share_capital_cents as "shareCapital", e.opening_cents as opening,
        ${monthsHeld} as months, e.on_share_capital_cents as "onShares",
        e.on_deposits_cents as "onDeposits", e.gross_cents as gross, e.held_cents as held,
        e.reminded_on as "remindedOn"
      from dividend_entitlement e join dividend d on d.id = e.dividend_id
      where e.member_id = $1 order by d.year, d.id`,
  },
  {
    name: "dividendsBefore",
    tables: ["dividend_before"],
    columns: { year: "number", lastYear: "money", sameYear: "money" },
    text: `select d.year, b.last_year_cents as "lastYear", b.same_year_cents as "sameYear"
      from dividend_before b join dividend d on d.id = b.dividend_id
      where b.member_id = $1 order by d.year, d.id`,
  },
  {
    name: "dividendHeld",
    tables: ["dividend_held"],
    columns: { year: "number", loanNo: "text", amount: "money" },
    text: `select d.year, n.loan_no as "loanNo", h.amount_cents as amount
      from dividend_held h join dividend d on d.id = h.dividend_id
        join loan n on n.id = h.loan_id
      where h.member_id = $1 order by d.year, d.id, n.id`,
  },
  {
    name: "elections",
    tables: ["dividend_election", "dividend_election_row"],
    columns: {
      year: "number",
      version: "number",
      at: "moment",
      mode: "dividendMode",
      amount: "money",
      loanNo: "text",
      reference: "text",
    },
    text: `select d.year, e.version, e.submitted_at as at, r.mode, r.amount_cents as amount,
        n.loan_no as "loanNo", r.bill_reference as reference
      from dividend_election e join dividend d on d.id = e.dividend_id
        join dividend_election_row r using (dividend_id, member_id, version)
        left join loan n on n.id = r.loan_id
      where e.member_id = $1 order by d.year, d.id, e.version, r.row_no`,
  },
  {
    name: "dividendParts",
    tables: ["dividend_leg"],
    columns: {
      year: "number",
      source: "partSource",
      mode: "dividendMode",
      amount: "money",
      tax: "money",
      loanNo: "text",
      reference: "text",
      mobile: "text",
      onHold: "holdReason",
      voucher: "text",
      postedAt: "moment",
    },
    text: `select d.year, g.source, g.mode, g.amount_cents as amount, g.tax_cents as tax,
        n.loan_no as "loanNo", g.bill_reference as reference, g.mobile_number as mobile,
        g.hold_reason as "onHold", g.voucher_no as voucher, g.posted_at as "postedAt"
      from dividend_leg g join dividend d on d.id = g.dividend_id
        left join loan n on n.id = g.loan_id
      where g.member_id = $1 order by d.year, d.id, g.leg_no`,
  },
  {
    name: "dividendExceptions",
    tables: ["dividend_exception"],
    columns: { year: "number", reason: "exceptionReason", amount: "money", at: "moment" },
    text: `select d.year, x.reason, x.amount_cents as amount, x.noticed_at as at
      from dividend_exception x join dividend d on d.id = x.dividend_id
      where x.member_id = $1 order by x.id`,
  },
  {
    name: "payIns",
    tables: ["pay_in_part"],
    columns: {
      receiptNo: "text",
      paidAt: "moment",
      amount: "money",
      destination: "destination",
      loanNo: "text",
      accountTyped: "text",
      sender: "text",
    },
    text: `select p.receipt_no as "receiptNo", p.paid_at as "paidAt", t.amount_cents as amount,
        t.destination, coalesce(l.loan_no, '') as "loanNo",
        p.account_text as "accountTyped", p.sender_name as sender
      from pay_in_part t join pay_in p on p.id = t.pay_in_id left join loan l on l.id = t.loan_id
      where t.member_id = $1 order by p.id, t.turn, t.part_no`,
  },
  {
    name: "bankDetails",
    tables: ["member_bank_details"],
    columns: {
      at: "moment",
      bankName: "text",
      branchCode: "text",
      accountNo: "text",
      accountName: "text",
      state: "bankState",
      by: "actor",
      approvedBy: "actor",
      usableFrom: "moment",
      cancelledAt: "moment",
    },
    text: `select requested_at as at, bank_name as "bankName", branch_code as "branchCode",
        account_no as "accountNo", account_name as "accountName", state, requested_by as by,
        coalesce(approved_by, '') as "approvedBy", usable_from as "usableFrom",
        cancelled_at as "cancelledAt"
      from member_bank_details where member_id = $1 order by id`,
  },
  {
    name: "payoutChoices",
    tables: ["payout_choice"],
    columns: { at: "moment", paidBy: "payoutChoice", from: "moment" },
    text: `select chosen_at as at, way as "paidBy", in_force_from as "from"
      from payout_choice where member_id = $1 order by id`,
  },
  {
    name: "withdrawals",
    tables: ["withdrawal"],
    columns: {
      reference: "text",
      at: "moment",
      accountNo: "text",
      amount: "money",
      fee: "money",
      paidBy: "withdrawalChannel",
      state: "withdrawalState",
      by: "actor",
      reason: "text",
    },
    text: `select reference, requested_at as at, account_no as "accountNo",
        amount_cents as amount, fee_cents as fee, channel as "paidBy", state,
        coalesce(entered_by, requested_by) as by, ended_because as reason
      from withdrawal where member_id = $1 order by id`,
  },
  {
    name: "transfers",
    tables: ["member_transfer"],
    columns: {
      reference: "text",
      at: "moment",
      accountNo: "text",
      destination: "destination",
      loanNo: "text",
      amount: "money",
    },
    text: `select t.reference, t.made_at as at, t.account_no as "accountNo", t.destination,
        coalesce(l.loan_no, '') as "loanNo", t.amount_cents as amount
      from member_transfer t left join loan l on l.id = t.loan_id
      where t.member_id = $1 order by t.id`,
  },
  {
    name: "standingTransfers",
    tables: ["standing_transfer", "standing_transfer_run"],
    columns: {
      at: "moment",
      accountNo: "text",
      destination: "destination",
      loanNo: "text",
      amount: "money",
      stoppedAt: "moment",
    },
    text: `select s.ordered_at as at, s.account_no as "accountNo", s.destination,
        coalesce(l.loan_no, '') as "loanNo", s.amount_cents as amount,
        s.stopped_at as "stoppedAt"
      from standing_transfer s left join loan l on l.id = s.loan_id
      where s.member_id = $1 order by s.id`,
  },
  {
    name: "counterReceipts",
    tables: ["counter_receipt", "counter_receipt_step"],
    columns: {
      receiptNo: "text",
      way: "receiptWay",
      state: "receiptState",
      amount: "money",
      destination: "destination",
      loanNo: "text",
      documentNo: "text",
      at: "moment",
      reason: "text",
    },
    text: `select r.receipt_no as "receiptNo", r.way, r.state, r.amount_cents as amount,
        r.destination, coalesce(l.loan_no, '') as "loanNo", r.document_no as "documentNo",
        r.received_at as at,
        coalesce((select string_agg(s.reason, ', ' order by s.taken_at) from counter_receipt_step s
          where s.receipt_id = r.id), '') as reason
      from counter_receipt r left join loan l on l.id = r.loan_id
      where r.member_id = $1 order by r.id`,
  },
  {
    name: "counterPayments",
    tables: ["counter_payment"],
    columns: {
      receiptNo: "text",
      reference: "text",
      amount: "money",
      identitySeen: "text",
      paidAt: "moment",
      reason: "text",
    },
    text: `select c.payment_no as "receiptNo", p.reference, c.amount_cents as amount,
        c.identity as "identitySeen", c.paid_at as "paidAt", c.reversal_because as reason
      from counter_payment c join payout p on p.id = c.payout_id
      where c.member_id = $1 order by c.id`,
  },
  {
    name: "cheques",
    tables: ["cheque"],
    columns: {
      documentNo: "text",
      name: "text",
      reference: "text",
      amount: "money",
      writtenOn: "date",
      handedOverOn: "date",
      handedOverTo: "text",
      reason: "text",
    },
    text: `select c.cheque_no as "documentNo", c.payee as name, p.reference,
        c.amount_cents as amount, c.written_on as "writtenOn",
        c.handed_over_on as "handedOverOn", c.handed_over_to as "handedOverTo",
        c.stop_because as reason
      from cheque c join payout p on p.id = c.payout_id
      where p.member_id = $1 order by c.id`,
  },
  {
    name: "payInPrompts",
    tables: ["pay_in_prompt"],
    columns: {
      createdAt: "moment",
      reference: "text",
      destination: "destination",
      loanNo: "text",
      amount: "money",
      mobile: "text",
      state: "promptState",
      reason: "promptProblem",
    },
    text: `select p.asked_at as "createdAt", p.reference, p.destination,
        coalesce(l.loan_no, '') as "loanNo", p.amount_cents as amount, p.mobile_number as mobile,
        p.state, p.problem as reason
      from pay_in_prompt p left join loan l on l.id = p.loan_id
      where p.member_id = $1 order by p.id`,
  },
];
