-- Why: a payout file read the number of its payments as they are now. After a retry to another
-- number, an earlier file would have named that number under its own reference, and whoever paid
-- it again would have paid twice. Each attempt keeps the number that it was made for.

alter table payout_attempt add column mobile_number text;

update payout_attempt a set mobile_number = p.mobile_number
  from payout p where p.id = a.payout_id;

alter table payout_attempt
  alter column mobile_number set not null,
  add constraint payout_attempt_number_is_mobile
    check (mobile_number ~ '^\+254[71][0-9]{8}$');

create function payout_attempt_keeps_its_number() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  select p.mobile_number into strict new.mobile_number from payout p where p.id = new.payout_id;
  return new;
end
$$;

-- An attempt that nobody sent yet may be taken into a file, by the number of that moment.
create trigger payout_attempt_keeps_its_number before insert or update of file_id on payout_attempt
  for each row execute function payout_attempt_keeps_its_number();
