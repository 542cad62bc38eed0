-- Why: money placed out of suspense with the wrong member stayed there, and kept its file from
-- being reversed. Two people can reverse a placement; the money waits in suspense again.

alter table check_off_release
  add column id bigint generated always as identity,
  -- The entry that placed it; null only where an older one could not be found.
  add column entry_id bigint references journal_entry,
  add column reversal_proposed_by text,
  add column reversed_by text,
  add column reversed_at timestamptz,
  add column reversal_reason text not null default '',
  add constraint check_off_release_reversed check ((reversed_at is not null)
    = (reversed_by is not null and reversal_proposed_by is not null and reversal_reason <> '')),
  add constraint check_off_release_reversal_people check (reversal_proposed_by <> reversed_by),
  drop constraint check_off_release_pkey,
  add primary key (id);

-- A line is placed once at a time, however many ask.
create unique index check_off_release_once on check_off_release (batch_id, row_no)
  where reversed_at is null;

-- Of several placements of one file alike in member, account and amount, any pairing is right.
drop trigger check_off_release_is_insert_only on check_off_release;
update check_off_release r set entry_id = p.entry_id
  from (
    select r.id, e.entry_id from (
      select r.id, r.batch_id, r.member_id, r.amount_cents, coalesce(l.loan_no, '') as loan_no,
        case r.destination when 'loan' then 'loan-receivable' else 'member-deposits' end as code,
        row_number() over (partition by r.batch_id, r.member_id, r.destination, r.loan_id,
          r.amount_cents order by r.id) as number
      from check_off_release r left join loan l on l.id = r.loan_id
      where r.destination in ('loan', 'deposits')
    ) r join (
      select e.id as entry_id, e.reference_no, a.member_id, a.code, a.reference, j.amount_cents,
        row_number() over (partition by e.reference_no, a.id, j.amount_cents order by e.id)
          as number
      from journal_entry e join journal_line j on j.entry_id = e.id
        join ledger_account a on a.id = j.account_id and a.member_id is not null
      where e.kind in ('suspense-to-deposits', 'loan-repaid-from-suspense')
    ) e on e.reference_no = 'CO-' || r.batch_id and e.member_id = r.member_id and e.code = r.code
      and e.reference = r.loan_no and e.amount_cents = -r.amount_cents and e.number = r.number
  ) p
  where p.id = r.id;

create function check_off_release_is_reversed_once() returns trigger language plpgsql as $$
declare
  ended constant text[] :=
    '{reversal_proposed_by, reversed_by, reversed_at, reversal_reason}';
begin
  if old.reversed_at is not null or new.reversed_at is null
      or to_jsonb(new) - ended <> to_jsonb(old) - ended then
    raise exception 'a placement is only reversed, once'
      using errcode = 'check_violation', constraint = 'check_off_release_reversed_once';
  end if;
  if akiba_is_credited(old.member_id, old.loan_id, new.reversal_proposed_by)
      or akiba_is_credited(old.member_id, old.loan_id, new.reversed_by) then
    raise exception 'nobody reverses a placement of their own'
      using errcode = 'check_violation', constraint = 'check_off_release_own_hands';
  end if;
  if akiba_person(new.reversed_by) = akiba_person(old.released_by) then
    raise exception 'whoever approved a placement does not approve its reversal'
      using errcode = 'check_violation', constraint = 'check_off_release_own_entry';
  end if;
  return new;
end
$$;

create trigger check_off_release_update before update on check_off_release
  for each row execute function check_off_release_is_reversed_once();
create trigger check_off_release_is_kept before delete or truncate on check_off_release
  execute function forbid_change();
create trigger check_off_release_reversal_persons before insert or update on check_off_release
  for each row when (new.reversal_proposed_by is not null and new.reversed_by is not null)
  execute function akiba_two_people(
    'reversal_proposed_by', 'reversed_by', 'check_off_release_reversal_people');

-- A line is placed only while its file is posted, and a file is reversed only while none is placed.
create function check_off_places_of_posted() returns trigger language plpgsql as $$
begin
  perform from check_off_batch where id = new.batch_id and state = 'posted' for share;
  if not found then
    raise exception 'check-off % is not posted', new.batch_id
      using errcode = 'check_violation', constraint = 'check_off_places_of_posted';
  end if;
  return new;
end
$$;

create trigger check_off_release_of_posted before insert on check_off_release
  for each row execute function check_off_places_of_posted();

create function check_off_reverses_unplaced() returns trigger language plpgsql as $$
begin
  if exists (select from check_off_release where batch_id = new.id and reversed_at is null) then
    raise exception 'lines of check-off % are placed', new.id
      using errcode = 'check_violation', constraint = 'check_off_reverses_unplaced';
  end if;
  return new;
end
$$;

create trigger check_off_batch_unplaced before update of state on check_off_batch for each row
  when (new.state = 'reversed' and old.state = 'posted')
  execute function check_off_reverses_unplaced();

grant update (reversal_proposed_by, reversed_by, reversed_at, reversal_reason)
  on check_off_release to akiba_app;
