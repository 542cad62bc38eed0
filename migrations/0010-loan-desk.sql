-- Why: the office works through applications in piles, takes repayments in cash and at the bank as
-- well as by M-Pesa, and takes back what was recorded by mistake: two people, like a payout.

-- Notes and coins at the office, until they are banked.
insert into ledger_account (code, normal_side) values ('cash', 1);

-- A pile by its largest amounts, and what was paid out on a day.
create index loan_queue_by_amount on loan (state, principal_cents desc, id)
  where policy_id is not null;
create index loan_paid_out on loan (start_date, id) where policy_id is not null;

alter table loan_step
  drop constraint loan_step_step_check,
  drop constraint loan_step_check,
  add constraint loan_step_step_check check (step in ('applied', 'amended', 'approved', 'declined',
    'withdrawn', 'disbursed', 'repaid', 'reversed', 'settled')),
  -- Why it was declined, or a repayment taken back; the member sees it.
  add constraint loan_step_reason check ((step in ('declined', 'reversed')) = (reason <> '')),
  -- The journal entry of a repayment, which a reversal names in the books as well.
  add column entry_id bigint references journal_entry,
  add column reverses bigint constraint loan_step_reversed_once unique,
  add column recorded_by text,
  -- How often the receipt was taken back before, so that it can be recorded properly afterwards.
  add column receipt_turn smallint not null default 0,
  add constraint loan_step_names_reversed check (
    (step = 'reversed') = (reverses is not null) and (reverses is null) = (recorded_by is null)),
  -- Who takes a repayment back names who recorded it, who is somebody else.
  add constraint loan_step_reversal_people check (taken_by <> recorded_by),
  add constraint loan_step_recorded unique (id, loan_id, taken_by),
  add constraint loan_step_reversal foreign key (reverses, loan_id, recorded_by)
    references loan_step (id, loan_id, taken_by);

drop index loan_step_receipt;
-- A receipt is credited once, whichever way it comes, and once more each time it was taken back.
create unique index loan_step_receipt on loan_step (receipt_no, receipt_turn)
  where receipt_no <> '';

alter table loan_step disable trigger loan_step_is_insert_only;
update loan_step s set entry_id = e.id from journal_entry e
  where s.step = 'repaid' and e.receipt_no = s.receipt_no and e.kind = 'loan-repaid-by-mpesa';
alter table loan_step enable trigger loan_step_is_insert_only;
