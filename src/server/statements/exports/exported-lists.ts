import { destinations } from "#shared/contract/check-off/files.ts";
import type { ExportedList, OpenList } from "#shared/contract/statements/exports.ts";
import { dayOrEmpty, percent, phone, shillings } from "./cell-formats.ts";
import { chequeList } from "./cheque-list.ts";
import type { ListDeclaration } from "./list-declaration.ts";

export type List = ExportedList | OpenList;

const member = ["m.member_no", "m.full_name"];

const held = (code: string) =>
  `coalesce(sum(a.balance_cents * a.normal_side) filter (where a.code = '${code}'), 0)`;

/** The rows and columns of each exported list. */
export const lists: Readonly<Record<List, ListDeclaration>> = {
  members: {
    id: "m.id",
    cells: [
      ...member,
      phone("m.mobile_number"),
      "m.email",
      "m.national_id",
      "m.joined_on",
      ["memberState", "m.membership"],
      "m.surname",
      "m.first_names",
      "m.payroll_no",
      "m.kra_pin",
      ["sex", "m.gender"],
    ],
    amounts: ["h.savings", "h.shares", "h.withdrawable", "h.dividend", "h.loans"],
    from: `member m cross join lateral (
      select ${held("member-deposits")} as savings, ${held("share-capital")} as shares,
        ${held("withdrawable-deposits")} as withdrawable, ${held("dividend-payable")} as dividend,
        ${held("loan-receivable")} as loans
      from ledger_account a where a.member_id = m.id
    ) h`,
  },
  "next-of-kin": {
    // A member has at most three.
    id: "(k.member_id * 4 + k.position)",
    cells: ["m.member_no", "k.position", "k.full_name", "k.relation", percent("k.share_bp")],
    from: "next_of_kin k join member m on m.id = k.member_id",
  },
  loans: {
    id: "l.id",
    cells: [
      "l.loan_no",
      ...member,
      "l.category",
      "l.purpose",
      ["loanState", "l.state"],
      dayOrEmpty("l.applied_at"),
      "l.start_date",
      "(select min(i.due_on) from loan_instalment i where i.loan_id = l.id)",
      "l.end_date",
      "l.term_months",
    ],
    amounts: [
      "l.principal_cents",
      "l.total_cents",
      "l.monthly_deduction_cents",
      "coalesce(a.balance_cents, 0)",
    ],
    from: `loan l join member m on m.id = l.member_id
      left join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no`,
  },
  guarantees: {
    id: "g.id",
    cells: [
      "g.id",
      "l.loan_no",
      "b.member_no",
      "b.full_name",
      ...member,
      ["guaranteeState", "g.state"],
      "g.level",
      "g.given_on",
      "g.released_on",
    ],
    amounts: ["g.amount_cents"],
    from: `guarantee g join loan l on l.id = g.loan_id join member b on b.id = l.member_id
      join member m on m.id = g.guarantor_id`,
  },
  "check-off": {
    id: "b.id",
    cells: [
      "b.id",
      "to_char(b.month, 'YYYY-MM')",
      "b.value_date",
      "b.file_name",
      ["batchState", "b.state"],
      "b.line_count",
      ["actor", "b.prepared_by"],
      ["actor", "b.posted_by"],
    ],
    amounts: ["b.total_cents", ...destinations.map((to) => `coalesce(f.cents -> '${to}', '0')`)],
    from: `check_off_batch b cross join lateral (
      select coalesce(jsonb_object_agg(key, cents), '{}') as cents
      from check_off_figure where batch_id = b.id
    ) f`,
  },
  payouts: {
    id: "p.id",
    cells: [
      "p.reference",
      "d.year",
      ...member,
      phone("p.mobile_number"),
      ["payoutState", "p.state"],
      "p.receipt_no",
      ["payoutProblem", "p.problem"],
    ],
    amounts: ["p.amount_cents"],
    from: `payout p join member m on m.id = p.member_id
      left join dividend d on d.id = p.dividend_id`,
  },
  cheques: chequeList,
  "contact-changes": {
    id: "c.id",
    cells: [
      "c.id",
      ...member,
      phone("c.old_mobile_number"),
      phone("c.mobile_number"),
      "c.email",
      ["changeState", "c.state"],
      ["actor", "c.asked_by"],
      dayOrEmpty("c.asked_at"),
      ["actor", "c.approved_by"],
    ],
    from: "contact_change_request c join member m on m.id = c.member_id",
  },
  closes: {
    id: "c.id",
    cells: [
      "c.id",
      "to_char(c.month, 'YYYY-MM')",
      ["closeState", "c.state"],
      ["actor", "c.prepared_by"],
      dayOrEmpty("c.prepared_at"),
      ["actor", "c.approved_by"],
      dayOrEmpty("c.approved_at"),
      "c.audit_seq",
      "encode(c.audit_hash, 'hex')",
      ["actor", "c.reopened_by"],
      "c.reopen_because",
    ],
    from: "month_close c",
  },
  reconciliations: {
    id: "r.id",
    cells: [
      "r.id",
      "to_char(r.ran_at at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')",
      ["actor", "r.ran_by"],
      "r.took_ms",
      "jsonb_array_length(r.findings)",
    ],
    from: "reconciliation r",
  },
  exits: {
    id: "e.id",
    cells: [
      "e.id",
      ...member,
      ["exitState", "e.state"],
      dayOrEmpty("e.asked_at"),
      "e.due_on",
      dayOrEmpty("coalesce(e.paid_at, e.ended_at)"),
    ],
    amounts: ["coalesce(e.refund_cents, 0)"],
    from: "member_exit e join member m on m.id = e.member_id",
  },
  "contribution-changes": {
    id: "c.id",
    cells: [
      "c.id",
      ...member,
      "to_char(c.month, 'YYYY-MM')",
      dayOrEmpty("c.decided_at"),
      dayOrEmpty("c.cancelled_at"),
    ],
    amounts: ["c.amount_cents"],
    from: "monthly_contribution c join member m on m.id = c.member_id",
  },
  // Leaves out the requested value and the note: those are shown only with the request.
  "privacy-requests": {
    id: "r.id",
    cells: [
      "r.id",
      ...member,
      ["privacyKind", "r.kind"],
      ["privacyDetail", "r.detail"],
      "r.received_on",
      "r.due_on",
      ["privacyState", "r.state"],
      dayOrEmpty("r.answered_at"),
    ],
    from: "privacy_request r join member m on m.id = r.member_id",
  },
  // Leaves out phone numbers and addresses, which the list of staff does not show either.
  staff: {
    id: "s.id",
    cells: [
      "s.staff_no",
      "s.full_name",
      ["staffRole", "s.role"],
      [
        "staffState",
        `case when s.suspended_at is not null then 'suspended' when l.id is not null then 'active'
        when i.expires_at > akiba_now() then 'invited' else 'lapsed' end`,
      ],
      ["yesOrNo", "case when f.login_id is null then 'no' else 'yes' end"],
      dayOrEmpty("l.last_signed_in_at"),
    ],
    from: `staff s left join login l on l.staff_id = s.id
      left join second_factor f on f.login_id = l.id
      left join staff_invitation i
        on i.staff_id = s.id and i.used_at is null and i.replaced_at is null`,
  },
  imports: {
    id: "b.id",
    cells: [
      "b.id",
      dayOrEmpty("b.created_at"),
      `coalesce(
        (select string_agg(u.name, ', ' order by u.id)
          from import_upload u where u.batch_id = b.id and not u.is_replaced),
        (select string_agg(f.name, ', ' order by f.name)
          from import_file f where f.run_id = b.run_id))`,
      ["importOrigin", "b.origin"],
      ["importState", "b.state"],
      `coalesce(
        (select sum(u.rows) from import_upload u where u.batch_id = b.id and not u.is_replaced),
        (select sum(f.rows) from import_file f where f.run_id = b.run_id), 0)`,
      ["actor", "b.created_by"],
      ["actor", "b.prepared_by"],
      ["actor", "b.posted_by"],
      ["actor", "b.ended_by"],
    ],
    amounts: [
      `coalesce((select sum((k.value ->> 'cents')::numeric)
        from jsonb_each(coalesce(b.figures, n.figures) -> 'kinds') k), 0)::bigint`,
    ],
    from: "import_batch b left join import_run n on n.id = b.run_id",
  },
  notices: {
    id: "n.id",
    cells: [
      "n.number",
      "n.title_en",
      "n.title_sw",
      "n.text_en",
      "n.text_sw",
      "n.published_from",
      "n.published_until",
      dayOrEmpty("n.withdrawn_at"),
      "n.version",
      ["actor", "n.changed_by"],
    ],
    from: "notice n",
  },
  holidays: {
    id: "h.id",
    cells: ["h.day", "h.name_en", "h.name_sw", ["actor", "h.added_by"], dayOrEmpty("h.added_at")],
    from: "(select * from gazetted_holiday where removed_at is null) h",
  },
  dividends: {
    id: "d.id",
    cells: [
      "d.year",
      ["dividendState", "d.state"],
      percent("d.share_rate_bp"),
      percent("d.deposit_rate_bp"),
      "d.books_closed_on",
      "d.agm_reference",
      dayOrEmpty("d.opens_at"),
      dayOrEmpty("d.closes_at"),
      ["splitMode", "d.default_mode"],
      ["actor", "d.prepared_by"],
      ["actor", "d.approved_by"],
      "e.members",
    ],
    amounts: ["e.gross"],
    from: `dividend d cross join lateral (
      select count(*) as members, coalesce(sum(gross_cents), 0)::bigint as gross
      from dividend_entitlement where dividend_id = d.id
    ) e`,
  },
  "loan-policies": {
    id: "p.id",
    cells: [
      "p.id",
      "p.effective_from",
      `(select string_agg(
          coalesce('<= ' || ${shillings("t ->> 'upToCents'")} || ': ', '')
            || ${shillings("t ->> 'flatFeeCents'")} || ' + '
            || ${percent("t ->> 'rateBasisPoints'")} || '%', '; ' order by place)
        from jsonb_array_elements(p.fee_tiers) with ordinality as tiers (t, place))`,
      "p.min_months",
      "p.max_months",
      "p.deposits_percent",
      "p.membership_months",
      ["actor", "p.set_by"],
      dayOrEmpty("p.set_at"),
      ["actor", "c.cancelled_by"],
      dayOrEmpty("c.cancelled_at"),
    ],
    amounts: ["p.min_cents", "p.max_cents", "p.share_capital_cents"],
    from: "loan_policy p left join loan_policy_cancellation c on c.policy_id = p.id",
  },
  blacklist: {
    id: "b.id",
    cells: [...member, "b.reason", ["actor", "b.listed_by"], dayOrEmpty("b.listed_at")],
    from: `(select * from loan_blacklist where removed_at is null) b
      join member m on m.id = b.member_id`,
  },
  "withholding-rates": {
    id: "r.id",
    cells: [
      "r.id",
      ["splitMode", "r.mode"],
      "r.effective_from",
      percent("r.basis_points"),
      percent("r.interest_basis_points"),
      ["actor", "r.set_by"],
      dayOrEmpty("r.set_at"),
      ["actor", "c.cancelled_by"],
      dayOrEmpty("c.cancelled_at"),
    ],
    from: "withholding_rate r left join withholding_rate_cancellation c on c.rate_id = r.id",
  },
  "retention-rules": {
    id: "r.id",
    cells: [
      "r.id",
      ["retained", "r.what"],
      "r.effective_from",
      "r.amount",
      ["retentionUnit", "r.unit"],
      ["actor", "r.set_by"],
      dayOrEmpty("r.set_at"),
    ],
    from: "retention_rule r",
  },
};
