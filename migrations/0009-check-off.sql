-- Why: once a month the employer deducts from salaries and sends one file and one payment. A clerk
-- takes the file in, somebody else posts it. Every cent of it stands in parts: on a loan, on
-- deposits or in suspense. A file, a part and a line out of suspense are each posted once, by
-- constraint; what was posted is undone by reversing entries only.

-- What was deducted and cannot be placed yet; owed to somebody, so never below nought.
insert into ledger_account (code, normal_side, floor_cents) values ('check-off-suspense', -1, 0);

-- Whether what repays no loan may go to its member's deposits.
alter table society add column check_off_to_deposits boolean not null default true;

create table check_off_batch (
  id bigint generated always as identity primary key,
  month date not null check (extract(day from month) = 1),
  file_name text not null check (file_name <> ''),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- What the employer declared and the lines come to; no file is kept where the two differ.
  total_cents bigint not null check (total_cents > 0),
  line_count integer not null check (line_count > 0),
  state text not null default 'prepared'
    check (state in ('prepared', 'posted', 'reversed', 'discarded')),
  -- As the audit trail names people: staff:ST9001.
  prepared_by text not null check (prepared_by <> ''),
  prepared_at timestamptz not null default akiba_now(),
  posted_by text,
  posted_at timestamptz,
  ended_by text,
  ended_at timestamptz,
  -- Why it was reversed or discarded.
  reason text not null default '',
  check ((state in ('posted', 'reversed')) = (posted_by is not null)),
  check ((state in ('reversed', 'discarded')) = (ended_by is not null and reason <> '')),
  constraint check_off_two_people check (posted_by <> prepared_by)
);

-- The same file stands once, unless it was discarded or taken back.
create unique index check_off_file_once on check_off_batch (sha256)
  where state in ('prepared', 'posted');

create table check_off_line (
  batch_id bigint not null references check_off_batch,
  -- As a spreadsheet counts it: the header is row 1.
  row_no integer not null check (row_no > 1),
  member_no text not null,
  amount_cents bigint not null check (amount_cents > 0),
  note text not null,
  -- Null where there is no such member.
  member_id bigint references member,
  state text not null check (state in ('matched', 'ambiguous', 'unmatched', 'decided')),
  -- By which rule it was matched, or why it was not.
  reason text not null,
  decided_by text,
  check ((state = 'decided') = (decided_by is not null)),
  primary key (batch_id, row_no)
);

create index check_off_line_by_state on check_off_line (batch_id, state, row_no);

create table check_off_part (
  batch_id bigint not null,
  row_no integer not null,
  part_no smallint not null,
  destination text not null check (destination in ('loan', 'deposits', 'suspense')),
  loan_id bigint references loan,
  -- Whose it becomes.
  member_id bigint references member,
  amount_cents bigint not null check (amount_cents > 0),
  check ((destination = 'loan') = (loan_id is not null)),
  check ((destination = 'suspense') = (member_id is null)),
  primary key (batch_id, row_no, part_no),
  foreign key (batch_id, row_no) references check_off_line
);

create index check_off_part_by_destination on check_off_part (batch_id, destination, row_no);

create table check_off_posting (
  batch_id bigint not null,
  row_no integer not null,
  part_no smallint not null,
  entry_id bigint not null unique references journal_entry,
  primary key (batch_id, row_no, part_no),
  foreign key (batch_id, row_no, part_no) references check_off_part
);

-- What a line left in suspense, placed once its owner is found.
create table check_off_release (
  batch_id bigint not null,
  row_no integer not null,
  destination text not null check (destination in ('loan', 'deposits')),
  loan_id bigint references loan,
  member_id bigint not null references member,
  amount_cents bigint not null check (amount_cents > 0),
  released_by text not null check (released_by <> ''),
  released_at timestamptz not null default akiba_now(),
  check ((destination = 'loan') = (loan_id is not null)),
  primary key (batch_id, row_no),
  foreign key (batch_id, row_no) references check_off_line
);

-- What was due of each member in the month when the file was matched; paying moves the balances.
create table check_off_expected (
  batch_id bigint not null references check_off_batch,
  member_id bigint not null references member,
  amount_cents bigint not null check (amount_cents > 0),
  primary key (batch_id, member_id)
);

create trigger check_off_posting_is_insert_only
  before update or delete or truncate on check_off_posting execute function forbid_change();
create trigger check_off_release_is_insert_only
  before update or delete or truncate on check_off_release execute function forbid_change();

-- A batch goes only where its life leads, and is posted only when every cent of it is in an entry.
create function check_off_keeps_its_life() returns trigger language plpgsql as $$
declare
  placed numeric;
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('prepared', 'posted'), ('prepared', 'discarded'), ('posted', 'reversed')
  ) then
    raise exception 'check-off % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'check_off_life';
  end if;
  if new.state = 'posted' and old.state = 'prepared' then
    select coalesce(sum(p.amount_cents), 0) into placed
      from check_off_posting s join check_off_part p using (batch_id, row_no, part_no)
      where s.batch_id = new.id;
    if placed <> new.total_cents then
      raise exception 'check-off % comes to %, of which % is posted',
        new.id, new.total_cents, placed
        using errcode = 'check_violation', constraint = 'check_off_posted_whole';
    end if;
    if exists (
      select from check_off_line where batch_id = new.id and decided_by = new.posted_by
    ) then
      raise exception 'check-off % is posted by who decided on it', new.id
        using errcode = 'check_violation', constraint = 'check_off_two_people';
    end if;
  end if;
  return new;
end
$$;

create trigger check_off_life before update of state on check_off_batch
  for each row execute function check_off_keeps_its_life();

grant select, insert, update on check_off_batch, check_off_line to akiba_app;
grant select, insert, delete on check_off_part, check_off_expected to akiba_app;
grant select, insert on check_off_posting, check_off_release to akiba_app;
