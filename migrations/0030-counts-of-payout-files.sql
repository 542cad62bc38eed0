-- Why: the list of payout files says at once what became of each, however many payments it has. The
-- counts stand with the file, and are moved by the units of work that move its payments.

alter table payout_file
  add column payments integer not null default 0,
  add column amount_cents bigint not null default 0,
  add column paid integer not null default 0,
  add column open integer not null default 0;

drop trigger payout_file_is_insert_only on payout_file;

update payout_file f set payments = c.payments, amount_cents = c.cents, paid = c.paid,
    open = c.open
  from (
    select a.file_id, count(*)::int as payments, sum(p.amount_cents)::bigint as cents,
      count(*) filter (where p.attempt_id = a.id and p.state = 'paid')::int as paid,
      count(*) filter (where p.attempt_id = a.id and p.state in ('sent', 'unknown'))::int as open
    from payout_attempt a join payout p on p.id = a.payout_id
    where a.file_id is not null group by a.file_id
  ) c where f.id = c.file_id;

-- Who made a file and when is written once; only what became of its payments moves.
create trigger payout_file_is_kept
  before delete or truncate on payout_file execute function forbid_change();
create trigger payout_file_making_is_kept
  before update of id, made_by, made_at on payout_file execute function forbid_change();

grant update (payments, amount_cents, paid, open) on payout_file to akiba_app;
