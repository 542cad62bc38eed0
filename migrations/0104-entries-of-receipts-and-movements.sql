-- Why: a receipt of the counter or a movement of the treasury could name an entry of another
-- amount, kind or member, and only a person who compared the two would see it.

-- The lines of an entry that credit what a receipt says it credits.
create function counter_receipt_credited(of_receipt counter_receipt) returns bigint
  language sql stable as $$
  select coalesce(-sum(l.amount_cents), 0)::bigint
  from journal_line l join ledger_account a on a.id = l.account_id
  where l.entry_id = of_receipt.entry_id and l.amount_cents < 0
    and a.member_id = of_receipt.member_id
    and a.code = case of_receipt.destination when 'deposits' then 'member-deposits'
      when 'share-capital' then 'share-capital'
      when 'withdrawable' then 'withdrawable-deposits' else 'loan-receivable' end
    and a.reference = coalesce((select n.loan_no from loan n where n.id = of_receipt.loan_id),
      of_receipt.account_reference)
$$;

-- The money that an entry takes into the till or the bank, as the way of a receipt says.
create function counter_receipt_taken(of_receipt counter_receipt) returns bigint
  language sql stable as $$
  select coalesce(sum(l.amount_cents), 0)::bigint
  from journal_line l join ledger_account a on a.id = l.account_id
  where l.entry_id = of_receipt.entry_id and l.amount_cents > 0 and a.member_id is null
    and a.code = case of_receipt.way when 'cash' then 'till-cash' else 'bank' end
$$;

create function counter_receipt_is_its_entry() returns trigger language plpgsql as $$
begin
  if counter_receipt_credited(new) <> new.amount_cents
      or counter_receipt_taken(new) <> new.amount_cents then
    raise exception 'receipt % is not its entry', new.receipt_no
      using errcode = 'check_violation', constraint = 'counter_receipt_is_its_entry';
  end if;
  return new;
end
$$;
create trigger counter_receipt_posted before insert or update of entry_id on counter_receipt
  for each row when (new.entry_id is not null)
  execute function counter_receipt_is_its_entry();

-- Whether an entry is of the kind, the day and the amount of a movement.
create function treasury_movement_is_entry(of_movement treasury_movement) returns boolean
  language sql stable as $$
  select exists (select from journal_entry e
    where e.id = of_movement.entry_id and e.kind = of_movement.kind
      and e.value_date = of_movement.value_date
      and (select sum(l.amount_cents) from journal_line l
        where l.entry_id = e.id and l.amount_cents > 0) = of_movement.amount_cents)
$$;

create function treasury_is_its_entry() returns trigger language plpgsql as $$
begin
  if not treasury_movement_is_entry(new) then
    raise exception 'movement % is not its entry', new.id
      using errcode = 'check_violation', constraint = 'treasury_is_its_entry';
  end if;
  return new;
end
$$;
create trigger treasury_movement_posted before update of entry_id on treasury_movement
  for each row when (new.entry_id is not null and old.entry_id is null)
  execute function treasury_is_its_entry();
