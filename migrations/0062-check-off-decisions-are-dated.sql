-- Why: whoever posts a check-off file reads who decided on a line and when, so a decision keeps its
-- moment. Lines decided before this have none.
alter table check_off_line add column decided_at timestamptz,
  add constraint check_off_line_decided check (decided_at is null or state = 'decided');
