-- Why: calculating the figures of a long check-off file joined its lines with its parts. A file
-- that was just taken in has no statistics yet, and the join took minutes for 50,000 lines. Lines
-- and parts are now read once each and grouped by row.

create or replace function check_off_keep_figures(batch bigint) returns void language plpgsql as $$
begin
  delete from check_off_figure where batch_id = batch;
  insert into check_off_figure (batch_id, key, lines, cents)
    select batch, l.state, count(*), sum(l.amount_cents)
      from check_off_line l where l.batch_id = batch group by l.state
    union all
    select batch, p.destination, count(*), sum(p.amount_cents)
      from check_off_part p where p.batch_id = batch group by p.destination
    union all
    select batch, 'review', count(*), coalesce(sum(r.cents), 0) from (
      select max(x.cents) as cents from (
        select l.row_no, l.amount_cents as cents, l.state <> 'matched' as is_open,
            l.member_id as line_member, null::smallint as part_no, null::bigint as part_member
          from check_off_line l where l.batch_id = batch
        union all
        select p.row_no, null, null, null, p.part_no, p.member_id
          from check_off_part p where p.batch_id = batch
      ) x
      group by x.row_no
      having bool_or(x.is_open) or max(x.part_no) > 1
        or max(x.line_member) is distinct from max(x.part_member)
    ) r;
  update check_off_batch set print = (
      select encode(sha256(convert_to(coalesce(
        string_agg(t.line, E'\n' order by t.row_no, t.part_no), ''), 'UTF8')), 'hex')
      from (
        select l.row_no, 0 as part_no, row(l)::text as line
          from check_off_line l where l.batch_id = batch
        union all
        select p.row_no, p.part_no, row(p, m.member_no, m.full_name, n.loan_no)::text
          from check_off_part p left join member m on m.id = p.member_id
            left join loan n on n.id = p.loan_id
          where p.batch_id = batch
      ) t
    )
    where id = batch;
end
$$;

drop function check_off_is_reviewed;

select check_off_keep_figures(id) from check_off_batch order by id;
