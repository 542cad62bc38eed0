-- Why: money on its way to a phone is followed until it is there, each payment once, whatever the
-- provider answers and however often; and a change of the number it goes to takes two people, three
-- days and a word to both numbers.

-- One payment to a phone for each part of a dividend that goes there.
create table payout (
  id bigint generated always as identity primary key,
  dividend_id bigint not null,
  member_id bigint not null references member,
  leg_no smallint not null,
  -- What the journal, the file and the provider call it.
  reference text not null unique,
  -- Net of tax; the provider pays whole shillings, and so much at once.
  amount_cents bigint not null check (
    amount_cents between 100 and 25000000 and amount_cents % 100 = 0),
  mobile_number text not null check (mobile_number ~ '^\+254[71][0-9]{8}$'),
  state text not null default 'waiting' check (
    state in ('waiting', 'sending', 'sent', 'unknown', 'paid', 'failed', 'shares')),
  -- What it is sent as: the provider pays one attempt once, however often it is asked.
  attempt_id uuid,
  -- The day its money counts towards what a number may get in a day.
  sent_on date,
  tries smallint not null default 0,
  -- When it may be sent; while it is being sent, when nobody can be at it any more.
  due_at timestamptz not null default akiba_now(),
  receipt_no text not null default '',
  problem text not null default '',
  -- What put it on the way in the books, and the tax withheld of it.
  entry_id bigint not null references journal_entry,
  tax_entry_id bigint references journal_entry,
  changed_at timestamptz not null default akiba_now(),
  -- Who found that it failed, and who then decided what becomes of it.
  failed_by text,
  resolved_by text,
  constraint payout_two_people check (resolved_by <> failed_by),
  check ((state = 'paid') = (receipt_no <> '')),
  check (state in ('waiting', 'failed', 'shares') or attempt_id is not null),
  check (state <> 'failed' or failed_by is not null),
  check (state <> 'shares' or resolved_by is not null),
  unique (dividend_id, member_id, leg_no),
  foreign key (dividend_id, member_id, leg_no) references dividend_leg
);

create index payout_due on payout (due_at, id) where state = 'waiting';
create index payout_under_way on payout (state, due_at) where state in ('sending', 'sent');
create index payout_of_number on payout (mobile_number, sent_on);
create index payout_of_member on payout (member_id);
create index payout_pile on payout (state, id);

-- The payments that staff took with them to pay by the provider's own page.
create table payout_file (
  id bigint generated always as identity primary key,
  made_by text not null check (made_by <> ''),
  made_at timestamptz not null default akiba_now()
);

-- Every attempt there ever was, so that a result that comes late still finds its payment.
create table payout_attempt (
  id uuid primary key,
  payout_id bigint not null references payout,
  file_id bigint references payout_file,
  begun_at timestamptz not null default akiba_now(),
  -- The provider's own name for it, once it was accepted.
  provider_reference text not null default ''
);

create index payout_attempt_of_payout on payout_attempt (payout_id);
create index payout_attempt_of_file on payout_attempt (file_id) where file_id is not null;

-- A receipt settles one payment, once and for good.
create table payout_receipt (
  receipt_no text primary key check (receipt_no <> ''),
  payout_id bigint not null unique references payout,
  taken_at timestamptz not null default akiba_now()
);

create trigger payout_receipt_is_insert_only
  before update or delete or truncate on payout_receipt execute function forbid_change();
create trigger payout_file_is_insert_only
  before update or delete or truncate on payout_file execute function forbid_change();

-- No state is reached but by those that may come before it, and no payment is made into another.
create function payout_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('waiting', 'sending'), ('waiting', 'sent'), ('waiting', 'failed'), ('waiting', 'paid'),
    ('sending', 'waiting'), ('sending', 'sent'), ('sending', 'unknown'), ('sending', 'failed'),
    ('sending', 'paid'), ('sent', 'unknown'), ('sent', 'failed'), ('sent', 'paid'),
    ('unknown', 'failed'), ('unknown', 'paid'), ('failed', 'waiting'), ('failed', 'paid'),
    ('failed', 'shares')
  ) or (new.dividend_id, new.member_id, new.leg_no, new.reference, new.amount_cents)
    is distinct from
    (old.dividend_id, old.member_id, old.leg_no, old.reference, old.amount_cents) then
    raise exception 'payout % cannot go from % to % or be made another',
      old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'payout_life';
  end if;
  return new;
end
$$;

create trigger payout_life before update on payout
  for each row execute function payout_keeps_its_life();

alter table dividend_exception drop constraint dividend_exception_reason_check;
alter table dividend_exception add constraint dividend_exception_reason_check check (
  reason in ('loan-paid', 'mobile-unconfirmed', 'paid-otherwise', 'payout-failed'));

-- A change that was asked for is approved by somebody else, held, and only then in force.
alter table contact_change_request
  add column state text not null default 'requested' check (
    state in ('requested', 'approved', 'in-force', 'rejected', 'cancelled')),
  -- What the register said when it was asked for: where the first notice went.
  add column old_mobile_number text not null default '',
  add column asked_by text not null default '',
  add column asked_because text not null default '',
  add column approved_by text,
  add column approved_at timestamptz,
  add column held_until timestamptz,
  add column in_force_at timestamptz,
  add column ended_by text,
  add column ended_at timestamptz,
  add column ended_because text not null default '',
  add constraint contact_change_two_people check (approved_by <> asked_by),
  add constraint contact_change_approved check (
    state not in ('approved', 'in-force')
    or (approved_by is not null and approved_at is not null and held_until is not null)),
  add constraint contact_change_hold check (held_until > approved_at),
  add constraint contact_change_not_early check (
    (state = 'in-force') = (in_force_at is not null) and in_force_at >= held_until),
  add constraint contact_change_ended check (
    (state in ('rejected', 'cancelled')) = (ended_by is not null));

update contact_change_request r set old_mobile_number = m.mobile_number,
    asked_by = 'member:' || m.member_no
  from member m where m.id = r.member_id;

-- One change of a member is held at a time.
create unique index contact_change_held on contact_change_request (member_id)
  where state = 'approved';
create index contact_change_due on contact_change_request (held_until) where state = 'approved';
create index contact_change_pile on contact_change_request (state, id);
create index contact_change_of_member on contact_change_request (member_id, id desc);

create function contact_change_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('requested', 'approved'), ('requested', 'rejected'), ('requested', 'cancelled'),
    ('approved', 'in-force'), ('approved', 'cancelled')
  ) or (new.member_id, new.mobile_number, new.email, new.asked_by)
    is distinct from (old.member_id, old.mobile_number, old.email, old.asked_by)
    or old.held_until is distinct from new.held_until and old.held_until is not null then
    raise exception 'contact change % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'contact_change_life';
  end if;
  return new;
end
$$;

create trigger contact_change_life before update on contact_change_request
  for each row execute function contact_change_keeps_its_life();

grant select, insert, update on payout, payout_attempt to akiba_app;
grant select, insert on payout_file, payout_receipt to akiba_app;
