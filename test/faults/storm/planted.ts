/**
 * For each check of the books a change that it must find. Triggers and constraints are off while
 * it is made, as if the product and the database had both failed.
 */
export const planted: Readonly<Record<string, string>> = {
  "every entry has two lines or more, which sum to zero": `
    insert into journal_entry (kind, value_date, narration, actor)
      values ('deposit-by-mpesa', '2026-04-15', 'Planted', 'test')`,

  "the stored balance of every account is the sum of its lines": `
    update ledger_account set balance_cents = balance_cents + 1 where code = 'bank'`,

  "the daily totals of every code equal the accounts of its members": `
    update ledger_day set debit_cents = debit_cents + 1 where code = 'member-deposits'`,

  "the trial balance is zero": `
    update ledger_account set balance_cents = balance_cents + 1 where code = 'bank'`,

  "no account is below zero that may not be": `
    alter table ledger_account drop constraint ledger_account_floor;
    update ledger_account set balance_cents = 1 where id = (
      select max(id) from ledger_account where code = 'member-deposits')`,

  "no loan is disbursed twice, and none that was not approved": `
    insert into journal_entry (kind, value_date, narration, actor, reference_no)
      select kind, value_date, narration, actor, reference_no from journal_entry
      where kind = 'loan-disbursed' limit 1`,

  "the instalments of every loan sum to its total": `
    update loan_instalment set amount_cents = amount_cents + 1`,

  "what is outstanding on every loan is its total less what was repaid": `
    update ledger_account set balance_cents = balance_cents - 100
      where code = 'loan-receivable' and balance_cents > 100`,

  "no receipt is credited twice": `
    insert into journal_entry (kind, value_date, narration, actor, receipt_no)
      select kind, value_date, narration, actor, receipt_no from journal_entry
      where kind = 'loan-repaid-by-mpesa' and receipt_no <> ''`,

  "every payout that was paid has one entry of its amount, and no other has any": `
    update payout set amount_cents = amount_cents + 100 where state = 'paid'`,

  "payout clearing holds what is on its way": `
    update ledger_account set balance_cents = balance_cents - 1 where code = 'payout-clearing'`,

  "check-off in suspense is the list of lines that wait": `
    update check_off_part set amount_cents = amount_cents + 1 where destination = 'suspense'`,

  "the rows of every election sum to what there is to split": `
    update dividend_election_row set amount_cents = amount_cents - 1`,

  "the versions of every election follow each other": `
    update dividend_election set version = 2 where version = 1`,

  "every posted dividend has one entry for each member, of what they are entitled to": `
    update dividend_entitlement set on_deposits_cents = on_deposits_cents + 1`,

  "the legs of every locked dividend sum to what each member is entitled to": `
    update dividend_leg set amount_cents = amount_cents + 1`,

  "the audit log is one unbroken chain": `
    update audit_record set actor = 'somebody else' where seq = 3`,

  "every effect has one audit record": `
    update audit_record set action = 'nothing' where action = 'loan-step-disbursed'`,

  "no message is sent twice": `
    insert into outbox_message (channel, recipient, template, language, params, expires_at)
      select channel, recipient, template, language, params, expires_at from outbox_message
      where params ->> 'receipt' is null`,

  "a member is told of each repayment once, and of each that was taken back": `
    delete from outbox_message where template = 'loan-repaid'`,

  "what a member guarantees is within their deposits": `
    update guarantee set amount_cents = 5000001 where state = 'accepted'`,

  "a member who left has no savings, no loan and no session": `
    update member set membership = 'left'`,

  "a closed month is as it was when it was closed": `
    update month_close set state = 'closed', reopened_by = null, trial_balance = '{"bank": "1"}'
      where id = (select max(id) from month_close)`,

  "no step that takes two people was taken by one": `
    alter table dividend drop constraint dividend_two_people;
    update dividend set approved_by = prepared_by where approved_by is not null`,

  "every answer that is kept names an effect, and no effect is named by two keys": `
    update idempotency_record set answer = '{"message": "Application Successful", "loanNo": "X"}'`,
};
