-- Why: the digest of a check-off file and its sums were calculated over all its lines at each read,
-- and the desk reads it every second while it is posted. They are kept, so that a read takes the
-- same time whatever the file's length.

alter table check_off_batch
  -- SHA-256 over every line, its parts and the members credited; empty until it is calculated.
  add column print text not null default '' check (print ~ '^([0-9a-f]{64})?$');

-- Sums of a file: one row for each state of a line, each destination, and `review`, which is what
-- whoever posts the file has to read.
create table check_off_figure (
  batch_id bigint not null references check_off_batch,
  key text not null,
  lines integer not null,
  cents bigint not null,
  primary key (batch_id, key)
);

-- A line to read before posting: no rule matched it, it has several parts, or it credits somebody
-- other than the member whose number it has.
create function check_off_is_reviewed(l check_off_line) returns boolean language sql stable as $$
  select l.state <> 'matched' or exists (select from check_off_part p
    where p.batch_id = l.batch_id and p.row_no = l.row_no
      and (p.part_no > 1 or p.member_id is distinct from l.member_id))
$$;

-- Calculates the sums and the digest of a file again, over all its lines.
create function check_off_keep_figures(batch bigint) returns void language plpgsql as $$
begin
  delete from check_off_figure where batch_id = batch;
  insert into check_off_figure (batch_id, key, lines, cents)
    select batch, l.state, count(*), sum(l.amount_cents)
      from check_off_line l where l.batch_id = batch group by l.state
    union all
    select batch, p.destination, count(*), sum(p.amount_cents)
      from check_off_part p where p.batch_id = batch group by p.destination
    union all
    select batch, 'review', count(*), coalesce(sum(l.amount_cents), 0)
      from check_off_line l where l.batch_id = batch and check_off_is_reviewed(l);
  update check_off_batch set print = (
      select encode(sha256(convert_to(coalesce(
        string_agg(t.line, E'\n' order by t.row_no, t.part_no), ''), 'UTF8')), 'hex')
      from (
        select l.row_no, p.part_no, row(l, p, m.member_no, m.full_name, n.loan_no)::text as line
        from check_off_line l join check_off_part p
            on p.batch_id = l.batch_id and p.row_no = l.row_no
          left join member m on m.id = p.member_id left join loan n on n.id = p.loan_id
        where l.batch_id = batch
      ) t
    )
    where id = batch;
end
$$;

select check_off_keep_figures(id) from check_off_batch order by id;

-- The digest covers who is credited, so a member's new name or number changes it.
create function check_off_names_changed() returns trigger language plpgsql as $$
declare
  batch bigint;
begin
  for batch in
    select b.id from check_off_batch b
      where b.state = 'prepared' and exists (
        select from check_off_part p join renamed n on n.id = p.member_id
          join named o on o.id = n.id
        where p.batch_id = b.id and (n.full_name, n.member_no)
          is distinct from (o.full_name, o.member_no)
      )
      order by b.id
      for no key update of b
  loop
    perform check_off_keep_figures(batch);
  end loop;
  return null;
end
$$;

create trigger check_off_names after update on member
  referencing old table as named new table as renamed
  for each statement execute function check_off_names_changed();

-- Whether somebody decided on a line of a file is asked at each read of it.
create index check_off_line_by_decider on check_off_line (batch_id, decided_by)
  where decided_by is not null;

grant select, insert, delete on check_off_figure to akiba_app;
