-- Why: a check-off file was known by its bytes, so the same file with one blank line more was
-- posted again. It is known by its rows now: the rows of a month stand once, and a file that looks
-- like an earlier one is taken in only where two people insist.

create table check_off_insistence (
  id bigint generated always as identity primary key,
  month date not null,
  rows_digest text not null check (rows_digest ~ '^[0-9a-f]{64}$'),
  -- The file that it looks like.
  earlier_id bigint not null references check_off_batch,
  reason text not null check (reason <> ''),
  requested_by text not null check (requested_by <> ''),
  approved_by text not null check (approved_by <> ''),
  approved_at timestamptz not null default akiba_now(),
  unique (id, month, rows_digest),
  constraint check_off_insistence_two_people check (requested_by <> approved_by)
);

create trigger check_off_insistence_persons before insert or update on check_off_insistence
  for each row when (new.requested_by is not null and new.approved_by is not null)
  execute function akiba_two_people(
    'requested_by', 'approved_by', 'check_off_insistence_two_people');
create trigger check_off_insistence_is_insert_only
  before update or delete or truncate on check_off_insistence execute function forbid_change();

alter table check_off_batch
  -- SHA-256 over all rows, and eight bytes of each row's in ascending order, as
  -- src/server/csv-import/row-digest.ts makes them.
  add column rows_digest text,
  add column packed_rows bytea,
  -- Whether an earlier file that stands has the same rows, or nearly.
  add column repeats_earlier boolean not null default false,
  add column insistence_id bigint,
  add constraint check_off_batch_insistence foreign key (insistence_id, month, rows_digest)
    references check_off_insistence (id, month, rows_digest);

create function pg_temp.alike(given text) returns text language sql immutable as $$
  select to_json(lower(btrim(regexp_replace(normalize(given, NFKC), '\s+', ' ', 'g'))))::text
$$;

update check_off_batch b set packed_rows = r.packed,
    rows_digest = encode(sha256(convert_to('["check-off"]', 'UTF8') || r.packed), 'hex')
  from (
    select h.batch_id, string_agg(h.row_hash, ''::bytea order by h.row_hash) as packed
    from (
      select l.batch_id, substring(sha256(convert_to('["check-off"]' || E'\n' || '['
          || pg_temp.alike(l.member_no) || ',' || pg_temp.alike(l.amount_cents::text) || ','
          || pg_temp.alike(l.note) || ']', 'UTF8')) from 1 for 8) as row_hash
      from check_off_line l
    ) h
    group by h.batch_id
  ) r
  where r.batch_id = b.id;

-- What was taken in twice before stays as it is; the earliest of them is the one that stands.
update check_off_batch b set repeats_earlier = true
  where exists (select from check_off_batch e where e.id < b.id and e.month = b.month
    and e.rows_digest = b.rows_digest and e.state in ('prepared', 'posted'));

alter table check_off_batch
  alter column rows_digest set not null,
  alter column packed_rows set not null,
  add constraint check_off_rows_digest check (rows_digest ~ '^[0-9a-f]{64}$');

drop index check_off_file_once;
create unique index check_off_file_once on check_off_batch (month, rows_digest)
  where state in ('prepared', 'posted') and not repeats_earlier;
-- Two people insist on one file; once it is discarded, what they agreed on can be used again.
create unique index check_off_insistence_used on check_off_batch (insistence_id)
  where state <> 'discarded';
create index check_off_batch_by_rows on check_off_batch (rows_digest);

create function check_off_repeats_by_two() returns trigger language plpgsql as $$
begin
  if new.repeats_earlier <> (new.insistence_id is not null) then
    raise exception 'a check-off file repeats another only where two people insist'
      using errcode = 'check_violation', constraint = 'check_off_repeats_by_two';
  end if;
  return new;
end
$$;

create trigger check_off_repeats before insert on check_off_batch
  for each row execute function check_off_repeats_by_two();
create trigger check_off_identity_is_fixed
  before update of month, rows_digest, packed_rows, repeats_earlier, insistence_id
  on check_off_batch execute function forbid_change();

grant select, insert on check_off_insistence to akiba_app;
