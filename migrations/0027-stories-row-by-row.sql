-- Why: a file takes 90,000 payouts at once. Their story was written by one statement whose plan
-- was made for the five that a worker takes on, and compared each with each; now it is written row
-- by row.

drop trigger payout_story on payout;

create or replace function payout_writes_its_story() returns trigger language plpgsql as $$
begin
  insert into payout_step (payout_id, state, problem, mobile_number, receipt_no, taken_by)
    values (new.id, new.state, new.problem, new.mobile_number,
      case when new.receipt_no = '' then new.claimed_receipt else new.receipt_no end,
      new.changed_by);
  return null;
end
$$;

create trigger payout_story after update on payout for each row
  when (new.state <> 'sending'
    and (new.state, new.problem, new.claimed_receipt)
      is distinct from (old.state, old.problem, old.claimed_receipt)
    and not (old.state = 'sending' and new.state = 'waiting' and new.problem = old.problem))
  execute function payout_writes_its_story();
