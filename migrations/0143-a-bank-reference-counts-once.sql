-- Why: a movement of the treasury booked a bank reference again that a slip of the counter, a
-- repayment, a payout, the refund of an exit or an import had booked, and the loan desk booked one
-- that the counter or the treasury had. It was rejected only if the counter booked last, and two at
-- once that wrote the reference in two ways were both booked.
-- Expands: the triggers check the bookings of an older program too, which answers a reference of
-- the loan desk that is in the books as a defect. The journal waits while its index is built.

create index journal_entry_bank_reference on journal_entry (ltrim(akiba_plain(receipt_no), '0'))
  where receipt_no <> '';
-- Without figures on the expression, the plan of the check below could read all lines of the bank.
analyze journal_entry;

-- Everybody who books a bank reference waits here for the others, however they write it. There are
-- 1,024 locks for all references: one for each would not fit into the memory of the server for the
-- results of a large bank file, which are booked in one transaction.
create function akiba_lock_bank_reference(reference text) returns void language sql as $$
  select pg_advisory_xact_lock(143, hashtext(ltrim(akiba_plain(reference), '0')) & 1023)
$$;

-- Whether a bank reference has booked money that was not reversed, other than by the transaction
-- that asks. A charge carries the number of the payment for which it was charged, and a cheque of
-- the society a number of its own book (cheque_once). The receipts of repayments that were not paid
-- at the bank are compared as they are written.
create function bank_reference_is_booked(reference text) returns boolean
  language plpgsql stable as $$
declare
  plain text := ltrim(akiba_plain(reference), '0');
begin
  return exists (select from counter_receipt r where r.way = 'slip' and akiba_plain(r.bank) = ''
      and ltrim(akiba_plain(r.document_no), '0') = plain
      and r.state not in ('bounced', 'reversed'))
    or exists (select from loan_step s where s.receipt_no = reference and s.step = 'repaid'
      and not exists (select from loan_step v where v.reverses = s.id))
    or exists (select from journal_entry e
        join journal_line l on l.entry_id = e.id
        join ledger_account a on a.id = l.account_id and a.code = 'bank'
      where e.receipt_no <> '' and ltrim(akiba_plain(e.receipt_no), '0') = plain
        and e.booked_in is distinct from pg_current_xact_id_if_assigned()
        and e.kind not in ('reversal', 'bank-charge', 'bank-interest-received',
          'mpesa-charge-at-bank', 'payout-by-cheque')
        and not exists (select from cheque c where c.entry_id = e.id)
        and not exists (select from journal_entry v where v.reverses = e.id));
end
$$;

-- Locks a reference that is about to be booked; raises the constraint that names it if it has been
-- booked. Each statement sees those who committed before the lock was given.
create function reject_booked_reference(reference text, constraint_name text) returns void
  language plpgsql as $$
begin
  perform akiba_lock_bank_reference(reference);
  if bank_reference_is_booked(reference) then
    raise exception 'reference % is in the books', reference
      using errcode = 'check_violation', constraint = constraint_name;
  end if;
end
$$;

create function treasury_bank_reference_is_free() returns trigger language plpgsql as $$
begin
  perform reject_booked_reference(new.reference, 'treasury_reference_once');
  return new;
end
$$;
-- The number of a cheque is of another series than the bank's references.
create trigger treasury_movement_bank_reference before update of state on treasury_movement
  for each row when (new.state = 'posted' and new.counted_as = 'bank' and new.reference <> ''
    and new.payee = '')
  execute function treasury_bank_reference_is_free();

create function counter_slip_is_free() returns trigger language plpgsql as $$
begin
  perform reject_booked_reference(new.document_no, 'counter_document_once');
  return new;
end
$$;
create trigger counter_receipt_bank_reference before insert on counter_receipt
  for each row when (new.way = 'slip') execute function counter_slip_is_free();

-- A repayment of the counter is named by its receipt; its slip was checked with that.
create function loan_step_bank_reference_is_free() returns trigger language plpgsql as $$
begin
  if exists (select from journal_entry e
      where e.id = new.entry_id and e.kind = 'loan-repaid-at-bank') then
    perform reject_booked_reference(new.receipt_no, 'loan_step_bank_reference');
  end if;
  return new;
end
$$;
create trigger loan_step_bank_reference before insert on loan_step
  for each row when (new.step = 'repaid' and new.receipt_no <> '' and new.entry_id is not null)
  execute function loan_step_bank_reference_is_free();

create function member_exit_reference_is_free() returns trigger language plpgsql as $$
begin
  perform reject_booked_reference(new.receipt_no, 'member_exit_receipt');
  return new;
end
$$;
create trigger member_exit_bank_reference before update of state on member_exit
  for each row when (new.state = 'paid' and old.state <> 'paid' and new.receipt_no <> '')
  execute function member_exit_reference_is_free();

-- As payout_receipt_is_next (0129) does, this leaves out the receipt of a payout by bank whose
-- reference has booked other money: its payout is not settled by it.
create function payout_receipt_is_free() returns trigger language plpgsql as $$
begin
  if exists (select from payout p
      where p.id = new.payout_id and p.channel = 'office' and p.claimed_way = 'bank') then
    perform akiba_lock_bank_reference(new.receipt_no);
    if bank_reference_is_booked(new.receipt_no) then
      return null;
    end if;
  end if;
  return new;
end
$$;
create trigger payout_receipt_bank_reference before insert on payout_receipt
  for each row execute function payout_receipt_is_free();
