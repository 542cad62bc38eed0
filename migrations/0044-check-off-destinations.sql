-- Why: an employer deducts more than loans and deposits. Share capital, fees, welfare contributions
-- and insurance premiums had no place to go and ended up on a loan or in suspense.

insert into ledger_account (code, normal_side, floor_cents) values
  ('membership-fees', -1, null),
  -- What members paid into the welfare fund, and premiums to pass on to the insurer.
  ('welfare-fund', -1, 0),
  ('insurance-premiums', -1, 0);

alter table check_off_part drop constraint check_off_part_destination_check;
alter table check_off_part add constraint check_off_part_destination_check check (destination in
  ('loan', 'deposits', 'share-capital', 'fees', 'welfare', 'insurance', 'suspense'));

alter table check_off_release drop constraint check_off_release_destination_check;
alter table check_off_release add constraint check_off_release_destination_check check
  (destination in ('loan', 'deposits', 'share-capital', 'fees', 'welfare', 'insurance'));

-- The parts of a line are written together and sum to the line.
create function check_off_parts_sum_to_line() returns trigger language plpgsql as $$
begin
  if exists (
    select from check_off_line l
      join (select distinct batch_id, row_no from written) w using (batch_id, row_no)
    where l.amount_cents <> (select sum(p.amount_cents) from check_off_part p
      where p.batch_id = l.batch_id and p.row_no = l.row_no)
  ) then
    raise exception 'the parts of a check-off line do not sum to its amount'
      using errcode = 'check_violation', constraint = 'check_off_parts_are_the_line';
  end if;
  return null;
end
$$;

create trigger check_off_parts_sum after insert on check_off_part
  referencing new table as written
  for each statement execute function check_off_parts_sum_to_line();
