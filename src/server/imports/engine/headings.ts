import { sha256Hex } from "#server/kernel/platform/random.ts";

/**
 * The names of each column in other systems and offices, in English and Kiswahili. Case, spaces,
 * dots, slashes and underscores do not count, nor does a currency or a unit in brackets.
 */
export const synonyms = {
  member_no: [
    "memNo",
    "m/no",
    "mno",
    "accNo",
    "member",
    "member_number",
    "member_id",
    "membership_no",
    "membership_number",
    "sacco_no",
    "namba_ya_mwanachama",
    "mwanachama",
    "nambari_ya_mwanachama",
  ],
  payroll_no: [
    "payroll_no",
    "payroll_number",
    "p/no",
    "pf_no",
    "employee_no",
    "employee_number",
    "staff_no",
    "namba_ya_mshahara",
    "nambari_ya_mshahara",
  ],
  surname: ["last_name", "family_name", "jina_la_ukoo"],
  first_names: ["first_name", "other_names", "given_names", "majina_mengine"],
  kra_pin: ["pin", "pin_no", "tax_pin", "pin_ya_kra"],
  sex: ["gender", "jinsia"],
  full_name: [
    "name",
    "names",
    "full_names",
    "holdersName",
    "member_name",
    "member_names",
    "members_name",
    "employee_name",
    "jina",
    "majina",
    "jina_kamili",
    "jina_la_mwanachama",
  ],
  joined_on: [
    "date_joined",
    "join_date",
    "joining_date",
    "date_of_joining",
    "reg_date",
    "registration_date",
    "registered_on",
    "date_registered",
    "tarehe_ya_kujiunga",
    "joined",
    "alijiunga",
  ],
  mobile: [
    "tel1",
    "tel",
    "tel_no",
    "telephone",
    "telephone_no",
    "mobile_no",
    "mobile_number",
    "mobile_phone",
    "phone",
    "phone_no",
    "phone_number",
    "cell",
    "cellphone",
    "mpesa_no",
    "mpesa_number",
    "simu",
    "namba_ya_simu",
    "nambari_ya_simu",
  ],
  email: ["emailAdd", "email_address", "barua_pepe"],
  id_no: [
    "id_number",
    "national_id",
    "national_id_no",
    "national_id_number",
    "nat_id",
    "nat_id_no",
    "id_card_no",
    "kitambulisho",
    "namba_ya_kitambulisho",
    "nambari_ya_kitambulisho",
  ],
  postal_address: ["address", "box", "po_box", "anwani"],
  language: ["lugha"],
  position: ["no", "order", "rank", "nafasi"],
  kin_name: [
    "nok",
    "nok_name",
    "next_of_kin",
    "next_of_kin_name",
    "full_name",
    "name",
    "names",
    "jina_la_ndugu",
  ],
  relation: ["relationship", "uhusiano"],
  share: ["percent", "percentage", "share_percent", "asilimia"],
  date: [
    "value_date",
    "input_date",
    "trans_date",
    "transaction_date",
    "posting_date",
    "tarehe",
    "tarehe_ya_muamala",
  ],
  kind: ["type", "transaction_type", "trans_type", "item", "aina", "aina_ya_muamala"],
  account: ["loan", "loan_number", "loan_id", "loan_no", "account_no", "account_number", "acc"],
  amount: ["amt", "amount_paid", "value", "kiasi"],
  narration: ["description", "details", "particulars", "maelezo"],
  reference: ["ref", "ref_no", "reference_no", "reference_number", "kumbukumbu"],
  receipt: ["receipt_no", "receipt_number", "mpesa_receipt", "mpesa_code", "risiti"],
  debit: ["dr", "withdrawn", "wdrawn"],
  credit: ["cr", "paid_in"],
  loan_no: ["loan", "loan_number", "loan_id", "namba_ya_mkopo", "nambari_ya_mkopo"],
  category: ["product", "loan_type", "loan_product", "aina_ya_mkopo", "aina"],
  purpose: ["loan_purpose", "sababu_ya_mkopo", "kusudi"],
  principal: [
    "original_amount",
    "amount",
    "loan_amount",
    "amount_disbursed",
    "kiasi_cha_mkopo",
    "kiasi",
  ],
  fee: ["charges", "interest", "riba"],
  total: ["total_repayable", "total_amount", "jumla"],
  monthly_deduction: [
    "repayment",
    "monthly_repayment",
    "instalment",
    "installment",
    "monthly_installment",
    "makato",
    "makato_ya_mwezi",
  ],
  term_months: ["period", "term", "months", "repayment_period", "miezi"],
  start_date: [
    "sdate",
    "disbursed_on",
    "disbursement_date",
    "issue_date",
    "date_issued",
    "starts",
    "unaanza",
  ],
  first_due_on: ["first_instalment", "first_installment", "first_due", "marejesho_ya_kwanza"],
  end_date: ["edate", "maturity_date", "ends", "unaisha"],
  guarantor: ["guarantor_no", "guarantor_number", "guarantor_member_no", "mdhamini"],
  guaranteed: ["amount_guaranteed", "guaranteed", "guaranteed_amount", "amt", "kiasi"],
  level: ["guarantor_type", "kiwango", "ngazi"],
  given_on: ["cdate", "input_date", "given", "ilitolewa"],
  released_on: ["release_date", "released", "iliachiliwa"],
  account_no: ["acc_no", "account", "account_number", "withdrawable_no"],
  opened_on: ["reg_date", "date_opened", "opening_date"],
  as_of: ["as_at", "balance_date", "date", "tarehe"],
  deposits: ["member_deposits", "savings", "deposit_balance", "akiba"],
  share_capital: ["shares", "share_balance", "hisa"],
  withdrawable: [
    "withdrawable_savings",
    "w/drawable",
    "amana_za_kutolewa",
    "amana_zinazoweza_kutolewa",
  ],
  loan_balance: ["outstanding", "outstanding_loan", "salio_la_mkopo"],
  rate: ["interest_rate", "rate_percent"],
  controlled_rows: ["count"],
  controlled_total: ["sum", "amount"],
  deducted: ["amt", "deduction", "deductions", "amount_deducted", "value", "kiasi", "makato"],
  note: ["loan_no", "loan", "narration", "remarks", "description", "details", "maelezo"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A heading in the form it is compared. */
export function plain(name: string): string {
  const unit = name.replaceAll(/\([^)]*\)|\[[^\]]*\]/g, "").replace(/\b(kes|kshs?)\.?\s*$/i, "");
  return bare(unit) || bare(name);
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** Headings that differ only in capitals, blanks and units are the same. */
export function headingsDigest(header: readonly string[]): string {
  return sha256Hex(new TextEncoder().encode(header.map(plain).join("\n")));
}

const known = new Set(Object.entries(synonyms).flat(2).map(plain));

/** Whether a name is a heading of any file we know. */
export function isHeading(name: string): boolean {
  return known.has(plain(name));
}
