-- Why: a confirmation of the paybill was credited again if an import or a movement of the treasury
-- had booked its receipt, because only repayments of the loan desk were looked at. And an import
-- could book a receipt that had come by the paybill. Only the imported statement showed it later.

create index journal_entry_receipt on journal_entry (receipt_no) where receipt_no <> '';

-- Whether an entry that is not reversed brought the money of this receipt to M-Pesa, other than one
-- of a payment in, or of the transaction that asks.
create function receipt_is_booked(receipt text) returns boolean language sql stable as $$
  select exists (select from journal_entry e
    join journal_line l on l.entry_id = e.id and l.amount_cents > 0
    join ledger_account a on a.id = l.account_id and a.code = 'mobile-money'
    where e.receipt_no = receipt and e.receipt_no <> '' and e.kind <> 'reversal'
      and e.booked_in <> pg_current_xact_id()
      and not exists (select from journal_entry v where v.reverses = e.id)
      and not exists (select from pay_in_part t where t.entry_id = e.id))
$$;

-- An import may have been committed since its receipt was looked up: the work runs again.
create or replace function pay_in_locks_its_receipt() returns trigger language plpgsql as $$
begin
  perform akiba_lock_receipt(new.receipt_no);
  if new.state <> 'recorded' and receipt_is_booked(new.receipt_no) then
    raise exception 'receipt % was booked meanwhile', new.receipt_no
      using errcode = 'serialization_failure';
  end if;
  return new;
end
$$;

create or replace function loan_step_receipt_is_no_pay_in() returns trigger language plpgsql as $$
begin
  perform akiba_lock_receipt(new.receipt_no);
  if exists (select from pay_in p where p.receipt_no = new.receipt_no and p.state <> 'recorded'
      and not exists (select from pay_in_part t
        where t.pay_in_id = p.id and t.entry_id = new.entry_id))
    or receipt_is_booked(new.receipt_no) then
    raise exception 'receipt % is in the books', new.receipt_no
      using errcode = 'check_violation', constraint = 'loan_step_receipt_of_pay_in';
  end if;
  return new;
end
$$;

-- An import looks for its receipts among the payments in, and none comes until it is committed. A
-- function, because such a lock takes a right that would also change payments.
create function lock_payments_in() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table pay_in in share mode;
end
$$;
revoke execute on function lock_payments_in from public;
grant execute on function lock_payments_in to akiba_app;
